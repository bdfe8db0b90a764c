import type { Actor } from '../actors/index.ts';
import { remembered } from '../base/index.ts';
import { unlessUnavailable, type PageContent } from '../content/index.ts';
import type {
  AttachmentView,
  ConversationEntry,
  ConversationView,
  FieldChange,
  HeldProcess,
  PendingCard,
  RunView,
} from '../contracts/index.ts';
import type { ChatDeps } from './chat-deps.ts';
import { isAwaiting, type Conversation } from './conversation.ts';
import { withheldCard, withheldEntry } from './gone-page.ts';

export interface ConversationViews {
  /** Everything: entries, the card that is current, progress and highlight as the run has them now. */
  view(conversation: Conversation, actor: Actor): Promise<ConversationView>;
  /** For lists: no entries, no card; each page is read once. */
  summaries(
    conversations: readonly Conversation[],
    actor: Actor,
  ): Promise<readonly ConversationView[]>;
}

export function createConversationViews(
  deps: Pick<
    ChatDeps,
    'conversations' | 'runtime' | 'host' | 'skills' | 'configurations' | 'seesImages'
  >,
): ConversationViews {
  const header = async (
    conversation: Conversation,
    readPage: (uid: number) => Promise<PageContent | null>,
  ) => {
    const page =
      conversation.page === null ? null : await unlessUnavailable(readPage(conversation.page));
    return {
      uuid: conversation.uuid,
      title: conversation.title,
      page: conversation.page,
      pageTitle: page?.page.title ?? null,
      language: page?.page.language ?? null,
      status: conversation.status,
      version: conversation.version,
      runUuid: conversation.runUuid,
      process: conversation.process,
      progress: conversation.progress,
      highlight: conversation.highlight,
      card: null,
      earlierVariants: [],
      revoked: null,
      attachments: [],
      imagesUnseen: false,
      entries: [],
      pinned: conversation.pinned,
      archivedAtMs: conversation.archivedAtMs,
      openedAtMs: conversation.openedAtMs,
      updatedAtMs: conversation.updatedAtMs,
    };
  };
  /** Whether images wait that the conversation's model is not shown. */
  const unseen = async (
    { configurationUid }: Conversation,
    waiting: readonly AttachmentView[],
  ): Promise<boolean> => {
    if (waiting.every(({ image }) => image === undefined)) return false;
    const configuration =
      (await deps.configurations.configuration(configurationUid)) ??
      (await deps.configurations.defaultConfiguration());
    return configuration === null || !(await deps.seesImages(configuration));
  };
  /** Whether somebody but the initiator, who alone sees this, has to approve the card of a run (ADR-172). */
  const needsSecondPerson = async (run: RunView): Promise<boolean> => {
    if (run.card?.kind !== 'approval' || run.holdsProcessPin) return false;
    const { configurationUid } = run;
    const configuration =
      configurationUid === undefined
        ? null
        : await deps.configurations.configuration(configurationUid);
    return configuration?.requireSecondApprover ?? false;
  };
  return {
    summaries: (conversations, actor) => {
      const readPage = remembered((uid: number) => deps.host.readPage(uid, actor));
      return Promise.all(conversations.map((conversation) => header(conversation, readPage)));
    },
    view: async (conversation, actor) => {
      const [view, entries, attachments, run] = await Promise.all([
        header(conversation, (uid) => deps.host.readPage(uid, actor)),
        deps.conversations.entries(conversation.uuid),
        deps.conversations.waitingAttachments(conversation.uuid),
        conversation.runUuid === null || conversation.claimedFrom !== null
          ? null
          : deps.runtime.status(conversation.runUuid, actor),
      ]);
      const live = conversation.status === 'processing' || isAwaiting(conversation.status);
      const progress = (live ? run?.progress : null) ?? view.progress;
      const waiting = isAwaiting(conversation.status) ? (run?.card ?? null) : null;
      const isGone = view.page !== null && view.pageTitle === null;
      const card = waiting !== null && isGone ? withheldCard(waiting) : waiting;
      const shownAtMs = card === null ? null : (entries.at(-1)?.atMs ?? conversation.updatedAtMs);
      const process = (live && run !== null ? heldProcessOf(run) : null) ?? view.process;
      return {
        ...view,
        process,
        ...(process === null ? {} : await approvalOf(deps.skills, process, shownAtMs)),
        ...(card !== null && run !== null && (await needsSecondPerson(run))
          ? { needsSecondPerson: true as const }
          : {}),
        progress,
        highlight:
          progress?.completed === true ? null : ((live ? run?.highlight : null) ?? view.highlight),
        card,
        earlierVariants: card === null || isGone ? [] : earlierVariants(entries, card),
        entries: isGone ? entries.map(withheldEntry) : [...entries],
        attachments: [...attachments],
        imagesUnseen: await unseen(conversation, attachments),
      };
    },
  };
}

/**
 * Whether the approval of a held version, from the source it was pinned in (decisions §55), was taken back, or was while a card
 * waited since `shownAtMs` and is there again; the run itself asks again before it does anything (PIN-03).
 */
async function approvalOf(
  skills: ChatDeps['skills'],
  { skillUid, digest, sourceUid: pinnedIn }: HeldProcess,
  shownAtMs: number | null,
): Promise<Pick<ConversationView, 'revoked' | 'approvedAgain'>> {
  const sourceUid = pinnedIn ?? (await skills.skill(skillUid))?.sourceUid;
  if (sourceUid === undefined) return { revoked: null };
  const found = await skills.approvalOf({ skillUid, sourceUid, digest });
  if (found === null) return { revoked: null };
  if (!found.unrevoked) return { revoked: { because: found.revokedBecause ?? '' } };
  if (shownAtMs === null || found.approval.atMs < shownAtMs) return { revoked: null };
  const approvals = await skills.approvals(skillUid);
  const approvedAgain = approvals.some(
    ({ approval, revocation }) =>
      approval.digest === digest && revocation !== null && revocation.atMs >= shownAtMs,
  );
  return { revoked: null, ...(approvedAgain ? { approvedAgain } : {}) };
}

/** The process a run holds, as its view tells it. */
export function heldProcessOf(run: RunView): HeldProcess | null {
  if (!run.holdsProcessPin || run.processSkillUid === null) return null;
  return run.heldProcess ?? { skillUid: run.processSkillUid, name: '', digest: '' };
}

/**
 * What was proposed before for the waiting card: the cards answered with *another variant* since the last other answer, on
 * the same record, oldest first.
 */
export function earlierVariants(
  entries: readonly ConversationEntry[],
  card: PendingCard,
): FieldChange[][] {
  const target = card.calls[0]?.target;
  if (!card.isProcessWrite || target === null || target === undefined) return [];
  const variants: FieldChange[][] = [];
  for (const { body } of [...entries].reverse()) {
    if (body.kind !== 'outcome') continue;
    const { kind, fields, target: record } = body.outcome;
    if (kind !== 'variant') break;
    if (record?.table !== target.table || record.uid !== target.uid) break;
    variants.push([...fields]);
  }
  return variants.reverse();
}
