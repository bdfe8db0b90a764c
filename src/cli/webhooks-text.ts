import type { WebhookDelivery, WebhookProblem, WebhookView } from '../contracts/index.ts';
import { timeText } from './time-text.ts';

const PROBLEMS: Readonly<Record<Exclude<WebhookProblem, 'refused'>, string>> = {
  timed_out: 'no answer in time',
  unreachable: 'not reached',
  address_refused: 'address of the own network',
  secret_unreadable: 'secret unreadable',
};

/** One line of `vouch webhooks list`. */
export function webhookLine(webhook: WebhookView): string {
  const { name, url, events, isActive, waiting, givenUp } = webhook;
  return `${[
    name,
    isActive ? 'active' : 'paused',
    url,
    events.join(','),
    `${String(waiting)} waiting`,
    `${String(givenUp)} given up`,
  ].join('  ')}\n`;
}

/** One line of `vouch webhooks deliveries`. */
export function deliveryLine(delivery: WebhookDelivery): string {
  const { id, type, state, attempts, status, problem, createdAtMs, nextAtMs } = delivery;
  return `${[
    id,
    timeText(createdAtMs),
    type,
    state.replace('_', ' '),
    `${String(attempts)} ${attempts === 1 ? 'attempt' : 'attempts'}`,
    ...(status === null ? [] : [`answered ${String(status)}`]),
    ...(problem === null || problem === 'refused' ? [] : [PROBLEMS[problem]]),
    ...(nextAtMs === null || attempts === 0 ? [] : [`next attempt ${timeText(nextAtMs)}`]),
  ].join('  ')}\n`;
}

/** What `vouch webhooks test` says: what answered what. */
export function testText(
  webhook: Pick<WebhookView, 'name' | 'url'>,
  delivery: WebhookDelivery,
): string {
  return `${testSentence(webhook, delivery)}\n`;
}

function testSentence(
  { name, url }: Pick<WebhookView, 'name' | 'url'>,
  { state, status, problem }: WebhookDelivery,
): string {
  const answered = `${url} answered ${String(status)}`;
  if (state === 'delivered') return `${answered}: ${name} took the test.`;
  switch (problem) {
    case 'refused':
      return `${answered}: ${name} did not take the test. ${
        status !== null && status >= 300 && status < 400
          ? 'Redirects are not followed; give the address they lead to.'
          : 'Only an answer from 200 to 299 counts.'
      }`;
    case 'timed_out':
      return `${url} did not answer within ten seconds: ${name} did not take the test.`;
    case 'unreachable':
      return `Nothing answers at ${url}: ${name} did not take the test.`;
    case 'address_refused':
      return `${url} was not asked, since it leads into the own network. To allow that, set webhooks.privateAddresses (VOUCH_WEBHOOKS_PRIVATE_ADDRESSES).`;
    case 'secret_unreadable':
      return `Nothing was sent to ${name}, since its secret cannot be read with the keys of this installation. Next: vouch webhooks new-secret "${name}"`;
    case null:
      return `The test is on its way to ${name}; see what becomes of it with: vouch webhooks deliveries "${name}"`;
  }
}
