import type { PeopleStore } from '../actors/index.ts';
import type { ConversationStore } from '../chat/index.ts';
import type { ContentHost } from '../content/index.ts';
import type { ConfigurationReader } from '../models/index.ts';
import type { HostedRuntime } from '../runs/index.ts';
import type { SkillUsage } from '../skills/index.ts';
import { ALL_CONTENT_RIGHTS, type Actor } from '../actors/index.ts';

/** Reads page titles for the reach of a revocation, which administrators alone see. */
const READER: Actor = {
  kind: 'service',
  accountId: 'revocation-reach',
  name: 'Vouch',
  scopes: [],
  rights: ALL_CONTENT_RIGHTS,
};

/** Where a version is in use, asked of those who know: runs, conversations, configurations (WEB-05). */
export function createSkillUsage(deps: {
  readonly runtime: Pick<HostedRuntime, 'holding'>;
  readonly conversations: Pick<ConversationStore, 'held' | 'holding'>;
  readonly configurations: ConfigurationReader;
  readonly peopleStore: Pick<PeopleStore, 'person'>;
  readonly host: Pick<ContentHost, 'readPage'>;
}): SkillUsage {
  const { runtime, conversations, configurations, peopleStore, host } = deps;
  return {
    conversationsHolding: async (skillUid, digest) => {
      const holding = await conversations.holding({ skillUid, digest });
      return Promise.all(
        holding.map(async ({ uuid, ownerUserId, page }) => ({
          uuid,
          owner: (await peopleStore.person(ownerUserId))?.name ?? ownerUserId,
          pageTitle:
            page === null ? null : ((await host.readPage(page, READER))?.page.title ?? null),
        })),
      );
    },
    conversationCounts: async () => {
      const held = await conversations.held();
      const counts = new Map(
        held.map((each) => [`${String(each.skillUid)}/${each.digest}`, each.count]),
      );
      return (skillUid, digest) => counts.get(`${String(skillUid)}/${digest}`) ?? 0;
    },
    runsWaitingUnder: async (skillUid, digest) =>
      (await runtime.holding({ skillUid, digest })).filter(({ status }) =>
        status.startsWith('waiting_'),
      ),
    configurationsNamed: async (uids) =>
      (await configurations.configurations())
        .filter(({ uid }) => uids.includes(uid))
        .map(({ uid, name }) => ({ uid, name })),
  };
}
