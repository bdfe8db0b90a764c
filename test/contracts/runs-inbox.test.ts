import { expect, it } from 'vitest';
import { readResult, type Tool } from '../../src/tools/index.ts';
import {
  ADMIN,
  APPROVER,
  createBench,
  describeEachRunStorage,
  EDITOR,
  PROPOSAL,
} from './runs-bench.ts';

/** A write for administrators alone. */
const RESET: Tool = {
  name: 'reset_counter',
  description: 'Sets the counter to nothing.',
  parameters: { type: 'object', properties: {} },
  group: 'content',
  effect: 'idempotent_write',
  enabledByDefault: true,
  requiresAdministrator: true,
  preview: () => Promise.resolve({ lines: ['0'], fields: [], target: null, failed: false }),
  execute: () => Promise.resolve(readResult('done')),
};

describeEachRunStorage('what the inbox says of an answer', (open) => {
  it('DEC-05 who may not run what waits may decline it and not approve it; the inbox says so first', async () => {
    const bench = await createBench({ storage: await open(), tools: [RESET] });
    bench.model.add({ calls: [{ name: RESET.name }] }, { text: 'Done.' });
    const { uuid } = await bench.runtime.run(bench.request({ actor: ADMIN }));
    const { digest: cardDigest } = await bench.card(uuid);
    expect(await bench.runtime.waiting(APPROVER)).toMatchObject([
      {
        refusals: { approve: 'approver_not_permitted', deny: null },
        // Not a page they may not read: it is about none.
        withheldBecause: 'no_record',
      },
    ]);
    const approve = bench.runtime.inbox.approve(
      uuid,
      { approved: true, cardDigest },
      { actor: APPROVER },
    );
    await expect(approve).rejects.toMatchObject({ code: 'approver_not_permitted' });
    expect(await bench.runtime.waiting(ADMIN)).toMatchObject([
      { refusals: { approve: null }, withheldBecause: null },
    ]);
    // Whoever is asked for a second person is told which: only an administrator may.
    for (const who of [APPROVER, ADMIN]) {
      const [waiting] = await bench.runtime.waiting(who);
      expect(waiting?.run.card?.forAdministrators).toBe(true);
    }
    const declined = await bench.runtime.inbox.approve(
      uuid,
      { approved: false, cardDigest },
      { actor: APPROVER },
    );
    expect(declined).toMatchObject({ outcome: 'completed' });
  });

  it('TOL-01 a tool that was switched off while its card waits binds nobody, and the inbox does not say it would', async () => {
    const bench = await createBench({ storage: await open() });
    bench.model.add({ calls: [PROPOSAL] });
    const { uuid } = await bench.runtime.run(bench.request());
    bench.toolStates.tools.set(PROPOSAL.name, false);
    const [waiting] = await bench.runtime.waiting(EDITOR);
    expect(waiting?.refusals.approve).toBeNull();
    expect(waiting?.run.card?.forAdministrators).toBeUndefined();
    const { digest } = await bench.card(uuid);
    const decision = { approved: true, cardDigest: digest } as const;
    // Its preview cannot be made any more, so a fresh card says that first.
    expect(await bench.runtime.inbox.approve(uuid, decision, { actor: EDITOR })).toMatchObject({
      outcome: 'awaiting_approval',
      resuspended: true,
    });
    expect(bench.pages.writes).toEqual([]);
    // What nobody can be shown is not offered for a yes, as in the chat; declining it is.
    expect(await bench.runtime.waiting(EDITOR)).toMatchObject([
      { refusals: { approve: 'preview_failed', deny: null } },
    ]);
  });
});
