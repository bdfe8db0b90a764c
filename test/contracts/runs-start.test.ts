import { expect, it } from 'vitest';
import type { Skill } from '../../src/skills/index.ts';
import {
  ADMIN,
  APPROVER,
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

const system = (bench: Bench) => {
  const [first] = bench.model.requests.at(-1)?.messages ?? [];
  return first?.role === 'system' ? first.content : '';
};
const firstUser = (bench: Bench) =>
  bench.model.requests.at(-1)?.messages.find(({ role }) => role === 'user')?.content ?? '';
const toolNames = (bench: Bench) =>
  bench.model.requests.at(-1)?.tools.map(({ name }) => name) ?? [];
const notices = async (bench: Bench, uuid: string) =>
  (await bench.runtime.events(uuid, 0, ADMIN))
    .filter(({ kind }) => kind === 'notice')
    .map(({ payload }) => payload);

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

  it('ALW-01, ALW-02, ALW-09 the list is the union of what effective skills declare, whatever their load mode', async () => {
    const bench = await createBench({ storage: await open() });
    await bench.addSkill({ name: 'A', allowedTools: ['get_page_content'] });
    await bench.addSkill({ name: 'B', allowedTools: ['fetch_source'], attach: 'always' });
    await bench.addSkill({ name: 'C', allowedTools: ['create_page_draft'], enabled: false });
    bench.model.add({ text: 'Hello.' });
    const { uuid } = await bench.runtime.run(bench.request());
    expect(toolNames(bench)).toEqual(['load_skill', 'get_page_content', 'fetch_source']);
    expect((await bench.storage.store.run(uuid))?.allowList).toEqual([
      'fetch_source',
      'get_page_content',
    ]);
    const empty = await createBench({ storage: await open() });
    await empty.addSkill({ name: 'A', allowedTools: [] });
    empty.model.add({ text: 'Hello.' });
    await empty.runtime.run(empty.request());
    expect(toolNames(empty)).toEqual(['load_skill']);
  });

  it('ALW-03, ALW-04, ALW-06, ALW-08 a resume can lose tools and never gains one through the skill list', async () => {
    const bench = await createBench({ storage: await open() });
    const style = await bench.addSkill({
      name: 'Style',
      allowedTools: ['update_page_metadata', 'get_page_content'],
      attach: 'on_demand',
    });
    bench.toolStates.tools.set('get_page_content', false);
    bench.model.add({ calls: [PROPOSAL] });
    const { uuid } = await bench.runtime.run(bench.request());
    expect(toolNames(bench)).toEqual(['load_skill', 'update_page_metadata']);
    await bench.changeSkill(style, { enabled: false });
    bench.toolStates.tools.set('get_page_content', true);
    const card = await bench.card(uuid);
    bench.model.add({ text: 'Done.' });
    await bench.runtime.approve(
      uuid,
      { approved: true, cardDigest: card.digest },
      { actor: EDITOR },
    );
    // Without the only declaring skill the live list is open; the stored one still bounds it.
    expect(toolNames(bench)).toEqual(['load_skill', 'get_page_content', 'update_page_metadata']);
  });

  it('ALW-05 a pinned process keeps its tools when it is disabled meanwhile, from its snapshot', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid, card, skill } = await bench.startTour({
      tools: ['update_page_metadata', 'progress'],
    });
    await bench.editSkill(skill, { allowedTools: ['create_page_draft'] });
    await bench.changeSkill(skill, { enabled: false });
    bench.model.add({ text: 'Done.' });
    await bench.runtime.approve(
      uuid,
      { approved: true, cardDigest: card.digest },
      { actor: EDITOR },
    );
    expect(toolNames(bench)).toEqual(['progress', 'update_page_metadata']);
    expect(bench.pages.writes).toHaveLength(1);
  });

  it('ALW-10 the tools of forced and invoked skills survive a resume on another server', async () => {
    const bench = await createBench({ storage: await open() });
    const forced = await bench.addSkill({
      name: 'Forced',
      attach: null,
      allowedTools: ['update_page_metadata'],
    });
    const invoked = await bench.addSkill({ name: 'Picked', allowedTools: ['get_page_content'] });
    bench.model.add({ calls: [PROPOSAL] });
    const { uuid } = await bench.runtime.run(
      bench.request({
        forced: { skillUids: [forced.uid], snippetUids: [] },
        invocation: { skillUid: invoked.uid },
      }),
    );
    const before = toolNames(bench);
    expect(before).toEqual(['load_skill', 'get_page_content', 'update_page_metadata']);
    bench.model.add({ text: 'Done.' });
    await bench
      .secondRuntime()
      .approve(
        uuid,
        { approved: true, cardDigest: (await bench.card(uuid)).digest },
        { actor: EDITOR },
      );
    expect(toolNames(bench)).toEqual(before);
    expect(bench.pages.writes).toHaveLength(1);
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

  it('LOD-02, LOD-11 without anything to load there is neither catalogue nor load tool', async () => {
    const bench = await createBench({ storage: await open() });
    await bench.addSkill({ name: 'Approved', attach: 'always' });
    await bench.addSkill({ name: 'Unapproved', approved: false });
    await bench.addSkill({ name: 'Tour', process: true });
    bench.model.add({ text: 'Hello.' });
    await bench.runtime.run(bench.request());
    expect(toolNames(bench)).not.toContain('load_skill');
    expect(system(bench)).not.toContain('load_skill');
  });

  it('LOD-03, LOD-05, LOD-06, LOD-07 a load joins the very next system message, confirms without the body, and is idempotent', async () => {
    const bench = await createBench({ storage: await open() });
    const style = await bench.addSkill({ name: 'Style', description: 'How we write.' });
    const hidden = await bench.addSkill({ name: 'Hidden', approved: false, description: 'secret' });
    const load = (uid: number) => ({ name: 'load_skill', arguments: { uid } });
    bench.model.add(
      { calls: [load(style.uid), load(hidden.uid), load(style.uid)] },
      { text: 'Loaded.' },
    );
    const { uuid } = await bench.runtime.run(bench.request());
    const [before, after] = bench.model.requests;
    expect(before?.messages[0]?.content).toContain('"How we write."');
    expect(before?.messages[0]?.content).not.toContain('secret');
    expect(before?.messages[0]?.content).not.toContain('Body of Style.');
    expect(after?.messages[0]?.content).toContain('Body of Style.');
    const results = after?.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(results.map(({ content }) => content.split(':')[0])).toEqual([
      'loaded',
      'This skill is not in the catalogue of this run.',
      'already loaded',
    ]);
    expect(JSON.stringify(results)).not.toContain('Body of Style.');
    const row = await bench.storage.store.run(uuid);
    expect(row?.pins.map(({ skillUid }) => skillUid)).toEqual([style.uid]);
  });

  it('LOD-03 a search lists what matches of the catalogue, approved text only', async () => {
    const bench = await createBench({ storage: await open() });
    const glossary = await bench.addSkill({ name: 'Glossary', description: 'Words we use.' });
    await bench.addSkill({ name: 'Words of others', approved: false });
    bench.model.add(
      {
        calls: [
          { name: 'load_skill', arguments: { query: 'words' } },
          { name: 'load_skill', arguments: { query: 'words', uid: 1 } },
        ],
      },
      { text: 'Found.' },
    );
    await bench.runtime.run(bench.request());
    const results = bench.model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool');
    expect(
      JSON.parse(results?.find(({ content }) => content.startsWith('{'))?.content ?? ''),
    ).toEqual({
      uid: glossary.uid,
      name: 'Glossary',
      description: 'Words we use.',
    });
    expect(results?.filter((result) => result.role === 'tool' && result.isError)).toHaveLength(1);
  });

  it.each<[string, (bench: Bench, style: Skill) => Promise<unknown>]>([
    ['revoked', (bench, style) => bench.revoke(style)],
    ['disabled', (bench, style) => bench.changeSkill(style, { enabled: false })],
    ['orphaned', (bench, style) => bench.changeSkill(style, { orphaned: true })],
    ['detached', (bench, style) => bench.detach(style)],
    ['attached always', (bench, style) => bench.attach(style, 'always')],
    ['edited', (bench, style) => bench.editSkill(style, { body: 'Other.' })],
    ['of a source switched off', (bench) => bench.changeSource({ enabled: false })],
    [
      'an approved process',
      async (bench, style) => bench.approve(await bench.editSkill(style, { process: true })),
    ],
  ])(
    'LOD-05 a load checks again at its moment: refused when meanwhile %s',
    async (_title, meanwhile) => {
      const bench = await createBench({ storage: await open() });
      const style = await bench.addSkill({ name: 'Style' });
      bench.model.add(
        async () => {
          await meanwhile(bench, style);
          return { calls: [{ name: 'load_skill', arguments: { uid: style.uid } }] };
        },
        { text: 'No.' },
      );
      const { uuid } = await bench.runtime.run(bench.request());
      expect(system(bench)).not.toContain('# Instruction of this installation');
      expect(bench.model.requests.at(-1)?.messages.at(-1)).toMatchObject({ isError: true });
      expect((await bench.storage.store.run(uuid))?.pins).toEqual([]);
    },
  );

  it('LOD-12, PIN-11 a load beside a card survives pause, another server and decision', async () => {
    const bench = await createBench({ storage: await open() });
    const style = await bench.addSkill({ name: 'Style' });
    const tour = await bench.addSkill({ name: 'Tour', process: true });
    bench.model.add({
      calls: [PROPOSAL, { name: 'load_skill', arguments: { uid: style.uid } }],
    });
    const { uuid } = await bench.runtime.run(
      bench.request({ invocation: { skillUid: tour.uid, subject: PAGE } }),
    );
    const card = await bench.card(uuid);
    bench.model.add({ text: 'Done.' });
    await bench
      .secondRuntime()
      .approve(uuid, { approved: true, cardDigest: card.digest }, { actor: EDITOR });
    expect(system(bench)).toContain('Body of Style.');
    const names = (await bench.storage.store.run(uuid))?.pins.map(({ name }) => name);
    expect(names).toEqual(['Tour', 'Style']);
    expect(bench.pages.writes).toHaveLength(1);
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
