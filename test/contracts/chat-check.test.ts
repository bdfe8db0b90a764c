import { expect, it } from 'vitest';
import type { RunResult } from '../../src/runs/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { createWorld, EDITOR, setFields, type World } from './chat-world.ts';

/** An approval that was carried out, and what came back for it changed as a test needs it. */
async function approvedWith(world: World, change: (result: RunResult) => RunResult) {
  const { uuid } = await world.open();
  world.model.add({ calls: [setFields(world.page, { description: 'New' })] }, { text: 'Done.' });
  await world.send(uuid, '', world.processUid);
  world.intercept.current = {
    approve: async (...given) => change(await world.runtime.approve(...given)),
  };
  const view = await world.answer(uuid, { answer: 'approve' });
  const [history] = await world.host.history(world.page, EDITOR);
  const outcome = view.entries.find(({ body }) => body.kind === 'outcome')?.body;
  if (outcome?.kind !== 'outcome') throw new Error('there is no outcome');
  return { outcome: outcome.outcome, historyId: history?.id ?? null };
}

describeEachDatabase('an outcome that is to be checked', (openFresh) => {
  it('WRT-06, CHT-05 names the history entry of its own write, so that it can be taken back', async () => {
    const world = await createWorld(openFresh);
    const { outcome, historyId } = await approvedWith(world, (result) => ({
      ...result,
      steps: result.steps.map((step) =>
        step.kind === 'write' ? { ...step, hookFailedAfterWrite: true } : step,
      ),
    }));
    expect(historyId).not.toBeNull();
    expect(outcome).toMatchObject({ kind: 'check', historyId });
  });

  it('WRT-06, CHT-05 names none when another worker took the run over: its first write may be that of a later call', async () => {
    const world = await createWorld(openFresh);
    const { outcome } = await approvedWith(world, (result) => ({ ...result, takenOver: true }));
    expect(outcome).toMatchObject({ kind: 'check', historyId: null });
  });
});
