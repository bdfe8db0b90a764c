import { useId, useState, type ReactNode } from 'react';
import { AnswerButton, Icon } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { cardWords } from './card-words.ts';
import type { CardAnswer, CardLock, CardView } from './model/card-view.ts';

interface AnswersProps {
  readonly view: CardView;
  readonly lock: CardLock | null;
  readonly refusal: ReactNode;
  readonly onAnswer: (answer: CardAnswer) => void;
}

/** The answers, each with what it does. They stay in view, and when they cannot be pressed they say why. */
export function Answers({ view, lock, refusal, onAnswer }: AnswersProps) {
  const t = useText(cardWords);
  const reasonId = useId();
  const [pressed, setPressed] = useState<CardAnswer | null>(null);
  const reason = reasonText(view, lock, t);
  return (
    <div className="v-answers" role="group" aria-label={t.yourAnswer}>
      {refusal !== null && <div className="v-answers__note">{refusal}</div>}
      {view.answers.map((answer) => {
        const isBlocked = answer === 'approve' && view.approveBlock !== null;
        return (
          <AnswerButton
            key={answer}
            consequence={consequenceOf(view, answer, t)}
            {...(answer === 'approve' && !isBlocked ? { variant: 'primary' as const } : {})}
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
  if (view.approveBlock === 'preview_failed') return t.previewFailed;
  if (view.approveBlock === 'may_not_approve') return t.mayNotApprove;
  return null;
}

function labelOf(view: CardView, answer: CardAnswer, t: Words): string {
  if (view.kind === 'approval') return answer === 'approve' ? t.plainApprove : t.deny;
  return t[answer];
}

function consequenceOf(view: CardView, answer: CardAnswer, t: Words): string {
  if (view.kind === 'approval') return answer === 'approve' ? t.plainApproveEffect : t.denyEffect;
  return t[`${answer}Effect`];
}
