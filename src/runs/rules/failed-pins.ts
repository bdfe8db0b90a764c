import type { SaidNotice } from '../../contracts/index.ts';
import type { Pin, PinRefusal } from '../../skills/index.ts';

/** A pin that no longer holds, and why. `four_eyes` fails the process pin alone (PRC-06). */
export interface FailedPin {
  readonly pin: Pin;
  readonly reason: PinRefusal | 'four_eyes';
  /** What an administrator wrote with the revocation, for the people it stops. */
  readonly because?: string;
}

/** All failing pins at once: they are named and removed in one stop (rules.md §2, decisions §56). */
export function failedPins(
  pins: readonly Pin[],
  facts: {
    readonly verdictOf: (pin: Pin) => 'holds' | PinRefusal;
    readonly requireSecondApprover: boolean;
  },
): readonly FailedPin[] {
  return pins.flatMap((pin): FailedPin[] => {
    const verdict = facts.verdictOf(pin);
    if (verdict !== 'holds') return [{ pin, reason: verdict }];
    return pin.process && facts.requireSecondApprover ? [{ pin, reason: 'four_eyes' }] : [];
  });
}

/** Why a run stopped: the four-eyes setting when that is all there is, a failed pin otherwise. */
export function stopTermination(failed: readonly FailedPin[]): 'pin_failed' | 'four_eyes_blocked' {
  return failed.length > 0 && failed.every(({ reason }) => reason === 'four_eyes')
    ? 'four_eyes_blocked'
    : 'pin_failed';
}

/** The sentence of a stopped run: names every skill and reason, and what happens next (PIN-03). */
export function stopSentence(failed: readonly FailedPin[], subjectGone: boolean): string {
  const sentences = failed.map(({ pin, reason }) => {
    const skill = `"${pin.name}" (skill ${String(pin.skillUid)})`;
    return `The instruction ${skill} ${REASONS[reason]}.`;
  });
  if (subjectGone) sentences.push('The page was deleted, or you may no longer read it.');
  return [
    ...sentences,
    'This run stopped before anything further was done; your next message continues without it.',
  ].join(' ');
}

/** The same for a person's screen, which says it in their language: one notice a reason (PIN-03, CHT-05). */
export function stopNotices(
  failed: readonly FailedPin[],
  subjectGone: boolean,
): readonly SaidNotice[] {
  return [
    ...failed.map(({ pin, reason, because = '' }): SaidNotice => ({
      code: 'pin_failed',
      data: {
        skillUid: pin.skillUid,
        name: pin.name,
        reason,
        ...(because === '' ? {} : { because }),
      },
    })),
    ...(subjectGone ? [{ code: 'subject_gone' as const, data: {} }] : []),
  ];
}

const REASONS: Readonly<Record<FailedPin['reason'], string>> = {
  skill_gone: 'no longer exists',
  orphaned: 'is gone from its source',
  below_threshold: 'comes from a source whose trust level is now too low',
  revoked: 'was revoked',
  snapshot_damaged: 'does not match the version that was approved',
  four_eyes:
    'cannot go on, because this configuration now asks for a second approver (setting "require second approver")',
};
