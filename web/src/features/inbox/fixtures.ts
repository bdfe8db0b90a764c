import type { InboxItem, PendingCard } from '../../../../src/contracts/index.ts';

/** Plain facts for tests, each overridable. */
export function aCard(change: Partial<PendingCard> = {}): PendingCard {
  return {
    kind: 'approval',
    digest: 'd',
    calls: [],
    isProcessWrite: false,
    inputTool: null,
    inputSchema: null,
    ...change,
  };
}

export function anItem(change: Partial<InboxItem> = {}): InboxItem {
  return {
    uuid: 'r',
    status: 'waiting_for_approval',
    termination: null,
    message: null,
    holdsProcessPin: false,
    processSkillUid: null,
    card: aCard(),
    progress: null,
    highlight: null,
    createdAtMs: 0,
    finishedAtMs: null,
    page: null,
    startedBy: 'Ada',
    isMine: false,
    configurationName: 'Site',
    refusals: { approve: null, deny: null },
    isWithheld: false,
    requiresSecondApprover: false,
    ...change,
  };
}
