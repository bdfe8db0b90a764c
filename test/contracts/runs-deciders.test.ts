import { expect, it } from 'vitest';
import type { UserActor } from '../../src/actors/index.ts';
import type { AppError } from '../../src/base/index.ts';
import {
  ADMIN,
  APPROVER,
  createBench,
  describeEachRunStorage,
  EDITOR,
  OTHER,
  PROPOSAL,
  SERVICE,
  type Bench,
  type RunStorage,
} from './runs-bench.ts';
import { CHOICE, startProcess } from './runs-process.ts';

const code = (expected: string): unknown => expect.objectContaining({ code: expected });

/** A card outside a process whose first decision is claimed, and then `meanwhile` happens. */
async function claimedMeanwhile(storage: RunStorage, meanwhile: (bench: Bench) => void) {
  let isFirst = true;
  const bench: Bench = await createBench({
    storage,
    reach: (point) => {
      if (point === 'decision.claimed' && isFirst) {
        isFirst = false;
        meanwhile(bench);
      }
      return Promise.resolve();
    },
  });
  bench.model.add({ calls: [PROPOSAL] });
  const { uuid } = await bench.runtime.run(bench.request());
  const { digest: cardDigest } = await bench.card(uuid);
  const approved = (who: { readonly actor: UserActor }) =>
    bench.runtime.approve(uuid, { approved: true, cardDigest }, who);
  return { bench, uuid, approved };
}

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

  it('DEC-05 of a question a stranger learns neither that nor what it is: word for word as of a run there is none of', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid } = await startProcess(bench, [CHOICE]);
    const { digest: cardDigest } = await bench.card(uuid);
    const told = async (of: string, decider: Pick<typeof bench.runtime, 'submitInput'>) => {
      const answer = decider.submitInput(of, { cardDigest, input: {} }, { actor: OTHER });
      const refused = await answer.then(
        () => null,
        (error: unknown) => error as AppError,
      );
      return { code: refused?.code, message: refused?.message, data: refused?.data };
    };
    const nothing = { code: 'access_denied', message: 'There is no such run.', data: {} };
    for (const decider of [bench.runtime, bench.runtime.inbox]) {
      expect(await told(uuid, decider)).toEqual(nothing);
      expect(await told('unknown', decider)).toEqual(nothing);
    }
    await expect(
      bench.runtime.submitInput(uuid, { cardDigest, input: {} }, { actor: EDITOR }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      data: { detail: "value must have required property 'choice'" },
    });
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

  it('DEC-05 four-eyes switched on between the check and the claim refuses the initiator, and the card stays as it was', async () => {
    const { uuid, bench, approved } = await claimedMeanwhile(await open(), (between) => {
      between.configure(1, { requireSecondApprover: true });
    });
    const before = await bench.storage.store.run(uuid);
    await expect(approved({ actor: EDITOR })).rejects.toEqual(code('self_approval'));
    expect(bench.pages.writes).toEqual([]);
    const after = await bench.storage.store.run(uuid);
    expect(after).toMatchObject({ status: 'waiting_for_approval', suspended: before?.suspended });
    const events = await bench.runtime.events(uuid, 0, EDITOR);
    expect(events.filter(({ kind }) => kind === 'approval')).toEqual([]);
    bench.model.add({ text: 'Done.' });
    expect((await approved({ actor: APPROVER })).outcome).toBe('completed');
    expect(bench.pages.writes).toHaveLength(1);
  });

  it('DEC-05 who lost the right to decide between the check and the claim decides nothing', async () => {
    const { bench, approved } = await claimedMeanwhile(await open(), ({ people }) => {
      people.set('approver', { ...APPROVER, grants: [] });
    });
    await expect(approved({ actor: APPROVER })).rejects.toEqual(code('access_denied'));
    expect(bench.pages.writes).toEqual([]);
    bench.model.add({ text: 'Done.' });
    expect((await approved({ actor: EDITOR })).outcome).toBe('completed');
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
