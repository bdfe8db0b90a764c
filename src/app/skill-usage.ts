import type { PeopleStore } from '../actors/index.ts';
import type { ConversationStore } from '../chat/index.ts';
import { unlessUnavailable, type ContentHost } from '../content/index.ts';
import { isWaiting } from '../contracts/index.ts';
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

type HoldingRun = Awaited<ReturnType<HostedRuntime['holding']>>[number];

/** Which runs and configurations use a version; `named` says whose runs they are and what they are about. */
export function usageByRuns(
  runtime: Pick<HostedRuntime, 'holding'>,
  configurations: ConfigurationReader,
  named: (run: HoldingRun) => Promise<{ owner: string | null; pageTitle: string | null }>,
): Pick<SkillUsage, 'runsWaitingUnder' | 'configurationsNamed'> {
  return {
    runsWaitingUnder: async (skillUid, digest) => {
      const waiting = (await runtime.holding({ skillUid, digest })).filter(({ status }) =>
        isWaiting(status),
      );
      return Promise.all(
        waiting.map(async (run) => {
          const { uuid, status, createdAtMs } = run;
          return { uuid, status, createdAtMs, ...(await named(run)) };
        }),
      );
    },
    configurationsNamed: async (uids) =>
      (await configurations.configurations())
        .filter(({ uid }) => uids.includes(uid))
        .map(({ uid, name }) => ({ uid, name })),
  };
}

/** Where a version is in use, asked of those who know: runs, conversations, configurations (WEB-05). */
export function createSkillUsage(deps: {
  readonly runtime: Pick<HostedRuntime, 'holding'>;
  readonly conversations: Pick<ConversationStore, 'held' | 'holding'>;
  readonly configurations: ConfigurationReader;
  readonly peopleStore: Pick<PeopleStore, 'person'>;
  readonly host: Pick<ContentHost, 'readPage' | 'pageOf'>;
}): SkillUsage {
  const { runtime, conversations, configurations, peopleStore, host } = deps;
  const nameOf = async (userId: string) => (await peopleStore.person(userId))?.name ?? userId;
  const titleOf = async (page: number) =>
    (await unlessUnavailable(host.readPage(page, READER)))?.page.title ?? null;
  return {
    ...usageByRuns(runtime, configurations, async ({ initiatorUserId, subject }) => {
      const page = subject === null ? null : await unlessUnavailable(host.pageOf(subject, READER));
      return {
        owner: initiatorUserId === null ? null : await nameOf(initiatorUserId),
        pageTitle: page === null ? null : await titleOf(page),
      };
    }),
    conversationsHolding: async (skillUid, digest) => {
      const holding = await conversations.holding({ skillUid, digest });
      // Many conversations are one person's, or about one page: each is asked for once.
      const owners = await eachOnce(
        holding.map(({ ownerUserId }) => ownerUserId),
        nameOf,
      );
      const titles = await eachOnce(
        holding.flatMap(({ page }) => (page === null ? [] : [page])),
        titleOf,
      );
      return holding.map(({ uuid, ownerUserId, page }) => ({
        uuid,
        owner: owners.get(ownerUserId) ?? ownerUserId,
        pageTitle: page === null ? null : (titles.get(page) ?? null),
      }));
    },
    conversationCounts: async () => {
      const held = await conversations.held();
      const counts = new Map(
        held.map((each) => [`${String(each.skillUid)}/${each.digest}`, each.count]),
      );
      return (skillUid, digest) => counts.get(`${String(skillUid)}/${digest}`) ?? 0;
    },
  };
}

async function eachOnce<K, V>(
  keys: readonly K[],
  look: (key: K) => Promise<V>,
): Promise<ReadonlyMap<K, V>> {
  const unique = [...new Set(keys)];
  return new Map(await Promise.all(unique.map(async (key) => [key, await look(key)] as const)));
}
