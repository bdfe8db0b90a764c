import { isAppError, systemClock } from '../../src/base/index.ts';
import type { Card, Order, Point, Report, Role } from './protocol.ts';
import { ADMINISTRATORS, EDITOR, openWorld, type World } from './world.ts';

/**
 * One server or worker, as the crash tests kill it: warm but idle until it is told what to be. Then it looks at the
 * database again and again, takes up what is queued or was left behind, and carries out the decisions it is sent.
 */

const LOOKS_EVERY_MS = 20;

let role: Role | null = null;
let begins: (world: World) => void = () => undefined;
/** What it works with, once it was told what to be. */
const begun = new Promise<World>((resolve) => (begins = resolve));
let hits = 0;
let lookNow: () => void = () => undefined;

const tell = (report: Report) => process.send?.(report);

async function reach(point: Point): Promise<void> {
  if (role?.dies?.at === point) hits += 1;
  if (role?.dies?.at !== point || hits !== role.dies.nth) {
    tell({ kind: 'passed' });
    return;
  }
  tell({ kind: 'dying', at: point });
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined); // nothing may happen between the signal and the death
}

const complain = (text: string) => tell({ kind: 'complaint', text });

async function start(order: Extract<Order, { kind: 'start' }>): Promise<void> {
  role = order.role;
  const world = await openWorld(order.place, {
    life: role.life,
    leaseMs: role.leaseMs,
    reach,
    complain,
    wake: ({ id }) => void takeUp(id),
  });
  begins(world);
  let ignoreLeases = role.alone;
  for (;;) {
    await world.runtime.recoverInterrupted({ ignoreLeases });
    ignoreLeases = false;
    if (role.serves) await look(world);
    await Promise.race([
      systemClock.sleep(LOOKS_EVERY_MS),
      new Promise<void>((resolve) => (lookNow = resolve)),
    ]);
  }
}

const taken = new Set<string>();

async function takeUp(uuid: string): Promise<void> {
  if (taken.has(uuid)) return;
  taken.add(uuid);
  try {
    await (await begun).runtime.runQueued(uuid);
  } catch (error) {
    complain(`A run could not be taken up: ${String(error)}`);
  } finally {
    taken.delete(uuid);
    lookNow();
  }
}

/** Cards that were read once; one that waits again is the same. */
const known = new Map<string, Card>();

async function look({ store, runtime }: World): Promise<void> {
  const open = await store.open(null);
  const cards: Card[] = [];
  for (const { uuid, status, pauseOrdinal } of open) {
    if (status !== 'waiting_for_approval') continue;
    const pause = `${uuid} ${String(pauseOrdinal)}`;
    const card = known.get(pause) ?? (await readCard(runtime, uuid));
    // Decided by another process since the list was read.
    if (card === null) continue;
    known.set(pause, card);
    cards.push(card);
  }
  tell({ kind: 'seen', open: open.length, cards });
}

async function readCard(runtime: World['runtime'], run: string): Promise<Card | null> {
  const card = (await runtime.status(run, EDITOR))?.card ?? null;
  return card && { run, digest: card.digest, steps: card.calls.map(({ callId }) => callId) };
}

async function decide(order: Extract<Order, { kind: 'decide' }>): Promise<void> {
  const { run, digest, approved } = order;
  try {
    const { runtime } = await begun;
    const decision = { approved, cardDigest: digest };
    const { outcome, resuspended } = await runtime.approve(run, decision, { actor: EDITOR });
    tell({ kind: 'answered', run, digest, outcome, resuspended });
  } catch (error) {
    const code = isAppError(error) ? error.code : String(error);
    tell({ kind: 'refused', run, digest, code });
  }
  lookNow();
}

async function changeSkill(order: Extract<Order, { kind: 'skill' }>): Promise<void> {
  const refused: string[] = [];
  const actor = ADMINISTRATORS[order.as];
  const { service } = await begun;
  for (const step of order.steps) {
    try {
      if (step === 'approve') await service.approve(order.uid, order.digest, actor);
      else await service.revoke(order.uid, { digest: order.digest, reason: '' }, actor);
    } catch (error) {
      refused.push(isAppError(error) ? error.code : String(error));
    }
  }
  tell({ kind: 'skill', refused });
}

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (order: Order) => {
  switch (order.kind) {
    case 'start':
      start(order).catch((error: unknown) => {
        complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
      });
      return;
    case 'decide':
      for (let n = 0; n < order.times; n += 1) void decide(order);
      return;
    case 'skill':
      void changeSkill(order);
  }
});
tell({ kind: 'warm' });
