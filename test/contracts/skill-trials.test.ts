import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { TrialEvent } from '../../src/contracts/index.ts';
import { createSkillTrials } from '../../src/chat/index.ts';
import { versionDigest } from '../../src/skills/index.ts';
import { HostileModel } from '../../src/testing/index.ts';
import { createToolRegistry, readResult, type Tool } from '../../src/tools/index.ts';
import { describeEachDatabase, type OpenFresh } from '../support/databases.ts';
import { ADMIN, createWorld, EDITOR, progress, setFields, type World } from './chat-world.ts';

const UNAPPROVED = { name: 'Fresh', process: true, approve: false };

/** A world with an unapproved version, and trials over it. */
async function createTrialWorld(
  openFresh: OpenFresh,
  limits?: Parameters<typeof createSkillTrials>[1],
) {
  const world = await createWorld(openFresh);
  const skillUid = await world.createSkill(UNAPPROVED);
  const skill = await world.stores.skills.skill(skillUid);
  if (skill === null) throw new Error('no skill');
  // Reading a page for the first time gives its records their uids; that is no writing of a trial.
  await world.host.readPage(world.page, ADMIN);
  const trials = createSkillTrials({ runs: world.runtimeDeps, skills: world.skills }, limits);
  const request = {
    skillUid,
    digest: versionDigest(skill.version),
    page: world.page,
    locale: 'en' as const,
  };
  return {
    ...world,
    trials,
    request,
    skillUid,
    /** Runs a trial and collects what it tells. */
    tryIt: async (
      onEvent: (event: TrialEvent, stop: AbortController) => void = () => undefined,
    ) => {
      const events: TrialEvent[] = [];
      const stop = new AbortController();
      const trial = await trials.begin(request, ADMIN);
      await trial.run((event) => {
        events.push(event);
        onEvent(event, stop);
      }, stop.signal);
      return events;
    },
  };
}

/** The search index, which follows the pages behind everybody's back. */
const INDEX = /^content_(?:search|words|link)/;

/** Every row of every table but those of the search index, and the pages' files. */
async function everything({ database, root }: World): Promise<Record<string, unknown>> {
  const db = database.database.writes;
  const tables = await db.introspection.getTables();
  const rows: Record<string, unknown> = {};
  for (const { name } of tables.filter((table) => !INDEX.test(table.name))) {
    const { rows: found } = await sql`select * from ${sql.table(name)}`.execute(db);
    rows[name] = found.map((row) => JSON.stringify(row)).sort();
  }
  for (const file of ['about.md', 'index.md']) {
    rows[file] = await readFile(join(root, file), 'utf8');
  }
  return rows;
}

describeEachDatabase('trials', (openFresh) => {
  it('WEB-04 a trial shows every card of the tour, skips it and writes nothing but its audit row and what its calls of the model used', async () => {
    const world = await createTrialWorld(openFresh);
    const { model, page } = world;
    model.add(
      {
        text: 'A title first.',
        calls: [progress(1, 2), setFields(page, { title: 'About our work' })],
      },
      (request) => {
        expect(JSON.stringify(request.messages.at(-1))).toMatch(/skip/i);
        return { text: 'Then this.', calls: [setFields(page, { description: 'New words' })] };
      },
      { calls: [progress(2, 2, true)] },
      { text: 'That is all.' },
    );
    const before = await everything(world);

    const events = await world.tryIt();

    model.finish();
    const cards = events.flatMap((event) => (event.kind === 'card' ? [event] : []));
    expect(
      cards.map(({ said, calls }) => [
        said,
        calls[0]?.preview.fields.map((f) => [f.before, f.after]),
      ]),
    ).toEqual([
      ['A title first.', [['About us', 'About our work']]],
      ['Then this.', [['Old words', 'New words']]],
    ]);
    expect(events.filter(({ kind }) => kind === 'progress')).toHaveLength(2);
    expect(events.at(-1)).toEqual({
      kind: 'ended',
      ending: 'completed',
      text: 'That is all.',
      code: null,
      cards: 2,
      rounds: 4,
    });
    const after = await everything(world);
    const audit = await world.skills.audit({ skillUid: world.skillUid }, ADMIN);
    expect(audit[0]).toMatchObject({
      event: 'tried',
      digest: world.request.digest,
      actorName: 'Ada',
    });
    expect((after['skill_audit'] as unknown[]).length).toBe(
      (before['skill_audit'] as unknown[]).length + 1,
    );
    expect((after['model_usage'] as unknown[]).length).toBe(
      (before['model_usage'] as unknown[]).length + 4,
    );
    // Counters of generated ids aside, nothing else moved: no run, no conversation, no open point, no page.
    const ignore = ['skill_audit', 'model_usage', 'sqlite_sequence'];
    for (const table of Object.keys(before).filter((name) => !ignore.includes(name))) {
      expect([table, after[table]]).toEqual([table, before[table]]);
    }
    expect(await world.runtime.list(ADMIN)).toEqual([]);
  });

  it('WEB-04 the tried text reaches the model as an instruction in its trial and nowhere else', async () => {
    const world = await createTrialWorld(openFresh);
    const { model } = world;
    model.add({ text: 'Nothing to do.' });
    await world.tryIt();
    const [sent] = model.requests;
    expect(sent?.messages[0]).toMatchObject({
      role: 'system',
      content: expect.stringContaining('Do Fresh.') as string,
    });
    // The same skill, started by an editor while and after it was tried, is what it was: no instruction.
    const { uuid } = await world.open();
    await expect(
      world.chat.sendMessage(EDITOR, uuid, { text: '', skillUid: world.skillUid }),
    ).rejects.toMatchObject({ code: 'not_an_instruction' });
    const review = await world.skills.review(world.skillUid, ADMIN);
    expect(review.skill).toMatchObject({
      instruction: false,
      versions: [{ seal: 'not_approved' }],
    });
  });

  it('WEB-04 the version tried is the one that was shown: refused once the text moved, and nothing is stored', async () => {
    const world = await createTrialWorld(openFresh);
    const text = {
      name: 'Fresh',
      description: 'About Fresh',
      body: 'Do it otherwise.',
      allowedTools: null,
      process: true,
    };
    await world.skills.edit(world.skillUid, text, ADMIN);
    const before = await everything(world);
    await expect(world.trials.begin(world.request, ADMIN)).rejects.toMatchObject({
      code: 'skill_changed',
    });
    expect(await everything(world)).toEqual(before);
    expect(world.model.requests).toEqual([]);
    // The refused one holds no place.
    const digest = (await world.skills.review(world.skillUid, ADMIN)).digest;
    world.model.add({ text: 'Now.' });
    const trial = await world.trials.begin({ ...world.request, digest }, ADMIN);
    await trial.run(() => undefined, new AbortController().signal);
    expect(JSON.stringify(world.model.requests[0])).toContain('Do it otherwise.');
  });

  it('WEB-04 an edit while a trial runs does not reach it', async () => {
    const world = await createTrialWorld(openFresh);
    const text = {
      name: 'Fresh',
      description: 'D',
      body: 'Do it otherwise.',
      allowedTools: null,
      process: true,
    };
    world.model.add(
      async () => {
        await world.skills.edit(world.skillUid, text, ADMIN);
        return { calls: [setFields(world.page, { title: 'T' })] };
      },
      { text: 'Done.' },
    );
    const events = await world.tryIt();
    expect(events.at(-1)).toMatchObject({ ending: 'completed' });
    expect(JSON.stringify(world.model.requests[1])).toContain('Do Fresh.');
    expect(JSON.stringify(world.model.requests[1])).not.toContain('otherwise');
  });

  it('WEB-04 administrators only, one trial a person, and only on a page they can read', async () => {
    const world = await createTrialWorld(openFresh);
    const { trials, request } = world;
    const service = {
      kind: 'service',
      accountId: 's',
      name: 'S',
      scopes: ['agent:approve'],
      rights: EDITOR.rights,
    } as const;
    for (const actor of [EDITOR, service, { kind: 'anonymous' } as const]) {
      await expect(trials.begin(request, actor)).rejects.toMatchObject({ code: 'not_permitted' });
      await expect(
        world.skills.openTrial(request.skillUid, { digest: request.digest, pageUid: 1 }, actor),
      ).rejects.toMatchObject({ code: 'not_permitted' });
    }
    await expect(trials.begin({ ...request, page: 999_999 }, ADMIN)).rejects.toMatchObject({
      code: 'subject_unreadable',
    });
    const first = await trials.begin(request, ADMIN);
    await expect(trials.begin(request, ADMIN)).rejects.toMatchObject({ code: 'trial_running' });
    world.model.add({ text: 'Over.' });
    await first.run(() => undefined, new AbortController().signal);
    expect(
      (await world.skills.audit({ skillUid: world.skillUid }, ADMIN)).filter(
        ({ event }) => event === 'tried',
      ),
    ).toHaveLength(1);
    world.model.add({ text: 'Again.' });
    expect((await world.tryIt()).at(-1)).toMatchObject({ ending: 'completed' });
  });

  it('WEB-04 rounds and cards are limited, and the person can stop it', async () => {
    const many = (world: World) =>
      Array.from({ length: 12 }, (_, n) => ({
        calls: [setFields(world.page, { title: `Title ${String(n)}` })],
      }));
    const few = { rounds: 40, cards: 3, timeMs: 1_000 };
    const byCards = await createTrialWorld(openFresh, few);
    byCards.model.add(...many(byCards));
    expect((await byCards.tryIt()).at(-1)).toMatchObject({ ending: 'cards', cards: 3 });

    const byRounds = await createTrialWorld(openFresh, { ...few, rounds: 4, cards: 20 });
    byRounds.model.add(...many(byRounds));
    expect((await byRounds.tryIt()).at(-1)).toMatchObject({ ending: 'rounds', rounds: 4 });

    const byHand = await createTrialWorld(openFresh);
    byHand.model.add(...many(byHand));
    const stopped = await byHand.tryIt((event, stop) => {
      if (event.kind === 'card') stop.abort();
    });
    expect(stopped.map(({ kind }) => kind)).toEqual(['started', 'round', 'card', 'ended']);
    expect(stopped.at(-1)).toMatchObject({ ending: 'cancelled' });

    const byTime = await createTrialWorld(openFresh, few);
    byTime.model.add(() => {
      byTime.clock.advance(2_000);
      return { calls: [setFields(byTime.page, { title: 'Late' })] };
    });
    expect((await byTime.tryIt()).at(-1)).toMatchObject({ ending: 'time' });
  });

  it('WEB-04 a trial that cannot be stopped says so in the log and harms nothing else', async () => {
    const world = await createTrialWorld(openFresh);
    const logged: string[] = [];
    const { sealer, log } = world.runtimeDeps;
    const trials = createSkillTrials({
      skills: world.skills,
      runs: {
        ...world.runtimeDeps,
        log: { ...log, error: (_facts, message) => void logged.push(message) },
        sealer: {
          ...sealer,
          seal: (text, context) => {
            if (text.includes('The run was cancelled.')) throw new Error('no key');
            return sealer.seal(text, context);
          },
        },
      },
    });
    const stop = new AbortController();
    world.model.add(() => {
      stop.abort();
      return { text: 'Over already.' };
    });
    const trial = await trials.begin(world.request, ADMIN);
    await trial.run(() => undefined, stop.signal);
    expect(logged).toContain('A trial could not be stopped');
    await trials.begin(world.request, ADMIN);
  });

  it('WEB-04 a question is answered with its first option, and closing the server ends a trial', async () => {
    const world = await createTrialWorld(openFresh);
    world.model.add(
      {
        calls: [{ name: 'choice', arguments: { question: 'For whom?', options: ['All', 'Some'] } }],
      },
      (request) => {
        expect(request.messages.at(-1)).toMatchObject({ content: 'chosen: All' });
        void world.trials.close();
        return { calls: [setFields(world.page, { title: 'T' })] };
      },
    );
    const events = await world.tryIt();
    expect(events.find(({ kind }) => kind === 'question')).toEqual({
      kind: 'question',
      question: 'For whom?',
      options: ['All', 'Some'],
      chosen: 'All',
    });
    expect(events.at(-1)).toMatchObject({ ending: 'cancelled' });
    await expect(world.trials.begin(world.request, ADMIN)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});

describeEachDatabase(
  'trials of anything',
  (openFresh) => {
    it('WEB-04 whatever a model calls, no write tool runs and no remote tool is offered', async () => {
      const world = await createTrialWorld(openFresh, { rounds: 8, cards: 8, timeMs: 1_000_000 });
      const ran: string[] = [];
      const tools = createToolRegistry(
        [
          ...world.runtimeDeps.tools.all(),
          ...EFFECTS.map((effect) => extra(effect, false)),
          ...EFFECTS.map((effect) => extra(effect, true)),
        ].map((tool): Tool =>
          tool.effect === 'read_only' && tool.remote !== true
            ? tool
            : {
                ...tool,
                execute: () => {
                  ran.push(tool.name);
                  return Promise.resolve(readResult('done'));
                },
              },
        ),
      );
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => {
          const model = new HostileModel({
            seed,
            names: tools.all().map(({ name }) => name),
            values: { page: [world.page], fields: [{ title: `T${String(seed)}` }] },
          });
          const trials = createSkillTrials(
            { runs: { ...world.runtimeDeps, tools, models: model }, skills: world.skills },
            { rounds: 8, cards: 8, timeMs: 1_000_000 },
          );
          const before = await readFile(join(world.root, 'about.md'), 'utf8');
          const trial = await trials.begin(world.request, ADMIN);
          const events: TrialEvent[] = [];
          await trial.run((event) => events.push(event), new AbortController().signal);
          expect(events.at(-1)?.kind).toBe('ended');
          expect(ran).toEqual([]);
          const offered = model.requests.flatMap((request) =>
            request.tools.map(({ name }) => name),
          );
          expect(offered.filter((name) => name.startsWith('remote_'))).toEqual([]);
          expect(offered).toContain('set_fields');
          expect(await readFile(join(world.root, 'about.md'), 'utf8')).toBe(before);
        }),
        { numRuns: 25 },
      );
    });
  },
  ['sqlite'],
);

const EFFECTS = ['read_only', 'idempotent_write', 'non_idempotent_write'] as const;

function extra(effect: Tool['effect'], remote: boolean): Tool {
  return {
    name: `${remote ? 'remote' : 'local'}_${effect}`,
    description: 'A tool.',
    parameters: { type: 'object', properties: {} },
    group: 'editing',
    effect,
    dataClass: 'editorContent',
    enabledByDefault: true,
    requiresAdministrator: false,
    remote,
    preview: () => Promise.resolve({ lines: ['x'], fields: [], target: null, failed: false }),
    execute: () => Promise.resolve(readResult('done')),
  };
}
