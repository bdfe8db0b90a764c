import { expect, it } from 'vitest';
import type { InboxItem } from '../../../../src/contracts/index.ts';
import { filterInbox } from './filter.ts';

const item = (uuid: string, more: Partial<InboxItem>): InboxItem => ({
  uuid,
  status: 'waiting_for_approval',
  termination: null,
  message: null,
  holdsProcessPin: false,
  processSkillUid: null,
  card: null,
  progress: null,
  highlight: null,
  createdAtMs: 0,
  finishedAtMs: null,
  page: null,
  startedBy: '',
  isMine: false,
  configurationName: '',
  refusals: { approve: null, deny: null },
  isWithheld: false,
  requiresSecondApprover: false,
  ...more,
});
const items = [
  item('a', { isMine: true, startedBy: 'Ada', page: { uid: 1, title: 'Alder' } }),
  item('b', { startedBy: 'Edith', holdsProcessPin: true }),
];

it.each([
  ['all', '', ['a', 'b']],
  ['mine', '', ['a']],
  ['others', '', ['b']],
  ['processes', '', ['b']],
  ['all', ' ALD', ['a']],
  ['all', 'edith', ['b']],
  ['mine', 'edith', []],
] as const)('shows %s, searched for “%s”: %j', (show, search, uuids) => {
  expect(filterInbox(items, { show, search }).map(({ uuid }) => uuid)).toEqual(uuids);
});
