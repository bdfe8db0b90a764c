import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_CONTENT_RIGHTS } from '../../actors/index.ts';
import { approvalRefusal } from './approval-verdict.ts';
import { inboxVerdict, type InboxFacts } from './inbox-verdict.ts';

const FREE: InboxFacts = {
  holdsProcessPin: false,
  isInitiator: false,
  mayApproveOwn: false,
  configurationExists: true,
  requireSecondApprover: false,
  stateUnreadable: false,
  mayRunPending: true,
  previewFailed: false,
};

const FACTS = fc.record({
  holdsProcessPin: fc.boolean(),
  isInitiator: fc.boolean(),
  mayApproveOwn: fc.boolean(),
  configurationExists: fc.boolean(),
  requireSecondApprover: fc.boolean(),
  stateUnreadable: fc.boolean(),
  mayRunPending: fc.boolean(),
  previewFailed: fc.boolean(),
});

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
  [{ previewFailed: true }, 'preview_failed', null],
  [{ previewFailed: true, mayRunPending: false }, 'approver_not_permitted', null],
  [{ previewFailed: true, stateUnreadable: true }, 'corrupt_state', 'corrupt_state'],
] as const)('DEC-05 %j: approve %s, deny %s', (facts, approve, deny) => {
  expect(inboxVerdict({ ...FREE, ...facts })).toEqual({ approve, deny });
});

it('PRC-04 a process is never decided in the inbox, whatever else holds; who may not deny may not approve', () => {
  fc.assert(
    fc.property(FACTS, (given) => {
      const { approve, deny } = inboxVerdict(given);
      if (given.holdsProcessPin)
        expect([approve, deny]).toEqual(['decide_in_chat', 'decide_in_chat']);
      if (deny !== null) expect(approve).not.toBeNull();
    }),
  );
});

it('DEC-05 says of an ordinary run what the decision itself is answered with, in the same order', () => {
  const user = {
    kind: 'user',
    userId: 'me',
    name: 'me',
    isAdministrator: false,
    groupIds: [],
    grants: ['agent_approve'],
    rights: NO_CONTENT_RIGHTS,
  } as const;
  fc.assert(
    fc.property(FACTS, fc.boolean(), (given, approved) => {
      const facts = { ...given, holdsProcessPin: false };
      const { approve, deny } = inboxVerdict(facts);
      const said = approved ? approve : deny;
      const verdict = approvalRefusal({
        actor: user,
        run: {
          status: 'waiting_for_approval',
          processSkillUid: null,
          initiatorUserId: given.isInitiator ? 'me' : 'somebody',
        },
        configuration: given.configurationExists
          ? { requireSecondApprover: given.requireSecondApprover }
          : null,
        stateUnreadable: given.stateUnreadable,
        approved,
      });
      // Asked before the runtime is, and after the claim.
      if (approved && given.isInitiator && !given.mayApproveOwn) {
        expect(said).toBe('may_not_approve');
      } else if (verdict.do === 'refuse') expect(said).toBe(verdict.code);
      else if (approved && !given.mayRunPending) expect(said).toBe('approver_not_permitted');
      // The decision itself would look again (DEC-02); only the yes is not offered.
      else expect(said).toBe(approved && given.previewFailed ? 'preview_failed' : null);
    }),
  );
});
