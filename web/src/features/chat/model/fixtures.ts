import type {
  CatalogueEntry,
  ConversationEntry,
  ConversationView,
  FieldChange,
  PendingCall,
  PendingCard,
  ProposalOutcome,
} from '../../../../../src/contracts/index.ts';

/** Plain facts for tests, each overridable. */
export function aField(change: Partial<FieldChange> = {}): FieldChange {
  return {
    table: 'content',
    uid: 7,
    field: 'source',
    label: { en: 'Text', de: 'Text' },
    place: 'What we do',
    before: 'One. Two is long. Three.',
    after: 'One. Two is short. Three.',
    ...change,
  };
}

export function aCall(change: Partial<PendingCall> = {}): PendingCall {
  return {
    callId: 'call-1',
    tool: 'update_content_element',
    arguments: {},
    effect: 'idempotent_write',
    preview: { lines: [], fields: [aField()], failed: false },
    target: { table: 'content', uid: 7, fields: ['source'] },
    ...change,
  };
}

export function aCard(change: Partial<PendingCard> = {}): PendingCard {
  return {
    kind: 'approval',
    digest: 'card-1',
    calls: [aCall()],
    isProcessWrite: true,
    inputTool: null,
    inputSchema: null,
    ...change,
  };
}

export function anOutcome(change: Partial<ProposalOutcome> = {}): ProposalOutcome {
  return {
    id: 'outcome-1',
    kind: 'applied',
    fields: [aField()],
    tool: 'update_content_element',
    target: { table: 'content', uid: 7 },
    historyId: 'history-1',
    undone: false,
    point: 1,
    ...change,
  };
}

export function anEntry(sequence: number, body: ConversationEntry['body']): ConversationEntry {
  return { sequence, atMs: sequence * 60_000, body };
}

export function aConversation(change: Partial<ConversationView> = {}): ConversationView {
  return {
    uuid: 'conversation-1',
    title: 'Page review',
    page: 12,
    pageTitle: 'About us',
    language: 'en',
    status: 'awaiting_approval',
    version: 5,
    runUuid: 'run-1',
    process: { skillUid: 4, name: 'Page review', digest: `1:${'3fa9c1d2'.repeat(8)}` },
    progress: { current: 2, total: 5, completed: false },
    highlight: { table: 'content', uid: 7 },
    card: aCard(),
    earlierVariants: [],
    revoked: null,
    attachments: [],
    imagesUnseen: false,
    pinned: false,
    archivedAtMs: null,
    openedAtMs: 0,
    entries: [],
    updatedAtMs: 0,
    ...change,
  };
}

export function aCatalogueEntry(change: Partial<CatalogueEntry> = {}): CatalogueEntry {
  return {
    uid: 1,
    identifier: 'page-review',
    name: 'Page review',
    description: 'Goes through a page',
    loadMode: 'on_demand',
    process: true,
    instruction: true,
    untrusted: false,
    digest: `1:${'3fa9c1d2'.repeat(8)}`,
    openPoints: 0,
    ...change,
  };
}
