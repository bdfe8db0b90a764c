import { expect, it } from 'vitest';
import type { ModelRequest } from '../../src/models/index.ts';
import type { ScriptedAnswer } from '../../src/testing/index.ts';
import { crashAt } from './crash-at.ts';
import {
  createBench,
  describeEachRunStorage,
  EDITOR,
  PAGE,
  PROPOSAL,
  type OpenRunStorage,
} from './runs-bench.ts';

const DRAFT = { name: 'create_page_draft', arguments: { title: 'New page' } };

/** Answers by what the transcript holds, so that asking again after a crash gives the same answer. */
function tourModel(proposal: typeof PROPOSAL | typeof DRAFT) {
  return ({ messages }: ModelRequest): ScriptedAnswer => {
    const results = messages.filter(({ role }) => role === 'tool').length;
    if (results === 0) {
      return { calls: [{ name: 'get_page_content', arguments: { page: 12 } }] };
    }
    return results === 1 ? { calls: [proposal] } : { text: 'Done.' };
  };
}

async function crashBench(open: OpenRunStorage, proposal: typeof PROPOSAL | typeof DRAFT) {
  const crash = crashAt();
  const bench = await createBench({ storage: await open(), reach: crash.reach });
  bench.model.add(...Array.from({ length: 8 }, () => tourModel(proposal)));
  const skill = await bench.addSkill({ name: 'Tour', process: true });
  const uuid = await bench.runtime.enqueue(
    bench.request({ invocation: { skillUid: skill.uid, subject: PAGE } }),
  );
  const second = bench.secondRuntime({ reach: () => Promise.resolve() });
  return { bench, crash, uuid, second };
}

describeEachRunStorage('a process that is killed', (open) => {
  it.each([
    ['run.claimed', 1],
    ['model.before', 1],
    ['model.answered', 1],
    ['answer.recorded', 1],
    ['result.recorded', 1],
    ['suspend.before', 1],
  ] as const)(
    'DUR-03, DUR-02 torture 20: before the card, at %s: another process goes on after the last recorded step',
    async (point, reads) => {
      const { bench, crash, uuid, second } = await crashBench(open, PROPOSAL);
      await crash.die(point, () => bench.runtime.runQueued(uuid));
      expect(await second.recoverInterrupted()).toMatchObject({ requeued: [] });
      expect(await second.recoverInterrupted({ ignoreLeases: true })).toMatchObject({
        requeued: [uuid],
      });
      expect(bench.woken.at(-1)).toEqual({ topic: 'run', id: uuid });
      const result = await second.runQueued(uuid);
      expect(result).toMatchObject({ outcome: 'awaiting_approval' });
      expect(bench.pages.reads).toHaveLength(reads);
      const card = await bench.card(uuid);
      await second.approve(uuid, { approved: true, cardDigest: card.digest }, { actor: EDITOR });
      expect(bench.pages.writes).toHaveLength(1);
      const events = await second.events(uuid, 0, EDITOR);
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, at) => at + 1));
    },
  );

  it.each(['decision.claimed', 'decision.recorded', 'effect.before'] as const)(
    'DUR-03 between decision and write, at %s: the same card waits again and can be decided once',
    async (point) => {
      const { bench, crash, uuid, second } = await crashBench(open, DRAFT);
      await bench.runtime.runQueued(uuid);
      const card = await bench.card(uuid);
      const decision = { approved: true, cardDigest: card.digest } as const;
      await crash.die(point, () => bench.runtime.approve(uuid, decision, { actor: EDITOR }));
      expect(await second.recoverInterrupted({ ignoreLeases: true })).toMatchObject({
        released: [uuid],
      });
      expect(await bench.card(uuid)).toEqual(card);
      const result = await second.approve(uuid, decision, { actor: EDITOR });
      expect(result).toMatchObject({ outcome: 'completed', takenOver: false });
      expect(bench.pages.drafts).toEqual(['New page']);
      await expect(second.approve(uuid, decision, { actor: EDITOR })).rejects.toMatchObject({
        code: 'not_awaiting_approval',
      });
    },
  );

  it.each([
    ['effect.stamped', []],
    ['effect.executed', ['New page']],
  ] as const)(
    'DUR-03, WRT-05 inside a write that must not happen twice, at %s: the run ends and never repeats it',
    async (point, drafts) => {
      const { bench, crash, uuid, second } = await crashBench(open, DRAFT);
      await bench.runtime.runQueued(uuid);
      const decision = { approved: true, cardDigest: (await bench.card(uuid)).digest } as const;
      await crash.die(point, () => bench.runtime.approve(uuid, decision, { actor: EDITOR }));
      expect(await second.recoverInterrupted({ ignoreLeases: true })).toMatchObject({
        deadLettered: [uuid],
      });
      const view = await second.status(uuid, EDITOR);
      expect(view).toMatchObject({ status: 'failed', termination: 'not_retryable', card: null });
      expect(view?.message).toContain('check the record');
      expect(await second.runQueued(uuid)).toBeNull();
      await expect(second.approve(uuid, decision, { actor: EDITOR })).rejects.toMatchObject({
        code: 'not_awaiting_approval',
      });
      expect(bench.pages.drafts).toEqual(drafts);
    },
  );

  it.each([
    ['effect.stamped', 'Written.'],
    ['effect.executed', 'The process carrying this out was interrupted'],
  ] as const)(
    'DUR-03 inside an idempotent write, at %s: it is carried out only while its preview still holds',
    async (point, text) => {
      const { bench, crash, uuid, second } = await crashBench(open, PROPOSAL);
      await bench.runtime.runQueued(uuid);
      const decision = { approved: true, cardDigest: (await bench.card(uuid)).digest } as const;
      await crash.die(point, () => bench.runtime.approve(uuid, decision, { actor: EDITOR }));
      expect(await second.recoverInterrupted({ ignoreLeases: true })).toMatchObject({
        requeued: [uuid],
      });
      const result = await second.runQueued(uuid);
      expect(result).toMatchObject({ outcome: 'completed', takenOver: true });
      expect(bench.pages.writes).toHaveLength(1);
      const last = bench.model.requests.at(-1)?.messages.findLast(({ role }) => role === 'tool');
      expect(last?.content.startsWith(text)).toBe(true);
    },
  );

  it('DUR-03 after the write was recorded the run goes on and nothing is written again', async () => {
    const { bench, crash, uuid, second } = await crashBench(open, DRAFT);
    await bench.runtime.runQueued(uuid);
    const decision = { approved: true, cardDigest: (await bench.card(uuid)).digest } as const;
    await crash.die('result.recorded', () =>
      bench.runtime.approve(uuid, decision, { actor: EDITOR }),
    );
    await second.recoverInterrupted({ ignoreLeases: true });
    expect(await second.runQueued(uuid)).toMatchObject({ outcome: 'completed', takenOver: true });
    expect(bench.pages.drafts).toEqual(['New page']);
  });

  it('DUR-02 an expired lease is enough, a live one is left alone, and a process that wakes late writes nothing', async () => {
    const { bench, uuid, second } = await crashBench(open, PROPOSAL);
    let wake: () => void = () => undefined;
    const late = bench.secondRuntime({
      ids: { uuid: () => 'late', secret: () => '' },
      // Stopped as a whole, its heartbeat with it.
      clock: { now: () => bench.clock.now(), sleep: () => new Promise(() => undefined) },
      reach: (point) =>
        point === 'model.answered'
          ? new Promise((resolve) => {
              wake = resolve;
            })
          : Promise.resolve(),
    });
    const slow = late.runQueued(uuid);
    await expect.poll(() => bench.model.requests.length).toBe(1);
    bench.clock.advance(899_000);
    expect(await second.recoverInterrupted()).toMatchObject({ requeued: [] });
    bench.clock.advance(2_000);
    expect(await second.recoverInterrupted()).toMatchObject({ requeued: [uuid] });
    expect(await second.runQueued(uuid)).toMatchObject({ outcome: 'awaiting_approval' });
    wake();
    expect(await slow).toMatchObject({ outcome: 'lease_lost' });
    expect(bench.pages.reads).toHaveLength(1);
    expect(await second.status(uuid, EDITOR)).toMatchObject({ status: 'waiting_for_approval' });
  });

  it('DUR-02 a run interrupted again and again ends after three requeues', async () => {
    const { bench, uuid, second } = await crashBench(open, PROPOSAL);
    for (let n = 0; n < 3; n += 1) {
      const crash = crashAt();
      const doomed = bench.secondRuntime({ reach: crash.reach });
      await crash.die('model.before', () => doomed.runQueued(uuid));
      expect((await second.recoverInterrupted({ ignoreLeases: true })).requeued).toEqual([uuid]);
    }
    const crash = crashAt();
    const doomed = bench.secondRuntime({ reach: crash.reach });
    await crash.die('model.before', () => doomed.runQueued(uuid));
    expect((await second.recoverInterrupted({ ignoreLeases: true })).deadLettered).toEqual([uuid]);
    expect(await second.status(uuid, EDITOR)).toMatchObject({ termination: 'retries_exhausted' });
  });

  it('DUR-02, WRT-05 a write interrupted again and again ends the run with the words to act on', async () => {
    const { bench, uuid, second } = await crashBench(open, PROPOSAL);
    await second.runQueued(uuid);
    const decision = { approved: true, cardDigest: (await bench.card(uuid)).digest } as const;
    for (let n = 0; n <= 3; n += 1) {
      const crash = crashAt();
      const doomed = bench.secondRuntime({ reach: crash.reach });
      await crash.die('effect.stamped', () =>
        n === 0 ? doomed.approve(uuid, decision, { actor: EDITOR }) : doomed.runQueued(uuid),
      );
      const ended = await second.recoverInterrupted({ ignoreLeases: true });
      expect(n < 3 ? ended.requeued : ended.deadLettered).toEqual([uuid]);
    }
    const view = await second.status(uuid, EDITOR);
    expect(view).toMatchObject({ status: 'failed', termination: 'not_retryable' });
    expect(view?.message).toMatch(/"update_page_metadata" was writing.*check the record/);
    expect(bench.pages.writes).toEqual([]);
  });

  it('DUR-02 a provider failure that may pass puts a queued run back with a growing wait, then ends it', async () => {
    const bench = await createBench({ storage: await open() });
    const { AppError } = await import('../../src/base/index.ts');
    const failing = () => {
      throw new AppError('provider_failed', 'The provider is overloaded.', {
        data: { failureClass: 'rateLimit', providerCode: 'overloaded_error' },
      });
    };
    bench.model.add(failing, failing, failing, failing);
    const uuid = await bench.runtime.enqueue(bench.request());
    for (const waitMs of [30_000, 60_000, 120_000]) {
      expect(await bench.runtime.runQueued(uuid)).toMatchObject({ outcome: 'requeued' });
      expect(await bench.runtime.runQueued(uuid)).toBeNull();
      bench.clock.advance(waitMs);
      await bench.runtime.recoverInterrupted();
      expect(bench.woken.at(-1)).toEqual({ topic: 'run', id: uuid });
    }
    const told = {
      message: 'A model did not answer',
      facts: { run: uuid, failureClass: 'rateLimit', providerCode: 'overloaded_error' },
    };
    expect(bench.logged).toMatchObject([told, told, told]);
    // A provider's sentence may quote what it was asked: the run keeps it, sealed, and no log.
    expect(JSON.stringify(bench.logged)).not.toContain('The provider is overloaded.');
    expect(await bench.runtime.runQueued(uuid)).toMatchObject({
      outcome: 'failed',
      termination: 'retries_exhausted',
      text: 'The provider is overloaded.',
    });
  });

  it('DUR-01 cancelling a running run aborts its model call at once; elsewhere it ends with the next step', async () => {
    for (const where of ['here', 'elsewhere'] as const) {
      const { bench, uuid, second } = await crashBench(open, PROPOSAL);
      const canceller = where === 'here' ? second : bench.runtime;
      bench.model.replace(async ({ signal }) => {
        expect(await canceller.cancel(uuid, EDITOR)).toBe(true);
        expect(signal?.aborted).toBe(where === 'here');
        return { calls: [{ name: 'get_page_content', arguments: { page: 12 } }] };
      });
      expect(await second.runQueued(uuid)).toMatchObject({
        outcome: 'cancelled',
        termination: 'cancelled',
      });
      expect(bench.pages.reads).toEqual([]);
      expect(await second.status(uuid, EDITOR)).toMatchObject({ status: 'cancelled' });
    }
  });
});
