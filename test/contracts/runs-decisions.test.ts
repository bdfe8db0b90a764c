import { expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { readOutcome } from '../../src/runs/index.ts';
import {
  ADMIN,
  APPROVER,
  createBench,
  describeEachRunStorage,
  EDITOR,
  OTHER,
  PAGE,
  PROPOSAL,
  type Bench,
} from './runs-bench.ts';
import { sent } from './runs-sent.ts';

const code = (expected: string): unknown => expect.objectContaining({ code: expected });

const results = (bench: Bench) => sent(bench).filter(({ role }) => role === 'tool');

describeEachRunStorage('decisions', (open) => {
  it('DEC-08, WRT-04, TRN-01 a proposed write waits with its preview and structured target, and nothing is written', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid, card, result } = await bench.startTour();
    expect(result).toMatchObject({ outcome: 'awaiting_approval', resuspended: false });
    expect(card).toMatchObject({ kind: 'approval', isProcessWrite: true });
    expect(card.calls).toMatchObject([
      {
        tool: 'update_page_metadata',
        preview: { lines: ['description:  → Opening hours and prices.'], failed: false },
        target: { table: 'pages', uid: 12, fields: ['description'] },
      },
    ]);
    expect(bench.pages.writes).toEqual([]);
    expect(await bench.runtime.status(uuid, EDITOR)).toMatchObject({
      status: 'waiting_for_approval',
      holdsProcessPin: true,
    });
  });

  it('WRT-07, WRT-02 an approval writes once; its result begins with the decided call and the write step', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid, card } = await bench.startTour();
    bench.model.add({ text: 'All done.' });
    const result = await bench.runtime.approve(
      uuid,
      { approved: true, cardDigest: card.digest },
      { actor: EDITOR },
    );
    expect(result).toMatchObject({ outcome: 'completed', text: 'All done.', effectStamped: true });
    expect(result.steps).toEqual([
      { kind: 'tool', tool: 'update_page_metadata', callId: 'call_0', isError: false },
      {
        kind: 'write',
        target: PAGE,
        completeness: 'complete',
        hookFailedAfterWrite: false,
        historyId: 'h1',
      },
      { kind: 'llm', text: 'All done.' },
    ]);
    expect(bench.pages.writes).toHaveLength(1);
    expect(results(bench)).toMatchObject([{ callId: 'call_0', content: 'Written.' }]);
    const events = await bench.runtime.events(uuid, 0, EDITOR);
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    const kinds = events.map(({ kind }) => kind);
    expect(kinds.indexOf('approval')).toBeLessThan(kinds.indexOf('write'));
    bench.model.finish();
  });

  it.each(['variant', 'skip', 'keep'] as const)(
    'DEC-03, DEC-04 a denial with the reason %s reaches the model as fixed tokens and writes nothing',
    async (reason) => {
      const bench = await createBench({ storage: await open() });
      const { uuid, card } = await bench.startTour();
      bench.model.add({ text: 'Next.' });
      await bench.runtime.approve(
        uuid,
        { approved: false, cardDigest: card.digest, reason },
        { actor: EDITOR },
      );
      const [denial] = results(bench);
      expect(denial?.content).toMatch(
        new RegExp(`^approval_denied decided_by=run_owner reason=${reason}\n`),
      );
      expect(bench.pages.writes).toEqual([]);
    },
  );

  it('DEC-04 a denial without a reason has no reason token', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid, card } = await bench.startTour();
    bench.model.add({ text: 'Next.' });
    await bench.runtime.approve(
      uuid,
      { approved: false, cardDigest: card.digest },
      { actor: EDITOR },
    );
    const [denial] = results(bench);
    expect(denial?.content.split('\n')[0]).toBe('approval_denied decided_by=run_owner');
  });

  it('DEC-03 a reason for a card that is no process write becomes a plain denial; one with an approval is rejected', async () => {
    const bench = await createBench({ storage: await open() });
    bench.model.add({ calls: [PROPOSAL] }, { text: 'Well.' });
    const { uuid } = await bench.runtime.run(bench.request());
    const card = await bench.card(uuid);
    await expect(
      bench.runtime.approve(
        uuid,
        { approved: true, cardDigest: card.digest, reason: 'skip' } as never,
        { actor: EDITOR },
      ),
    ).rejects.toEqual(code('invalid_request'));
    await bench.runtime.approve(
      uuid,
      { approved: false, cardDigest: card.digest, reason: 'skip' },
      { actor: EDITOR },
    );
    expect(results(bench)[0]?.content.split('\n')[0]).toBe('approval_denied decided_by=run_owner');
  });

  it('DEC-01 a missing or different digest is refused whatever the answer, and the card stays decidable', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid, card } = await bench.startTour();
    for (const decision of [
      { approved: true, cardDigest: 'other' },
      { approved: false, cardDigest: 'other' },
      { approved: true },
    ]) {
      await expect(
        bench.runtime.approve(uuid, decision as never, { actor: EDITOR }),
      ).rejects.toEqual(code('stale_approval'));
    }
    expect(await bench.card(uuid)).toEqual(card);
    expect(bench.pages.writes).toEqual([]);
  });

  it('DEC-01 the digest of an earlier pause does not decide a later one with the same content', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid, card } = await bench.startTour();
    bench.model.add({
      calls: [
        { name: 'update_page_metadata', arguments: { page: 13, fields: { description: 'B' } } },
      ],
    });
    await bench.runtime.approve(
      uuid,
      { approved: false, cardDigest: card.digest, reason: 'skip' },
      { actor: EDITOR },
    );
    await expect(
      bench.runtime.approve(uuid, { approved: true, cardDigest: card.digest }, { actor: EDITOR }),
    ).rejects.toEqual(code('stale_approval'));
    expect(bench.pages.writes).toEqual([]);
  });

  it('DEC-07 torture 3: of twenty deciders on two servers one wins, and the call runs once', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid, card } = await bench.startTour();
    bench.model.add({ text: 'Done.' });
    const second = bench.secondRuntime();
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? bench.runtime : second).approve(
          uuid,
          { approved: true, cardDigest: card.digest },
          { actor: EDITOR },
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 'fulfilled') continue;
      expect(['already_resuming', 'not_awaiting_approval']).toContain(
        (answer.reason as { code: string }).code,
      );
    }
    expect(bench.pages.writes).toHaveLength(1);
  });

  it.each<[string, Error, string]>([
    ['throws after it may have written: to be checked', new Error('the connection broke'), 'check'],
    [
      'could not begin: not applied',
      new AppError('unavailable', 'The file is being written by another process. Try again.'),
      'not_applied',
    ],
  ])('WRT-10 a write that %s', async (_what, error, reading) => {
    const bench = await createBench({ storage: await open() });
    bench.pages.failWrites(error);
    const { uuid, card } = await bench.startTour();
    bench.model.add({ text: 'I will look.' });
    const result = await bench.runtime.approve(
      uuid,
      { approved: true, cardDigest: card.digest },
      { actor: EDITOR },
    );
    const mark = reading === 'check' ? { effectUnknown: true } : {};
    const { name: tool } = PROPOSAL;
    expect(result.steps[0]).toEqual({
      kind: 'tool',
      tool,
      callId: card.calls[0]?.callId,
      isError: true,
      ...mark,
    });
    const events = await bench.runtime.events(uuid, 0, EDITOR);
    expect(events.find(({ kind }) => kind === 'tool')?.payload).toMatchObject(mark);
    const inspected = await bench.runtime.inspect(uuid, EDITOR);
    expect(inspected?.calls[0]?.state).toBe(reading === 'check' ? 'unknown' : 'error');
    const { outcome, termination, steps, resuspended, effectStamped, takenOver } = result;
    expect(
      readOutcome({
        kind: 'result',
        outcome,
        termination,
        steps,
        resuspended,
        effectStamped,
        takenOver,
      }),
    ).toBe(reading);
    expect(JSON.stringify(results(bench))).toContain(
      reading === 'check'
        ? 'whether it changed anything is not known. Read the record again'
        : 'being written by another process',
    );
  });

  it('DEC-06 an approval that cannot be recorded writes nothing and can be made again', async () => {
    const storage = await open();
    let failing = false;
    const bench = await createBench({
      storage: {
        ...storage,
        store: {
          ...storage.store,
          within: (tx) => {
            const writer = storage.store.within(tx);
            return {
              ...writer,
              change: (uuid, guard, change) => {
                if (failing && change.events.some(({ kind }) => kind === 'approval')) {
                  return Promise.reject(new Error('disk full'));
                }
                return writer.change(uuid, guard, change);
              },
            };
          },
        },
      },
    });
    const { uuid, card } = await bench.startTour();
    failing = true;
    const decision = { approved: true, cardDigest: card.digest } as const;
    await expect(bench.runtime.approve(uuid, decision, { actor: EDITOR })).rejects.toEqual(
      code('not_auditable'),
    );
    expect(bench.pages.writes).toEqual([]);
    failing = false;
    bench.model.add({ text: 'Done.' });
    const result = await bench.runtime.approve(uuid, decision, { actor: EDITOR });
    expect(result.outcome).toBe('completed');
    expect(bench.pages.writes).toHaveLength(1);
  });

  it('DUR-04 torture 7: a cancel while waiting ends the run and a later approval is refused', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid, card } = await bench.startTour();
    await expect(bench.runtime.cancelIfWaiting(uuid, APPROVER)).rejects.toEqual(
      code('access_denied'),
    );
    expect(await bench.runtime.cancelIfWaiting(uuid, EDITOR)).toEqual({
      won: true,
      status: 'cancelled',
    });
    expect(await bench.runtime.cancelIfWaiting(uuid, EDITOR)).toEqual({
      won: false,
      status: 'cancelled',
    });
    expect(await bench.runtime.cancelIfWaiting('gone', EDITOR)).toEqual({
      won: false,
      status: 'gone',
    });
    await expect(
      bench.runtime.approve(uuid, { approved: true, cardDigest: card.digest }, { actor: EDITOR }),
    ).rejects.toEqual(code('not_awaiting_approval'));
    expect(bench.pages.writes).toEqual([]);
    expect(await bench.storage.store.run(uuid)).toMatchObject({ suspended: null, request: null });
  });

  it('DUR-05, DUR-08, BLT-06 a waiting run shows process and target to those who may read it; nothing of it remains afterwards', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid, skill } = await bench.startTour();
    const view = await bench.runtime.status(uuid, EDITOR);
    // An administrator sees what happened and what is asked, not what was said (SEC-05).
    expect(await bench.runtime.status(uuid, ADMIN)).toEqual({ ...view, message: null });
    expect(view).toMatchObject({
      holdsProcessPin: true,
      processSkillUid: skill.uid,
      heldProcess: { name: 'Tour' },
      message: 'First point.',
      card: { calls: [{ target: { table: 'pages', uid: 12, fields: ['description'] } }] },
    });
    expect(JSON.stringify(view)).not.toContain('Body of Tour');
    for (const actor of [OTHER, APPROVER]) {
      expect(await bench.runtime.status(uuid, actor)).toBeNull();
      expect(await bench.runtime.events(uuid, 0, actor)).toEqual([]);
      expect(await bench.runtime.list(actor)).toEqual([]);
    }
    await bench.runtime.cancelIfWaiting(uuid, EDITOR);
    const row = await bench.storage.store.run(uuid);
    expect(row).toMatchObject({ suspended: null, request: null });
    expect(await bench.storage.store.journal(uuid)).toEqual([]);
    const after = JSON.stringify([row, await bench.runtime.events(uuid, 0, ADMIN)]);
    expect(after).not.toContain('description');
  });
});
