import { expect, it } from 'vitest';
import type { WebhookDelivery } from '../contracts/index.ts';
import { deliveryLine, testText } from './webhooks-text.ts';

const WEBHOOK = { name: 'Chat', url: 'https://hooks.example.org/in' };
const DELIVERY: WebhookDelivery = {
  id: 'd-1',
  eventId: 'e-1',
  type: 'run.waiting',
  state: 'waiting',
  attempts: 1,
  createdAtMs: Date.UTC(2026, 10, 30, 5, 6, 7),
  nextAtMs: null,
  deliveredAtMs: null,
  status: null,
  problem: null,
};

it.each<[Partial<WebhookDelivery>, string]>([
  [
    { state: 'delivered', status: 204 },
    'https://hooks.example.org/in answered 204: Chat took the test.',
  ],
  [
    { state: 'given_up', status: 500, problem: 'refused' },
    'https://hooks.example.org/in answered 500: Chat did not take the test. Only an answer from 200 to 299 counts.',
  ],
  [
    { state: 'given_up', status: 302, problem: 'refused' },
    'https://hooks.example.org/in answered 302: Chat did not take the test. Redirects are not followed; give the address they lead to.',
  ],
  [
    { state: 'given_up', problem: 'timed_out' },
    'https://hooks.example.org/in did not answer within ten seconds: Chat did not take the test.',
  ],
  [
    { state: 'given_up', problem: 'unreachable' },
    'Nothing answers at https://hooks.example.org/in: Chat did not take the test.',
  ],
  [
    { state: 'given_up', problem: 'address_refused' },
    'https://hooks.example.org/in was not asked, since it leads into the own network. To allow that, set webhooks.privateAddresses (VOUCH_WEBHOOKS_PRIVATE_ADDRESSES).',
  ],
  [
    { state: 'given_up', problem: 'secret_unreadable' },
    'Nothing was sent to Chat, since its secret cannot be read with the keys of this installation. Next: vouch webhooks new-secret "Chat"',
  ],
  [
    {},
    'The test is on its way to Chat; see what becomes of it with: vouch webhooks deliveries "Chat"',
  ],
])('a test says in a sentence what answered what: %j', (delivery, words) => {
  expect(testText(WEBHOOK, { ...DELIVERY, ...delivery })).toBe(`${words}\n`);
});

it('a delivery says when its event was, what became of it, and when it is tried again', () => {
  expect(deliveryLine({ ...DELIVERY, state: 'delivered', status: 204 })).toBe(
    'd-1  2026-11-30 05:06:07  run.waiting  delivered  1 attempt  answered 204\n',
  );
  expect(
    deliveryLine({
      ...DELIVERY,
      attempts: 2,
      status: 503,
      problem: 'refused',
      nextAtMs: Date.UTC(2026, 10, 30, 6),
    }),
  ).toBe(
    'd-1  2026-11-30 05:06:07  run.waiting  waiting  2 attempts  answered 503  next attempt 2026-11-30 06:00:00\n',
  );
  expect(
    deliveryLine({ ...DELIVERY, state: 'given_up', problem: 'timed_out', attempts: 9 }),
  ).toContain('given up  9 attempts  no answer in time\n');
});
