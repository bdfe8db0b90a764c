import { isInitiatorOf, type Actor } from '../actors/index.ts';
import { remembered } from '../base/index.ts';
import { unlessUnavailable, type PageContent } from '../content/index.ts';
import type { InboxItem, RunInspection, RunListItem, RunView } from '../contracts/index.ts';
import type { WaitingRun } from '../runs/index.ts';
import type { HttpDeps } from './http-deps.ts';

type Details = Pick<HttpDeps, 'chat' | 'configurations' | 'host' | 'people'>;

/** Runs with the names that go with them, as far as the reader may know them: pages by their own rights. */
export async function describeRuns(
  deps: Details,
  runs: readonly RunView[],
  actor: Actor,
): Promise<RunListItem[]> {
  const configurations = await deps.configurations.configurations();
  const readPage = remembered((uid: number) => unlessUnavailable(deps.host.readPage(uid, actor)));
  const nameOf = remembered(
    async (userId: string) => (await deps.people.person(userId))?.name ?? userId,
  );
  return Promise.all(
    runs.map(async (run) => {
      const isMine = isInitiatorOf(actor, { initiatorUserId: run.initiatorUserId ?? null });
      return {
        ...run,
        // A conversation is its owner's alone, so nobody else gets a way to it.
        conversationUuid: isMine ? (run.conversationUuid ?? null) : null,
        page: await pageOfRun({ ...deps, readPage }, run, actor),
        startedBy: run.initiatorUserId == null ? '' : await nameOf(run.initiatorUserId),
        isMine,
        isConversation: (run.conversationUuid ?? null) !== null,
        configurationName:
          configurations.find(({ uid }) => uid === run.configurationUid)?.name ?? '',
      };
    }),
  );
}

/** What was decided in a run, with what the people are called who did. */
export async function describeDecisions(
  { people }: Pick<Details, 'people'>,
  decisions: RunInspection['decisions'],
): Promise<RunInspection['decisions']> {
  const nameOf = remembered(async (userId: string) => (await people.person(userId))?.name ?? null);
  return Promise.all(decisions.map(async (each) => ({ ...each, byName: await nameOf(each.by) })));
}

/** Waiting runs as the inbox shows them. */
export async function describeWaiting(
  deps: Details,
  waiting: readonly WaitingRun[],
  actor: Actor,
): Promise<InboxItem[]> {
  const described = await describeRuns(
    deps,
    waiting.map(({ run }) => run),
    actor,
  );
  return described.flatMap((item, index) => {
    const found = waiting[index];
    if (found === undefined) return [];
    const { refusals, withheldBecause, requiresSecondApprover } = found;
    const isWithheld = withheldBecause !== null;
    return [{ ...item, refusals, isWithheld, withheldBecause, requiresSecondApprover }];
  });
}

async function pageOfRun(
  {
    chat,
    host,
    readPage,
  }: Details & { readonly readPage: (uid: number) => Promise<PageContent | null> },
  run: RunView,
  actor: Actor,
): Promise<RunListItem['page']> {
  const { conversationUuid = null, subject = null } = run;
  const uid =
    (subject === null ? null : await unlessUnavailable(host.pageOf(subject, actor))) ??
    (conversationUuid === null ? null : await chat.pageOf(conversationUuid));
  const content = uid === null ? null : await readPage(uid);
  return content === null ? null : { uid: content.page.uid, title: content.page.title };
}
