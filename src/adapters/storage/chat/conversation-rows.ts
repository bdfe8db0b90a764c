import type { Insertable, Selectable } from 'kysely';
import type {
  Conversation,
  ConversationState,
  NewEntry,
  RecordedDecision,
} from '../../../chat/index.ts';
import type {
  CarriedOut,
  ConversationEntry,
  ConversationStatus,
  FieldChange,
  HeldProcess,
  Locale,
  Progress,
  ProposalOutcome,
  ProposalOutcomeKind,
  RecordRef,
} from '../../../contracts/index.ts';
import { fromFlag, toFlag, toJson } from '../columns.ts';
import { foldedText } from './folded-text.ts';
import type { ConversationEntryTable, ConversationTable, ProposalOutcomeTable } from './tables.ts';

export function toConversation(row: Selectable<ConversationTable>): Conversation {
  return {
    uuid: row.uuid,
    ownerUserId: row.owner_user_id,
    title: row.title,
    page: row.page_uid,
    locale: row.locale as Locale,
    configurationUid: row.configuration_uid,
    status: row.status as ConversationStatus,
    version: row.version,
    runUuid: row.run_uuid,
    eventSequence: row.event_sequence,
    claimedFrom: row.claimed_from as ConversationStatus | null,
    decision: fromJson(row.decision) as RecordedDecision | null,
    endProcess: fromFlag(row.end_process),
    tourStart: row.tour_start,
    process: fromJson(row.process) as HeldProcess | null,
    progress: fromJson(row.progress) as Progress | null,
    highlight: fromJson(row.highlight) as RecordRef | null,
    lastSequence: row.last_sequence,
    pinned: fromFlag(row.pinned),
    archivedAtMs: row.archived_at_ms,
    openedAtMs: row.opened_at_ms,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  };
}

export function fromConversation(conversation: Conversation): Insertable<ConversationTable> {
  return {
    uuid: conversation.uuid,
    owner_user_id: conversation.ownerUserId,
    title: conversation.title,
    title_folded: foldedText(conversation.title),
    page_uid: conversation.page,
    locale: conversation.locale,
    configuration_uid: conversation.configurationUid,
    status: conversation.status,
    version: conversation.version,
    run_uuid: conversation.runUuid,
    event_sequence: conversation.eventSequence,
    claimed_from: conversation.claimedFrom,
    decision: toJson(conversation.decision),
    end_process: toFlag(conversation.endProcess),
    tour_start: conversation.tourStart,
    process: toJson(conversation.process),
    progress: toJson(conversation.progress),
    highlight: toJson(conversation.highlight),
    pinned: toFlag(conversation.pinned),
    archived_at_ms: conversation.archivedAtMs,
    opened_at_ms: conversation.openedAtMs,
    last_sequence: conversation.lastSequence,
    created_at_ms: conversation.createdAtMs,
    updated_at_ms: conversation.updatedAtMs,
    work_owner: null,
    work_until_ms: 0,
  };
}

/** The columns of the fields that are given. */
export function stateColumns(set: Partial<ConversationState>) {
  return {
    title: set.title,
    title_folded: set.title === undefined ? undefined : foldedText(set.title),
    status: set.status,
    run_uuid: set.runUuid,
    event_sequence: set.eventSequence,
    claimed_from: set.claimedFrom,
    decision: toJson(set.decision),
    end_process: toFlag(set.endProcess),
    tour_start: set.tourStart,
    process: toJson(set.process),
    progress: toJson(set.progress),
    highlight: toJson(set.highlight),
    pinned: toFlag(set.pinned),
    archived_at_ms: set.archivedAtMs,
    opened_at_ms: set.openedAtMs,
  };
}

/** An entry as its row keeps it; what an outcome says besides stands in a row of its own. */
type StoredBody =
  | Exclude<NewEntry, { kind: 'outcome' }>
  | { readonly kind: 'outcome'; readonly id: string; readonly carriedOut?: CarriedOut };

export function fromEntry(entry: NewEntry): string {
  if (entry.kind !== 'outcome') return JSON.stringify(entry);
  const { id, carriedOut } = entry.outcome;
  const body: StoredBody = {
    kind: 'outcome',
    id,
    ...(carriedOut === undefined ? {} : { carriedOut }),
  };
  return JSON.stringify(body);
}

/** What a search looks through of an entry: the person's own words. */
export function saidFolded(entry: NewEntry): string | null {
  return entry.kind === 'user' ? foldedText(entry.text) : null;
}

export function toEntries(
  rows: readonly Selectable<ConversationEntryTable>[],
  outcomeRows: readonly Selectable<ProposalOutcomeTable>[],
): readonly ConversationEntry[] {
  const stored = rows.map((row) => ({ row, kept: JSON.parse(row.body) as StoredBody }));
  const carriedOut = new Map(
    stored.flatMap(({ kept }) =>
      kept.kind === 'outcome' && kept.carriedOut !== undefined
        ? [[kept.id, kept.carriedOut] as const]
        : [],
    ),
  );
  const outcomes = outcomeRows.map((row) => ({
    sequence: row.sequence,
    outcome: toOutcome(row, carriedOut.get(row.id)),
  }));
  return stored.flatMap(({ row, kept }) => {
    const body = filledBody(kept, row.sequence, outcomes);
    return body === null ? [] : [{ sequence: row.sequence, atMs: row.at_ms, body }];
  });
}

function filledBody(
  stored: StoredBody,
  sequence: number,
  outcomes: readonly { readonly sequence: number; readonly outcome: ProposalOutcome }[],
): ConversationEntry['body'] | null {
  switch (stored.kind) {
    case 'outcome': {
      const found = outcomes.find(({ outcome }) => outcome.id === stored.id);
      return found === undefined ? null : { kind: 'outcome', outcome: found.outcome };
    }
    case 'tour_finished':
      return {
        kind: 'tour_finished',
        outcomes: outcomes
          .filter((one) => one.sequence >= stored.since && one.sequence < sequence)
          .map(({ outcome }) => outcome),
      };
    case 'user':
    case 'assistant':
    case 'notice':
    case 'stopped':
      return stored;
  }
}

function toOutcome(
  row: Selectable<ProposalOutcomeTable>,
  carriedOut: CarriedOut | undefined,
): ProposalOutcome {
  return {
    id: row.id,
    kind: row.kind as ProposalOutcomeKind,
    fields: JSON.parse(row.fields) as FieldChange[],
    tool: row.tool,
    target:
      row.target_table === null || row.target_uid === null
        ? null
        : { table: row.target_table, uid: row.target_uid },
    historyId: row.history_id,
    undone: fromFlag(row.undone),
    ...(carriedOut === undefined ? {} : { carriedOut }),
    point: row.point,
  };
}

export function fromOutcome(
  outcome: ProposalOutcome,
  place: { readonly conversationUuid: string; readonly sequence: number },
): Insertable<ProposalOutcomeTable> {
  return {
    id: outcome.id,
    conversation_uuid: place.conversationUuid,
    sequence: place.sequence,
    kind: outcome.kind,
    fields: JSON.stringify(outcome.fields),
    tool: outcome.tool,
    target_table: outcome.target?.table ?? null,
    target_uid: outcome.target?.uid ?? null,
    history_id: outcome.historyId,
    undone: toFlag(outcome.undone),
    point: outcome.point,
  };
}

function fromJson(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}
