import { expect, it } from 'vitest';
import {
  ADMIN,
  createBench,
  describeEachRunStorage,
  EDITOR,
  OTHER,
  PAGE,
  PLAIN,
  PROPOSAL,
  SERVICE,
  type Bench,
} from './runs-bench.ts';
import { firstUser, notices, system } from './runs-sent.ts';

describeEachRunStorage('starting', (open) => {
  it('API-06, LOD-09 each start check refuses before the first model call, typed and in the documented order', async () => {
    const bench = await createBench({ storage: await open() });
    const tour = await bench.addSkill({ name: 'Tour', process: true, attach: null });
    const start = (more: Parameters<Bench['request']>[0] = {}) =>
      bench.runtime.run(
        bench.request({ invocation: { skillUid: tour.uid, subject: PAGE }, ...more }),
      );
    const refusedWith = async (code: string, more: Parameters<Bench['request']>[0] = {}) => {
      await expect(start(more)).rejects.toMatchObject({ code });
    };
    bench.configure(1, { allowedGroupIds: ['staff'], requireSecondApprover: true });
    await bench.changeSkill(tour, { enabled: false, orphaned: true });
    await bench.changeSource({ enabled: false });
    bench.pages.unreadable.add(12);
    await refusedWith('configuration_access');
    bench.configure(1, { allowedGroupIds: [] });
    await refusedWith('skill_not_attached');
    await bench.attach(tour, 'always');
    await refusedWith('skill_disabled');
    await bench.changeSkill(tour, { enabled: true });
    await refusedWith('skill_orphaned');
    await bench.changeSkill(tour, { orphaned: false });
    await refusedWith('skill_not_admitted');
    await bench.changeSource({ enabled: true });
    await refusedWith('subject_unreadable');
    bench.pages.unreadable.clear();
    await bench.revoke(tour);
    await refusedWith('not_an_instruction', { actor: SERVICE });
    await bench.approve(tour);
    await refusedWith('service_account_process', { actor: SERVICE });
    await refusedWith('may_not_approve', { actor: PLAIN });
    await refusedWith('four_eyes');
    expect(bench.model.requests).toEqual([]);
    expect(await bench.runtime.list(ADMIN)).toEqual([]);
  });

  it('CTX-02 a section that does not fit fails the start before the model call and names the skill', async () => {
    const bench = await createBench({ storage: await open(), contextWindowTokens: 4_000 });
    const skill = await bench.addSkill({ name: 'Long rules', body: 'x'.repeat(12_000) });
    await expect(
      bench.runtime.run(bench.request({ invocation: { skillUid: skill.uid } })),
    ).rejects.toMatchObject({ code: 'does_not_fit', data: { name: 'Long rules' } });
    expect(bench.model.requests).toEqual([]);
  });

  it('CMP-01, CMP-02, LOD-04 an instruction is a section of the system message, anything else is fenced', async () => {
    const bench = await createBench({ storage: await open() });
    await bench.addSkill({ name: 'Approved', attach: 'always' });
    await bench.addSkill({ name: 'Unapproved', attach: 'always', approved: false });
    const invoked = await bench.addSkill({ name: 'Picked' });
    bench.model.add({ text: 'Hello.' });
    const { uuid } = await bench.runtime.run(
      bench.request({ invocation: { skillUid: invoked.uid, subject: PAGE } }),
    );
    expect(system(bench).startsWith('You help editors.')).toBe(true);
    expect(system(bench)).toContain('# Instruction of this installation: Approved');
    expect(system(bench)).toContain('# Instruction of this installation: Picked');
    expect(system(bench)).toContain('Subject record: {"table":"pages","uid":12}');
    expect(system(bench)).not.toContain('Unapproved');
    expect(firstUser(bench)).toContain('Body of Unapproved.');
    expect(firstUser(bench).endsWith('Check this page.')).toBe(true);
    const row = await bench.storage.store.run(uuid);
    expect(row?.pins.map(({ name }) => name)).toEqual(['Approved', 'Picked']);
  });

  it("CMP-01 a caller's own system message takes the configuration prompt's place", async () => {
    const bench = await createBench({ storage: await open() });
    await bench.addSkill({ name: 'Approved', attach: 'always' });
    bench.model.add({ text: 'Hello.' });
    await bench.runtime.run(
      bench.request({
        messages: [
          { role: 'system', content: 'Answer language: de' },
          { role: 'user', content: 'Hi' },
        ],
      }),
    );
    expect(system(bench).startsWith('Answer language: de')).toBe(true);
    expect(system(bench)).not.toContain('You help editors.');
    expect(system(bench)).toContain('Body of Approved.');
  });

  it('PRC-02, PRC-09 a process on the always or forced path is skipped with a notice naming it', async () => {
    const bench = await createBench({ storage: await open() });
    const tour = await bench.addSkill({ name: 'Tour', process: true, attach: 'always' });
    bench.model.add({ text: 'Hello.' }, { text: 'Hello.' });
    const always = await bench.runtime.run(bench.request());
    expect(system(bench)).not.toContain('Body of Tour.');
    expect(firstUser(bench)).not.toContain('Body of Tour.');
    expect(await notices(bench, always.uuid)).toEqual([
      { code: 'process_skipped', data: { skillUid: tour.uid, name: 'Tour' } },
    ]);
    await bench.detach(tour);
    const forced = await bench.runtime.run(
      bench.request({ forced: { skillUids: [tour.uid], snippetUids: [] } }),
    );
    expect(await notices(bench, forced.uuid)).toMatchObject([{ code: 'process_skipped' }]);
  });

  it('PRC-05, PRC-01 a service account starts no process, by no path', async () => {
    const bench = await createBench({ storage: await open() });
    const tour = await bench.addSkill({ name: 'Tour', process: true });
    await expect(
      bench.runtime.run(bench.request({ actor: SERVICE, invocation: { skillUid: tour.uid } })),
    ).rejects.toMatchObject({ code: 'service_account_process' });
    bench.model.add(
      { calls: [{ name: 'load_skill', arguments: { uid: tour.uid } }] },
      { text: '.' },
    );
    const { uuid } = await bench.runtime.run(
      bench.request({ actor: SERVICE, forced: { skillUids: [tour.uid], snippetUids: [] } }),
    );
    expect(system(bench)).not.toContain('Body of Tour.');
    expect(await bench.storage.store.run(uuid)).toMatchObject({ processSkillUid: null, pins: [] });
  });

  it('PIN-01 every instruction is pinned however it came, and composed from its snapshot from then on', async () => {
    const bench = await createBench({ storage: await open() });
    const always = await bench.addSkill({ name: 'Always', attach: 'always' });
    const forced = await bench.addSkill({ name: 'Forced', attach: null });
    const loaded = await bench.addSkill({ name: 'Loaded' });
    const tour = await bench.addSkill({ name: 'Tour', process: true });
    const skills = [tour, always, forced, loaded];
    bench.model.add({
      calls: [PROPOSAL, { name: 'load_skill', arguments: { uid: loaded.uid } }],
    });
    const { uuid } = await bench.runtime.run(
      bench.request({
        invocation: { skillUid: tour.uid, subject: PAGE },
        forced: { skillUids: [forced.uid], snippetUids: [] },
      }),
    );
    const pins = (await bench.storage.store.run(uuid))?.pins ?? [];
    expect(pins.map(({ name }) => name)).toEqual(['Tour', 'Always', 'Forced', 'Loaded']);
    expect(pins.map(({ process }) => process)).toEqual([true, false, false, false]);
    for (const skill of skills) await bench.editSkill(skill, { body: 'Edited since.' });
    bench.model.add({ text: 'Done.' });
    await bench.runtime.approve(
      uuid,
      { approved: true, cardDigest: (await bench.card(uuid)).digest },
      { actor: EDITOR },
    );
    for (const { version } of skills) expect(system(bench)).toContain(version.body);
    expect(system(bench)).not.toContain('Edited since.');
  });

  it('PIN-07 disabling and editing do not end a pinned use; revoking the digest does', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid, skill, card } = await bench.startTour();
    await bench.editSkill(skill, { body: 'Edited since.' });
    await bench.changeSkill(skill, { enabled: false });
    bench.model.add({ calls: [{ ...PROPOSAL, arguments: { ...PROPOSAL.arguments, page: 13 } }] });
    const after = await bench.runtime.approve(
      uuid,
      { approved: true, cardDigest: card.digest },
      { actor: EDITOR },
    );
    expect(after.outcome).toBe('awaiting_approval');
    await bench.revoke(skill);
    const stopped = await bench.runtime.approve(
      uuid,
      { approved: true, cardDigest: (await bench.card(uuid)).digest },
      { actor: EDITOR },
    );
    expect(stopped).toMatchObject({ outcome: 'failed', termination: 'pin_failed' });
    expect(bench.pages.writes.map(({ page }) => page)).toEqual([12]);
  });

  it('DUR-06 what a run was asked and waits with is sealed; rows hold uids and digests only', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid } = await bench.startTour();
    const row = await bench.storage.store.run(uuid);
    const { request, suspended, text, ...clear } = row ?? {};
    expect([request, suspended].every((sealed) => typeof sealed === 'string')).toBe(true);
    expect(text).toBeNull();
    expect(JSON.stringify(clear)).not.toContain('Opening hours');
    expect(JSON.stringify(clear)).not.toContain('Check this page');
  });

  it('DUR-01 enqueue stores the run with what comes alongside, or nothing, and wakes after the commit', async () => {
    const bench = await createBench({ storage: await open() });
    await expect(
      bench.runtime.enqueue(bench.request(), {
        alongside: () => Promise.reject(new Error('chat row moved')),
      }),
    ).rejects.toThrow('chat row moved');
    expect(await bench.runtime.list(ADMIN)).toEqual([]);
    expect(bench.woken).toEqual([]);
    const seen: string[] = [];
    const wake = { topic: 'conversation', id: 'c1' } as const;
    const uuid = await bench.runtime.enqueue(bench.request(), {
      wake,
      alongside: (_tx, run) => {
        seen.push(run);
        expect(bench.woken).toEqual([]);
        return Promise.resolve();
      },
    });
    expect(seen).toEqual([uuid]);
    expect(bench.woken).toEqual([wake]);
    expect(await bench.runtime.status(uuid, EDITOR)).toMatchObject({ status: 'queued' });
    expect(await bench.runtime.status(uuid, OTHER)).toBeNull();
    bench.model.add({ text: 'Hello.' });
    const both = await Promise.all([
      bench.runtime.runQueued(uuid),
      bench.secondRuntime().runQueued(uuid),
    ]);
    expect(both.filter((result) => result !== null)).toMatchObject([
      { outcome: 'completed', text: 'Hello.', takenOver: false },
    ]);
    expect(await bench.runtime.status(uuid, EDITOR)).toMatchObject({
      status: 'completed',
      message: 'Hello.',
    });
  });

  it('API-02, PIN-03 pins, access and subject are checked again at pickup, for the run owner', async () => {
    const bench = await createBench({ storage: await open() });
    const tour = await bench.addSkill({ name: 'Tour', process: true });
    const enqueue = () =>
      bench.runtime.enqueue(bench.request({ invocation: { skillUid: tour.uid, subject: PAGE } }));
    const [first, second, third] = [await enqueue(), await enqueue(), await enqueue()];
    bench.pages.unreadable.add(12);
    expect(await bench.runtime.runQueued(first)).toMatchObject({ termination: 'pin_failed' });
    expect(await bench.storage.store.run(first)).toMatchObject({ pins: [], subject: null });
    bench.pages.unreadable.clear();
    bench.configure(1, { allowedGroupIds: ['staff'] });
    expect(await bench.runtime.runQueued(second)).toMatchObject({ termination: 'not_retryable' });
    bench.configure(1, { allowedGroupIds: [] });
    await bench.revoke(tour);
    expect(await bench.runtime.runQueued(third)).toMatchObject({ termination: 'pin_failed' });
    expect(bench.model.requests).toEqual([]);
  });
});
