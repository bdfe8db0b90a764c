import type { Actor } from '../actors/index.ts';
import type { CatalogueEntry } from '../contracts/index.ts';
import type { ConfigurationReader } from '../models/index.ts';
import type { SkillService } from '../skills/index.ts';
import { mayApproveInChat } from './conversation-access.ts';
import type { OpenPointLists } from './open-point-lists.ts';

export interface SlashMenu {
  /**
   * What the actor may invoke in a conversation about this page, each with the number of its open points there; processes
   * only for somebody who may approve in the chat, and never on a four-eyes configuration (CHT-06).
   */
  entries(actor: Actor, page: number | null): Promise<readonly CatalogueEntry[]>;
}

export function createSlashMenu(deps: {
  readonly skills: Pick<SkillService, 'catalogue'>;
  readonly configurations: ConfigurationReader;
  readonly openPoints: OpenPointLists;
}): SlashMenu {
  return {
    entries: async (actor, page) => {
      const configuration = await deps.configurations.defaultConfiguration();
      if (configuration === null) return [];
      const skills = await deps.skills.catalogue(actor, configuration);
      const processes = mayApproveInChat(actor) && !configuration.requireSecondApprover;
      const points =
        page === null
          ? []
          : await deps.openPoints.list(actor, { subject: { table: 'pages', uid: page } });
      return skills
        .filter(({ process }) => processes || !process)
        .map((skill) => ({
          ...skill,
          openPoints: points.filter(({ skillUid }) => skillUid === skill.uid).length,
        }));
    },
  };
}
