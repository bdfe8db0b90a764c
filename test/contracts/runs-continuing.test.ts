import { expect, it } from 'vitest';
import {
  ADMIN,
  APPROVER,
  createBench,
  describeEachRunStorage,
  EDITOR,
  OTHER,
  PAGE,
  PROPOSAL,
  SERVICE,
  type Bench,
} from './runs-bench.ts';
import { firstUser, notices, system } from './runs-sent.ts';

describeEachRunStorage('continuing', (open) => {
  /** A finished first turn that holds the process and an always attachment. */
  const conversation = async () => {
    const bench = await createBench({ storage: await open() });
    const style = await bench.addSkill({ name: 'Style', attach: 'always' });
    const { uuid, skill } = await bench.startTour();
    const goOn = (more: Parameters<Bench['request']>[0] = {}) =>
      bench.runtime.run(bench.request({ predecessor: uuid, ...more }));
    return { bench, style, tour: skill, uuid, goOn };
  };

  it('CON-03 a predecessor that holds a process must have ended', async () => {
    const { bench, uuid, goOn } = await conversation();
    await expect(goOn()).rejects.toMatchObject({ code: 'predecessor_not_terminal' });
    expect(await bench.runtime.status(uuid, EDITOR)).toMatchObject({
      status: 'waiting_for_approval',
    });
  });

  it('CON-01, PIN-11, PIN-08 pins, invocation and subject derive; the pinned version is composed, not a newer one', async () => {
    const { bench, tour, uuid, goOn } = await conversation();
    await bench.runtime.cancelIfWaiting(uuid, EDITOR);
    const edited = await bench.editSkill(tour, { body: 'Body of Tour, version 2.' });
    await bench.approve(edited);
    await bench.changeSkill(tour, { enabled: false });
    bench.model.add({ text: 'Going on.' });
    const next = await goOn({ invocation: { skillUid: tour.uid, subject: PAGE } });
    expect(system(bench)).toContain('Body of Tour.');
    expect(system(bench)).not.toContain('version 2');
    expect(system(bench)).toContain('Body of Style.');
    expect(await bench.storage.store.run(next.uuid)).toMatchObject({
      invocation: { skillUid: tour.uid },
      subject: PAGE,
      processSkillUid: tour.uid,
      predecessor: uuid,
    });
    expect(await notices(bench, next.uuid)).toMatchObject([{ code: 'held_version_kept' }]);
  });

  it('CON-05 whoever may not use the configuration any more cannot go on, whatever the run before was allowed', async () => {
    const { bench, uuid, goOn } = await conversation();
    await bench.runtime.cancelIfWaiting(uuid, EDITOR);
    for (const closed of [{ allowedGroupIds: ['staff'] }, { isActive: false }]) {
      bench.configure(1, { allowedGroupIds: [], isActive: true, ...closed });
      await expect(goOn()).rejects.toMatchObject({ code: 'configuration_access' });
    }
    bench.configure(1, { allowedGroupIds: [], isActive: true });
    bench.model.add({ text: 'Going on.' });
    expect(await goOn()).toMatchObject({ outcome: 'completed' });
  });

  it('CON-02, CON-04 only the initiator or an administrator continues; a missing predecessor says start anew', async () => {
    const { bench, uuid, goOn } = await conversation();
    await bench.runtime.cancelIfWaiting(uuid, EDITOR);
    for (const actor of [OTHER, APPROVER, SERVICE]) {
      await expect(goOn({ actor })).rejects.toMatchObject({ code: 'predecessor_not_yours' });
    }
    await expect(goOn({ predecessor: 'gone' })).rejects.toMatchObject({
      code: 'predecessor_missing',
    });
    bench.model.add({ text: 'Hello.' });
    expect(await goOn({ actor: ADMIN })).toMatchObject({ outcome: 'completed' });
  });

  it('PIN-05 a stopped turn stores what still holds, and the next one continues without the failed section', async () => {
    const { bench, style, tour, uuid, goOn } = await conversation();
    await bench.runtime.cancelIfWaiting(uuid, EDITOR);
    await bench.revoke(style);
    const stopped = await goOn();
    expect(stopped).toMatchObject({ outcome: 'failed', termination: 'pin_failed' });
    expect(stopped.text).toContain('"Style"');
    expect(bench.model.requests).toHaveLength(1);
    bench.model.add({ text: 'Going on.' });
    const next = await goOn({ predecessor: stopped.uuid });
    expect(next.outcome).toBe('completed');
    expect(system(bench)).not.toContain('Body of Style.');
    expect(system(bench)).toContain('Body of Tour.');
    // Still attached and admitted, it is reference text now, and the turn says so (decisions §63).
    expect(firstUser(bench)).toContain('Body of Style.');
    expect(await notices(bench, next.uuid)).toEqual([
      { code: 'section_fenced', data: { skillUid: style.uid, name: 'Style' } },
    ]);
    expect(await bench.storage.store.run(next.uuid)).toMatchObject({ processSkillUid: tour.uid });
  });

  it('PIN-05 a queued continuation whose pins fail ends at pickup with the same message and no model call', async () => {
    const { bench, tour, uuid } = await conversation();
    await bench.runtime.cancelIfWaiting(uuid, EDITOR);
    await bench.revoke(tour);
    const queued = await bench.runtime.enqueue(bench.request({ predecessor: uuid }));
    const result = await bench.runtime.runQueued(queued);
    expect(result).toMatchObject({ outcome: 'failed', termination: 'pin_failed' });
    expect(result?.text).toContain('"Tour"');
    const row = await bench.storage.store.run(queued);
    expect(row).toMatchObject({ processSkillUid: null, invocation: null, subject: null });
    expect(row?.pins.map(({ name }) => name)).toEqual(['Style']);
    expect(bench.model.requests).toHaveLength(1);
  });

  it('PIN-06 detaching and another configuration drop pins with a notice and do not stop the run', async () => {
    const { bench, tour, uuid, goOn } = await conversation();
    await bench.runtime.cancelIfWaiting(uuid, EDITOR);
    await bench.detach(tour);
    await bench.revoke(tour);
    bench.model.add({ text: 'One.' }, { text: 'Two.' });
    const detached = await goOn();
    expect(await notices(bench, detached.uuid)).toEqual([
      { code: 'pin_dropped', data: { skillUid: tour.uid, name: 'Tour', reason: 'detached' } },
    ]);
    expect(system(bench)).not.toContain('Body of Tour.');
    const elsewhere = await goOn({ configurationUid: 2 });
    expect(await notices(bench, elsewhere.uuid)).toMatchObject([
      { data: { name: 'Tour', reason: 'configuration_changed' } },
      { data: { name: 'Style', reason: 'configuration_changed' } },
    ]);
    expect((await bench.storage.store.run(elsewhere.uuid))?.pins).toEqual([]);
  });

  it('PRC-07 a second process is refused by the name of the running one; ended by the person it can start', async () => {
    const { bench, uuid, goOn } = await conversation();
    await bench.runtime.cancelIfWaiting(uuid, EDITOR);
    const second = await bench.addSkill({ name: 'Second tour', process: true });
    const invocation = { skillUid: second.uid, subject: PAGE };
    await expect(goOn({ invocation })).rejects.toMatchObject({
      code: 'process_running',
      message: expect.stringContaining('"Tour"') as string,
    });
    bench.model.add({ text: 'Starting.' });
    await goOn({ invocation, endProcess: true });
    expect(system(bench)).toContain('Body of Second tour.');
    expect(system(bench)).not.toContain('Body of Tour.');
  });

  it('CON-06 a new plain invocation beside a process joins as a section; the run stays about the process', async () => {
    const { bench, tour, uuid, goOn } = await conversation();
    await bench.runtime.cancelIfWaiting(uuid, EDITOR);
    const glossary = await bench.addSkill({ name: 'Glossary' });
    bench.model.add({ text: 'Going on.' });
    const next = await goOn({
      invocation: { skillUid: glossary.uid, subject: { table: 'pages', uid: 13 } },
    });
    expect(system(bench)).toContain('Body of Glossary.');
    expect(await bench.storage.store.run(next.uuid)).toMatchObject({
      invocation: { skillUid: tour.uid },
      subject: PAGE,
    });
  });

  it('CON-07 a predecessor without a process may still wait; its pins derive and it stays decidable', async () => {
    const bench = await createBench({ storage: await open() });
    await bench.addSkill({ name: 'Style', attach: 'always' });
    bench.model.add({ calls: [PROPOSAL] }, { text: 'Second.' }, { text: 'Done.' });
    const first = await bench.runtime.run(bench.request());
    const second = await bench.runtime.run(bench.request({ predecessor: first.uuid }));
    expect(second.outcome).toBe('completed');
    const card = await bench.card(first.uuid);
    await bench.runtime.approve(
      first.uuid,
      { approved: true, cardDigest: card.digest },
      { actor: EDITOR },
    );
    expect(bench.pages.writes).toHaveLength(1);
  });

  it('PIN-10 a skill forced on a run of the lineage needs no attachment later', async () => {
    const bench = await createBench({ storage: await open() });
    const rules = await bench.addSkill({ name: 'Rules', attach: null });
    bench.model.add({ text: 'One.' }, { text: 'Two.' });
    const first = await bench.runtime.run(
      bench.request({ forced: { skillUids: [rules.uid], snippetUids: [] } }),
    );
    const second = await bench.runtime.run(bench.request({ predecessor: first.uuid }));
    expect(system(bench)).toContain('Body of Rules.');
    expect(await notices(bench, second.uuid)).toEqual([]);
  });
});
