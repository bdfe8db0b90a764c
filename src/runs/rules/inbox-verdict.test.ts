import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inboxVerdict, type InboxFacts } from './inbox-verdict.ts';

const FREE: InboxFacts = {
  holdsProcessPin: false,
  isInitiator: false,
  mayApproveOwn: false,
  configurationExists: true,
  requireSecondApprover: false,
  stateUnreadable: false,
  mayRunPending: true,
};

it.each([
  [{}, null, null],
  [{ holdsProcessPin: true, isInitiator: true }, 'decide_in_chat', 'decide_in_chat'],
  [{ configurationExists: false }, 'configuration_gone', 'configuration_gone'],
  [{ stateUnreadable: true }, 'corrupt_state', 'corrupt_state'],
  [{ isInitiator: true }, 'may_not_approve', null],
  [{ isInitiator: true, mayApproveOwn: true }, null, null],
  [{ isInitiator: true, mayApproveOwn: true, requireSecondApprover: true }, 'self_approval', null],
  [{ requireSecondApprover: true }, null, null],
  [{ mayRunPending: false }, 'approver_not_permitted', null],
] as const)('DEC-05 %j: approve %s, deny %s', (facts, approve, deny) => {
  expect(inboxVerdict({ ...FREE, ...facts })).toEqual({ approve, deny });
});

it('PRC-04 a process is never decided in the inbox, whatever else holds; who may not deny may not approve', () => {
  const facts = fc.record({
    holdsProcessPin: fc.boolean(),
    isInitiator: fc.boolean(),
    mayApproveOwn: fc.boolean(),
    configurationExists: fc.boolean(),
    requireSecondApprover: fc.boolean(),
    stateUnreadable: fc.boolean(),
    mayRunPending: fc.boolean(),
  });
  fc.assert(
    fc.property(facts, (given) => {
      const { approve, deny } = inboxVerdict(given);
      if (given.holdsProcessPin)
        expect([approve, deny]).toEqual(['decide_in_chat', 'decide_in_chat']);
      if (deny !== null) expect(approve).not.toBeNull();
    }),
  );
});
