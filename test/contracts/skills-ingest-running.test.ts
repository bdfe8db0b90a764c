import { expect, it } from 'vitest';
import { FakeClock } from '../../src/testing/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { createIngestWorld, skillFile } from './skills-ingest-world.ts';
import { ada } from './skills-support.ts';

const REPO = 'https://github.com/example/skills';

describeEachDatabase('syncs that run, one after the other or together', (openFresh) => {
  const world = (options = {}) => createIngestWorld(openFresh, options);

  /** A sync that reads its file until it is let. */
  const readingSync = async () => {
    const w = await world();
    w.github.repository('example/skills').commit({ 'SKILL.md': skillFile() });
    const uid = await w.add({ url: REPO });
    const held = w.hold('raw.githubusercontent.com');
    const running = w.ingest.sync(uid, ada);
    await held.asked;
    return { w, uid, held, running };
  };

  it('SYN-06 a second sync is refused while one runs, also by another server, until it is stale', async () => {
    const w = await world();
    w.github.repository('example/skills').commit({ 'SKILL.md': skillFile() });
    const uid = await w.add({ url: REPO });
    const held = w.hold();
    const first = w.ingest.sync(uid, ada);
    await held.asked;
    expect((await w.ingest.syncState(uid, ada)).status).toBe('syncing');
    await expect(w.ingest.sync(uid, ada)).rejects.toMatchObject({ code: 'sync_running' });
    const second = w.secondIngest();
    await expect(second.sync(uid, ada)).rejects.toMatchObject({ code: 'sync_running' });

    w.clock.advance(181_000);
    expect((await second.sources(ada))[0]?.remote?.sync).toMatchObject({
      status: 'error',
      problem: { code: 'sync_interrupted' },
    });
    w.github.intercept(null);
    expect((await second.sync(uid, ada)).status).toBe('ok');
    const before = await w.everything();
    // The first one comes back too late: it lost the source and writes nothing.
    held.release();
    await first;
    expect(await w.everything()).toEqual(before);
    expect((await w.ingest.syncState(uid, ada)).status).toBe('ok');
  });

  it('SYN-06 a sync that lost its source without noticing does not write its older text over the newer one', async () => {
    const w = await world();
    const repository = w.github.repository('example/skills');
    repository.commit({ 'SKILL.md': skillFile({ name: 'Older' }) });
    const uid = await w.add({ url: REPO });
    const held = w.hold('raw.githubusercontent.com');
    const first = w.ingest.sync(uid, ada);
    await held.asked;
    repository.commit({ 'SKILL.md': skillFile({ name: 'Newer' }) });
    w.github.intercept(null);
    // Another server, by whose clock the first one is long gone; by its own it has no reason to look.
    const later = w.secondIngest({}, { clock: new FakeClock(w.clock.now() + 181_000) });
    expect((await later.sync(uid, ada)).status).toBe('ok');
    const before = await w.everything();
    held.release();
    await first;
    expect(await w.everything()).toEqual(before);
    expect((await w.skill('SKILL.md')).version.name).toBe('Newer');
  });

  it.each([
    ['its address', { url: 'https://github.com/example/others' }, 'sync_lost'],
    ['its version', { ref: 'main' }, 'sync_lost'],
    ['its folder', { pathPrefix: 'skills' }, 'sync_lost'],
    ['its expected fingerprint', { expectedFingerprint: '0'.repeat(64) }, 'sync_lost'],
    ['whether it is on', { enabled: false }, 'source_disabled'],
  ])(
    'SYN-05 SYN-09 a sync writes nothing once %s was changed under it',
    async (_title, changes, code) => {
      const { w, uid, held, running } = await readingSync();
      await w.ingest.changeSource(uid, changes, ada);
      const before = await w.everything();
      held.release();
      expect(await running).toMatchObject({ status: 'error', problem: { code }, counts: null });
      expect(await w.everything()).toEqual(before);
      expect(before.skills).toEqual([]);
      expect(w.problems).toEqual([]);
    },
  );

  it('SYN-06 a sync writes what it read when only words about the source were changed under it', async () => {
    const { w, uid, held, running } = await readingSync();
    await w.ingest.changeSource(uid, { title: 'Ours', trustLevel: 'community', url: REPO }, ada);
    held.release();
    expect((await running).status).toBe('ok');
    expect((await w.skill('SKILL.md')).copiedTrustLevel).toBe('community');
  });

  it('SYN-06 of syncs that begin together on two servers exactly one runs', async () => {
    const w = await world();
    w.github.repository('example/skills').commit({ 'SKILL.md': skillFile() });
    const uid = await w.add({ url: REPO });
    const held = w.hold();
    const servers = [w.ingest, w.secondIngest(), w.ingest, w.secondIngest()];
    const begun = await Promise.allSettled(servers.map((server) => server.startSync(uid, ada)));
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of begun) {
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'sync_running' });
    }
    held.release();
    await expect.poll(async () => (await w.ingest.syncState(uid, ada)).status).toBe('ok');
    expect(await w.events('SKILL.md')).toEqual(['ingest_created']);
  });

  it('SYN-10 a sync tells which file of how many it reads, and can be called off', async () => {
    const w = await world();
    w.github
      .repository('example/skills')
      .commit(
        Object.fromEntries(
          Array.from({ length: 20 }, (_, index) => [
            `skills/s${String(index)}/SKILL.md`,
            skillFile({ name: `S${String(index)}` }),
          ]),
        ),
      );
    const uid = await w.add({ url: REPO });
    const seen: string[] = [];
    await w.ingest.sync(uid, ada, {
      onProgress: ({ phase, file, files }) =>
        seen.push(`${phase} ${String(file)}/${String(files)}`),
    });
    expect(seen[0]).toBe('listing 0/0');
    expect(seen.filter((each) => each.startsWith('reading'))).toEqual(
      Array.from({ length: 20 }, (_, index) => `reading ${String(index + 1)}/20`),
    );
    expect(seen.at(-1)).toBe('writing 0/20');

    const other = w.github.repository('example/more');
    other.commit({ 'SKILL.md': skillFile(), 'skills/b/SKILL.md': skillFile({ name: 'B' }) });
    const more = await w.add({ url: 'https://github.com/example/more' });
    const before = await w.everything();
    const stop = new AbortController();
    const state = await w.ingest.sync(more, ada, {
      signal: stop.signal,
      onProgress: ({ phase }) => {
        if (phase === 'reading') stop.abort();
      },
    });
    expect(state).toMatchObject({ status: 'error', problem: { code: 'sync_cancelled' } });
    expect(await w.everything()).toEqual(before);
    expect(w.problems).toEqual([]);
  });

  it('SYN-10 a sync that goes on by itself is followed and called off by whoever asks, from another server too', async () => {
    const w = await world();
    w.github.repository('example/skills').commit({ 'SKILL.md': skillFile() });
    const uid = await w.add({ url: REPO });
    const held = w.hold();
    expect((await w.ingest.startSync(uid, ada)).status).toBe('syncing');
    await held.asked;
    expect((await w.ingest.syncState(uid, ada)).progress).toMatchObject({ phase: 'listing' });
    expect((await w.ingest.cancelSync(uid, ada)).problem?.code).toBe('sync_cancelled');

    // Another server asks: the sync learns of it at its next heartbeat.
    held.release();
    const calledOff = w.secondIngest();
    const state = await w.ingest.sync(uid, ada, {
      onProgress: ({ phase }) => {
        if (phase === 'listing') w.clock.advance(31_000);
      },
    });
    expect(state.status).toBe('ok');
    w.github.repository('example/skills').commit({ 'SKILL.md': skillFile({ name: 'Other' }) });
    const again = w.hold();
    const running = w.ingest.sync(uid, ada);
    await again.asked;
    await calledOff.cancelSync(uid, ada);
    w.clock.advance(31_000);
    again.release();
    expect((await running).problem?.code).toBe('sync_cancelled');
  });
});
