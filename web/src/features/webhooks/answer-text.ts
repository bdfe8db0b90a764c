import type { Locale, WebhookDelivery } from '../../../../src/contracts/index.ts';
import type { webhookWords } from './words.ts';

/** What the last attempt of a delivery met, in words. */
export function answerText(
  t: (typeof webhookWords)[Locale],
  { status, problem }: Pick<WebhookDelivery, 'status' | 'problem'>,
): string {
  const parts = [
    ...(status === null ? [] : [String(status)]),
    ...(problem === null ? [] : [t.problems[problem]]),
  ];
  return parts.length === 0 ? t.noAnswer : parts.join(' · ');
}
