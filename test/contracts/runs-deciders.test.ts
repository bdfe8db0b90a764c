import { expect, it } from 'vitest';
import {
  ADMIN,
  APPROVER,
  createBench,
  describeEachRunStorage,
  EDITOR,
  OTHER,
  PROPOSAL,
  SERVICE,
} from './runs-bench.ts';

const code = (expected: string): unknown => expect.objectContaining({ code: expected });

describeEachRunStorage('who may decide', (open) => {
  it('PRC-03 only the initiator decides a process run; others are sent to the chat, strangers learn nothing', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid, card } = await bench.startTour();
    const decision = { approved: true, cardDigest: card.digest } as const;
    for (const actor of [ADMIN, APPROVER, SERVICE]) {
      await expect(bench.runtime.approve(uuid, decision, { actor })).rejects.toEqual(
        code('decide_in_chat'),
      );
    }
    await expect(bench.runtime.approve(uuid, decision, { actor: OTHER })).rejects.toEqual(
      code('access_denied'),
    );
    await expect(bench.runtime.approve('unknown', decision, { actor: OTHER })).rejects.toEqual(
      code('access_denied'),
    );
    expect(bench.pages.writes).toEqual([]);
  });

  it('PRC-06 four-eyes switched on under a waiting process stops it, and self-approval is never the answer', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid, card } = await bench.startTour();
    bench.configure(1, { requireSecondApprover: true });
    const result = await bench.runtime.approve(
      uuid,
      { approved: true, cardDigest: card.digest },
      { actor: EDITOR },
    );
    expect(result).toMatchObject({ outcome: 'failed', termination: 'four_eyes_blocked' });
    expect(result.text).toContain('second approver');
    expect(bench.pages.writes).toEqual([]);
    expect(await bench.storage.store.run(uuid)).toMatchObject({ pins: [], invocation: null });
  });

  it('DEC-05 outside processes four-eyes refuses the initiator and takes somebody else', async () => {
    const bench = await createBench({ storage: await open() });
    bench.configure(1, { requireSecondApprover: true });
    bench.model.add({ calls: [PROPOSAL] }, { text: 'Done.' });
    const { uuid } = await bench.runtime.run(bench.request());
    const card = await bench.card(uuid);
    const decision = { approved: true, cardDigest: card.digest } as const;
    await expect(bench.runtime.approve(uuid, decision, { actor: EDITOR })).rejects.toEqual(
      code('self_approval'),
    );
    await expect(bench.runtime.approve(uuid, decision, { actor: SERVICE })).rejects.toEqual(
      code('approver_not_permitted'),
    );
    const result = await bench.runtime.approve(uuid, decision, { actor: APPROVER });
    expect(result.outcome).toBe('completed');
    expect(bench.pages.writes).toHaveLength(1);
  });

  it('DEC-05 a state that cannot be read is refused and kept, also on a four-eyes configuration', async () => {
    const storage = await open();
    const bench = await createBench({ storage });
    const { uuid, card } = await bench.startTour();
    await storage.transactions.transact((tx) =>
      storage.store
        .within(tx)
        .change(
          uuid,
          { statuses: ['waiting_for_approval'] },
          { set: { suspended: 'broken' }, events: [], journal: [] },
        ),
    );
    bench.configure(1, { requireSecondApprover: true });
    await expect(
      bench.runtime.approve(uuid, { approved: true, cardDigest: card.digest }, { actor: EDITOR }),
    ).rejects.toEqual(code('corrupt_state'));
    expect(await storage.store.run(uuid)).toMatchObject({
      status: 'waiting_for_approval',
      suspended: 'broken',
    });
    expect(await bench.runtime.list(ADMIN)).toMatchObject([{ uuid, card: null }]);
  });

  it('PRC-11 an operator may cancel a process run he may not decide', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid } = await bench.startTour();
    await expect(bench.runtime.cancel(uuid, OTHER)).rejects.toEqual(code('access_denied'));
    expect(await bench.runtime.cancel(uuid, ADMIN)).toBe(true);
    expect(await bench.runtime.cancel(uuid, ADMIN)).toBe(false);
    expect(await bench.runtime.status(uuid, EDITOR)).toMatchObject({
      status: 'cancelled',
      card: null,
    });
  });
});
