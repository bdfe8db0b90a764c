import { expect, it } from 'vitest';
import { createBench, describeEachRunStorage, EDITOR } from './runs-bench.ts';

/** What becomes of a decision where something is no longer as it was when the card was shown. */

describeEachRunStorage('decisions', (open) => {
  it('PIN-04, PIN-05 a revoked digest stops the run before the write; the stop names skill and reason', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid, card, skill } = await bench.startTour();
    await bench.revoke(skill);
    const result = await bench.runtime.approve(
      uuid,
      { approved: true, cardDigest: card.digest },
      { actor: EDITOR },
    );
    expect(result).toMatchObject({ outcome: 'failed', termination: 'pin_failed', steps: [] });
    expect(result.text).toContain('"Tour"');
    expect(result.text).toContain('revoked');
    expect(bench.pages.writes).toEqual([]);
    const row = await bench.storage.store.run(uuid);
    expect(row).toMatchObject({ pins: [], invocation: null, subject: null, suspended: null });
  });

  it('PIN-03 a pin that failed stops a denial too, and no decision is recorded', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid, card, skill } = await bench.startTour();
    await bench.revoke(skill);
    const result = await bench.runtime.approve(
      uuid,
      { approved: false, cardDigest: card.digest, reason: 'skip' },
      { actor: EDITOR },
    );
    expect(result.termination).toBe('pin_failed');
    const events = await bench.runtime.events(uuid, 0, EDITOR);
    expect(events.filter(({ kind }) => kind === 'approval')).toEqual([]);
  });

  it('DEC-02 a moved preview gets a fresh card and records no decision; the fresh card can be approved', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid, card } = await bench.startTour();
    bench.pages.descriptions.set(12, 'Changed by somebody.');
    const result = await bench.runtime.approve(
      uuid,
      { approved: true, cardDigest: card.digest },
      { actor: EDITOR },
    );
    expect(result).toMatchObject({
      outcome: 'awaiting_approval',
      resuspended: true,
      steps: [],
      effectStamped: false,
    });
    expect(bench.pages.writes).toEqual([]);
    const fresh = await bench.card(uuid);
    expect(fresh.digest).not.toBe(card.digest);
    expect(fresh.calls[0]?.preview.fields[0]?.before).toBe('Changed by somebody.');
    const events = await bench.runtime.events(uuid, 0, EDITOR);
    expect(events.filter(({ kind }) => kind === 'approval')).toEqual([]);
    bench.model.add({ text: 'Done.' });
    await bench.runtime.approve(
      uuid,
      { approved: true, cardDigest: fresh.digest },
      { actor: EDITOR },
    );
    expect(bench.pages.writes).toHaveLength(1);
  });

  it('DEC-02, HST-02 a card whose preview had failed and can be shown by now gets a fresh card, and nothing is written', async () => {
    const bench = await createBench({ storage: await open() });
    bench.pages.failPreviews();
    const { uuid, card } = await bench.startTour();
    expect(card.calls[0]?.preview.failed).toBe(true);
    bench.pages.failPreviews(false);
    const approve = (cardDigest: string) =>
      bench.runtime.approve(uuid, { approved: true, cardDigest }, { actor: EDITOR });
    expect(await approve(card.digest)).toMatchObject({
      outcome: 'awaiting_approval',
      resuspended: true,
      effectStamped: false,
    });
    expect(bench.pages.writes).toEqual([]);
    const events = await bench.runtime.events(uuid, 0, EDITOR);
    expect(events.filter(({ kind }) => kind === 'approval')).toEqual([]);
    const fresh = await bench.card(uuid);
    expect(fresh.calls[0]?.preview).toMatchObject({ failed: false, fields: [{ before: '' }] });
    bench.model.add({ text: 'Done.' });
    await approve(fresh.digest);
    expect(bench.pages.writes).toHaveLength(1);
  });

  it('HST-02 a tool is always told what the person saw, a failed preview too', async () => {
    const bench = await createBench({ storage: await open() });
    bench.pages.failPreviews();
    const { uuid, card } = await bench.startTour();
    bench.model.add({ text: 'Done.' });
    await bench.runtime.approve(
      uuid,
      { approved: true, cardDigest: card.digest },
      { actor: EDITOR },
    );
    expect(bench.pages.approved).toMatchObject([{ failed: true, fields: [], target: null }]);
  });

  it('DEC-02 a denial needs no preview', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid, card } = await bench.startTour();
    bench.pages.descriptions.set(12, 'Changed by somebody.');
    bench.model.add({ text: 'Next.' });
    const result = await bench.runtime.approve(
      uuid,
      { approved: false, cardDigest: card.digest, reason: 'keep' },
      { actor: EDITOR },
    );
    expect(result.outcome).toBe('completed');
  });
});
