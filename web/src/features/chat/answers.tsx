import { useId, useState } from 'react';
import { AnswerButton, Icon } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { NARROW, useMedia } from '../../lib/use-media.ts';
import { cardWords } from './card-words.ts';
import { RefusalNote } from './refusal-note.tsx';
import type { Refusal } from './use-chat-actions.ts';
import type { CardAnswer, CardLock, CardView } from './model/card-view.ts';

interface AnswersProps {
  readonly view: CardView;
  /** What the card was proposed under may no longer instruct: saying yes saves nothing. */
  readonly isRevoked: boolean;
  readonly lock: CardLock | null;
  readonly refusal: Refusal | null;
  readonly onAnswer: (answer: CardAnswer) => void;
}

/** The answers, each with what it does. They stay in view, and when they cannot be pressed they say why. */
export function Answers({ view, isRevoked, lock, refusal, onAnswer }: AnswersProps) {
  const t = useText(cardWords);
  const reasonId = useId();
  const [pressed, setPressed] = useState<CardAnswer | null>(null);
  const isNarrow = useMedia(NARROW);
  const reason = reasonText(view, lock, t);
  return (
    <div className="v-answers" role="group" aria-label={t.yourAnswer}>
      {refusal !== null && (
        <div className="v-answers__note">
          <RefusalNote refusal={refusal} />
        </div>
      )}
      {view.answers.map((answer) => {
        const isBlocked = answer === 'approve' && view.approveBlock !== null;
        return (
          <AnswerButton
            key={answer}
            consequence={
              isRevoked && answer === 'approve'
                ? t.revokedEffect
                : consequenceOf(view, answer, { t, isNarrow })
            }
            {...(answer === 'approve' && !isBlocked && !isRevoked
              ? { variant: 'primary' as const }
              : {})}
            isDisabled={isBlocked || (lock !== null && pressed !== answer)}
            isPending={lock === 'sending' && pressed === answer}
            {...(reason === null ? {} : { 'aria-describedby': reasonId })}
            onPress={() => {
              setPressed(answer);
              onAnswer(answer);
            }}
          >
            {labelOf(view, answer, t)}
          </AnswerButton>
        );
      })}
      {reason !== null && (
        <p className="v-answers__why" id={reasonId} role="status">
          <Icon name="info" size="sm" />
          {reason}
        </p>
      )}
    </div>
  );
}

type Words = (typeof cardWords)['en'];

function reasonText(view: CardView, lock: CardLock | null, t: Words): string | null {
  if (lock === 'sending') return t.sending;
  if (lock === 'offline') return t.offline;
  if (view.approveBlock === 'preview_failed') {
    return view.kind === 'approval' ? t.plainPreviewFailed : t.previewFailed;
  }
  if (view.approveBlock === 'may_not_approve') return t.mayNotApprove;
  if (view.approveBlock === 'needs_second_person') return t.needsSecondPerson;
  if (view.approveBlock === 'needs_second_administrator') return t.needsSecondAdministrator;
  return null;
}

function labelOf(view: CardView, answer: CardAnswer, t: Words): string {
  if (view.isGone) return t.goneEnd;
  return view.kind === 'approval' && answer === 'approve' ? t.plainApprove : t[answer];
}

function consequenceOf(
  { kind, fields, action, hasTarget, isGone }: CardView,
  answer: CardAnswer,
  { t, isNarrow }: { t: Words; isNarrow: boolean },
): string {
  if (isGone) return t.goneEffect;
  const isElsewhere = fields.length === 0 && action === null;
  if (answer === 'approve' && (kind === 'approval' || isElsewhere)) return t.plainApproveEffect;
  // Where no record is named, nothing stays open and no point is closed.
  if (answer === 'deny' || (answer !== 'approve' && answer !== 'variant' && !hasTarget)) {
    return t.denyEffect;
  }
  const form: 'Short' | 'Effect' = isNarrow ? 'Short' : 'Effect';
  return t[`${answer}${form}`];
}
