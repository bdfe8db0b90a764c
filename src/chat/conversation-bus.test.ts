import { expect, it } from 'vitest';
import { createConversationBus } from './conversation-bus.ts';

it('CHT-08 every reader of a conversation is told in order, and readers of others are not', async () => {
  const bus = createConversationBus();
  const [a, b, other] = [bus.subscribe('c'), bus.subscribe('c'), bus.subscribe('d')];
  bus.publish('c', { type: 'changed' });
  bus.publish('c', { type: 'delta', text: 'Hel' });
  bus.publish('c', { type: 'delta', text: 'lo' });
  bus.publish('c', { type: 'changed' });
  bus.publish('c', { type: 'changed' });
  for (const reader of [a, b]) {
    expect(await reader.next()).toEqual({ type: 'changed' });
    expect(await reader.next()).toEqual({ type: 'delta', text: 'Hello' });
    expect(await reader.next()).toEqual({ type: 'changed' });
  }
  const waiting = a.next();
  bus.publish('c', { type: 'delta', text: 'x' });
  expect(await waiting).toEqual({ type: 'delta', text: 'x' });
  const none = other.next();
  other.close();
  expect(await none).toBeNull();
});

it('CHT-08 a reader that lags behind is dropped and the others go on', async () => {
  const bus = createConversationBus({ maxWaiting: 2 });
  const [slow, quick] = [bus.subscribe('c'), bus.subscribe('c')];
  for (let uid = 0; uid < 3; uid += 1) {
    const told = quick.next();
    bus.publish('c', { type: 'highlight', highlight: { table: 'content', uid } });
    expect(await told).toMatchObject({ highlight: { uid } });
  }
  expect(await slow.next()).toBeNull();
});

it('CHT-08 text does not pile up without end for a reader that does not read', async () => {
  const bus = createConversationBus();
  const slow = bus.subscribe('c');
  for (let count = 0; count < 12; count += 1) {
    bus.publish('c', { type: 'delta', text: 'x'.repeat(10_000) });
  }
  expect(await slow.next()).toBeNull();
});

it('closing the bus ends every reader', async () => {
  const bus = createConversationBus();
  const reader = bus.subscribe('c');
  const next = reader.next();
  bus.close();
  expect(await next).toBeNull();
  expect(await reader.next()).toBeNull();
});
