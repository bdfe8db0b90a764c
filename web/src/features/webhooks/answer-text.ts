import type { Locale, WebhookDelivery } from '../../../../src/contracts/index.ts';
import type { webhookWords } from './words.ts';

/** What the last attempt of a delivery met, in words. */
export function answerText(
  t: (typeof webhookWords)[Locale],
  { status, problem }: Pick<WebhookDelivery, 'status' | 'problem'>,
): string {
  // A refusal is nothing but its number: a word for it would read as if the receiver had said it.
  if (problem !== null && problem !== 'refused') return t.problems[problem];
  if (status === null) return t.noAnswer;
  return problem === null ? t.answered(status) : t.answeredOtherwise(status);
}
