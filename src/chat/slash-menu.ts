import type { Actor } from '../actors/index.ts';
import { unlessUnavailable, type ContentHost } from '../content/index.ts';
import type { CatalogueEntry } from '../contracts/index.ts';
import type { ConfigurationReader } from '../models/index.ts';
import type { SkillService } from '../skills/index.ts';
import { mayApproveInChat } from './conversation-access.ts';
import type { OpenPointLists } from './open-point-lists.ts';

export interface SlashMenu {
  /**
   * What the actor may invoke in a conversation about this page, each with the number of its open points there; processes
   * only for somebody who may approve in the chat, and never on a four-eyes configuration (CHT-06).
   * Processes for the page's language come first.
   */
  entries(actor: Actor, page: number | null): Promise<readonly CatalogueEntry[]>;
}

export function createSlashMenu(deps: {
  readonly skills: Pick<SkillService, 'catalogue'>;
  readonly configurations: ConfigurationReader;
  readonly openPoints: OpenPointLists;
  /** For the language of a page; without it the order of the catalogue stays. */
  readonly content?: Pick<ContentHost, 'readPage'>;
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
      const content =
        page === null || deps.content === undefined
          ? null
          : await unlessUnavailable(deps.content.readPage(page, actor));
      const language = content?.page.language ?? null;
      return forLanguageFirst(skills, language)
        .filter(({ process }) => processes || !process)
        .map((skill) => ({
          ...skill,
          openPoints: points.filter(({ skillUid }) => skillUid === skill.uid).length,
          ...(language === null || !skill.process
            ? {}
            : { fitsLanguage: isForLanguage(skill.identifier, language) }),
        }));
    },
  };
}

/**
 * The processes for a page's language first; else the order stays, and nothing is left out. A skill has no language: by the
 * convention of the bundled ones an identifier that ends in `-de` is for German pages, every other one for the rest.
 */
export function forLanguageFirst<Entry extends Pick<CatalogueEntry, 'identifier' | 'process'>>(
  entries: readonly Entry[],
  language: string | null,
): readonly Entry[] {
  if (language === null) return entries;
  const isFor = (entry: Entry) => entry.process && isForLanguage(entry.identifier, language);
  return [...entries.filter(isFor), ...entries.filter((entry) => !isFor(entry))];
}

function isForLanguage(identifier: string, language: string): boolean {
  return identifier.endsWith('-de') === /^de(?![a-z])/iu.test(language);
}
