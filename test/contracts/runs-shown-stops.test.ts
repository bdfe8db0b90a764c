import { expect, it } from 'vitest';
import type { Skill } from '../../src/skills/index.ts';
import {
  ADMIN,
  createBench,
  describeEachRunStorage,
  EDITOR,
  PAGE,
  PROPOSAL,
  type Bench,
} from './runs-bench.ts';

/**
 * What somebody is told when an approved text loses its force under them: every way it can, at every point where a run
 * looks. The sentences are spelled out: they are what a person reads.
 */
interface Fault {
  readonly name: string;
  readonly strike: (bench: Bench, skill: Skill) => Promise<unknown>;
  /** The refusal of a new start. */
  readonly start: readonly [code: string, message: string];
  /** The end of a run that holds the version already. */
  readonly stop: readonly [termination: string, message: string];
}

const ON = (reason: string) =>
  `The instruction "Tour" (skill 2) ${reason}. This run stopped before anything further was done; your next message continues without it.`;
const NOT_APPROVED =
  'The skill "Tour" is a process, and its current version is not approved. An administrator can approve it.';

const FAULTS: readonly Fault[] = [
  {
    name: 'revoked',
    strike: (bench, skill) => bench.revoke(skill),
    start: ['not_an_instruction', NOT_APPROVED],
    stop: ['pin_failed', ON('was revoked')],
  },
  {
    name: 'gone from its source',
    strike: (bench, skill) => bench.changeSkill(skill, { orphaned: true }),
    start: ['skill_orphaned', 'The skill "Tour" is gone from its source and cannot be started.'],
    stop: ['pin_failed', ON('is gone from its source')],
  },
  {
    name: 'its source re-classified',
    strike: (bench) => bench.changeSource({ trustLevel: 'community' }),
    start: ['not_an_instruction', NOT_APPROVED],
    stop: ['pin_failed', ON('comes from a source whose trust level is now too low')],
  },
  {
    name: 'four-eyes switched on',
    strike: (bench) => {
      bench.configure(1, { requireSecondApprover: true });
      return Promise.resolve();
    },
    start: [
      'four_eyes',
      'The configuration "Configuration 1" asks for a second approver ("require second approver"); a process cannot run on it.',
    ],
    stop: [
      'four_eyes_blocked',
      ON(
        'cannot go on, because this configuration now asks for a second approver (setting "require second approver")',
      ),
    ],
  },
];

const CHOICE = { name: 'choice', arguments: { question: 'Which?', options: ['a', 'b'] } };

const tour = (bench: Bench, skill: Skill) =>
  bench.request({ invocation: { skillUid: skill.uid, subject: PAGE } });

async function addTour(bench: Bench) {
  return bench.addSkill({ name: 'Tour', process: true });
}

/** Each brings a run to one point, strikes, goes on, and says how it ended. */
const RESUMES = {
  pickup: async (bench: Bench, fault: Fault) => {
    const skill = await addTour(bench);
    const uuid = await bench.runtime.enqueue(tour(bench, skill));
    await fault.strike(bench, skill);
    return bench.runtime.runQueued(uuid);
  },
  'resume, approved': async (bench: Bench, fault: Fault) => {
    const { skill, uuid, card } = await bench.startTour();
    await fault.strike(bench, skill);
    const decision = { approved: true, cardDigest: card.digest } as const;
    return bench.runtime.approve(uuid, decision, { actor: EDITOR });
  },
  'resume, declined': async (bench: Bench, fault: Fault) => {
    const { skill, uuid, card } = await bench.startTour();
    await fault.strike(bench, skill);
    const decision = { approved: false, cardDigest: card.digest, reason: 'skip' } as const;
    return bench.runtime.approve(uuid, decision, { actor: EDITOR });
  },
  'resume, answered': async (bench: Bench, fault: Fault) => {
    const skill = await addTour(bench);
    bench.model.add({ calls: [CHOICE] });
    const { uuid } = await bench.runtime.run(tour(bench, skill));
    const { digest } = await bench.card(uuid);
    await fault.strike(bench, skill);
    const answer = { cardDigest: digest, input: { choice: 'a' } };
    return bench.runtime.submitInput(uuid, answer, { actor: EDITOR });
  },
  continuation: async (bench: Bench, fault: Fault) => {
    const skill = await addTour(bench);
    bench.model.add({ text: 'More later.' });
    const { uuid } = await bench.runtime.run(tour(bench, skill));
    await fault.strike(bench, skill);
    return bench.runtime.run(bench.request({ predecessor: uuid }));
  },
};

describeEachRunStorage('what is said when an approval loses its force', (open) => {
  it.each(FAULTS)('PIN-03, PRC-06, API-06 at start: $name', async ({ strike, start }) => {
    const bench = await createBench({ storage: await open() });
    const skill = await addTour(bench);
    await strike(bench, skill);
    const [code, message] = start;
    await expect(bench.runtime.run(tour(bench, skill))).rejects.toMatchObject({ code, message });
    expect(bench.model.requests).toEqual([]);
  });

  it.each(
    FAULTS.flatMap((fault) =>
      (Object.keys(RESUMES) as (keyof typeof RESUMES)[]).map((point) => ({
        fault,
        point,
        name: fault.name,
      })),
    ),
  )('PIN-03, PIN-05, PRC-06 at $point: $name', async ({ fault, point }) => {
    const bench = await createBench({ storage: await open() });
    const result = await RESUMES[point](bench, fault);
    const [termination, text] = fault.stop;
    expect(result).toMatchObject({ outcome: 'failed', termination, text, effectStamped: false });
    // Told from the run as well, and nothing was written or asked any more.
    const shown = await bench.runtime.status(result?.uuid ?? '', EDITOR);
    expect(shown).toMatchObject({ status: 'failed', termination, message: text, card: null });
    expect(bench.pages.writes).toEqual([]);
    bench.model.finish();
  });

  it('PRC-04, PRC-03 the inbox refuses a process to its initiator as to anybody, and says where to answer', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid, card } = await bench.startTour();
    for (const actor of [EDITOR, ADMIN]) {
      for (const decision of [
        { approved: true, cardDigest: card.digest },
        { approved: false, cardDigest: card.digest },
      ] as const) {
        await expect(bench.runtime.inbox.approve(uuid, decision, { actor })).rejects.toMatchObject({
          code: 'decide_in_chat',
          message: 'This run is a process; it is decided in the chat by the person who started it.',
        });
      }
    }
    const [waiting] = await bench.runtime.waiting(EDITOR);
    expect(waiting).toMatchObject({
      run: { uuid, holdsProcessPin: true },
      refusals: { approve: 'decide_in_chat', deny: 'decide_in_chat' },
    });
    expect(await bench.runtime.status(uuid, EDITOR)).toMatchObject({
      status: 'waiting_for_approval',
      card: { digest: card.digest },
    });
  });

  it('DEC-01 a second tab with the old preview is told so, and the new card stands', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid, card } = await bench.startTour();
    bench.model.add({
      text: 'Another one.',
      calls: [{ ...PROPOSAL, arguments: { page: 12, fields: { description: 'Prices.' } } }],
    });
    await bench.runtime.approve(
      uuid,
      { approved: false, cardDigest: card.digest, reason: 'variant' },
      { actor: EDITOR },
    );
    const fresh = await bench.card(uuid);
    for (const approved of [true, false]) {
      await expect(
        bench.runtime.approve(uuid, { approved, cardDigest: card.digest }, { actor: EDITOR }),
      ).rejects.toMatchObject({
        code: 'stale_approval',
        message: 'What you decided on is no longer what is waiting. Look at the current card.',
      });
    }
    expect((await bench.card(uuid)).digest).toBe(fresh.digest);
    expect(bench.pages.writes).toEqual([]);
  });

  it('ALW-06 disabling the only skill that declares tools does not widen the run that waits', async () => {
    const bench = await createBench({ storage: await open() });
    const rules = await bench.addSkill({
      name: 'Rules',
      allowedTools: ['update_page_metadata'],
      attach: 'always',
    });
    bench.model.add({ calls: [PROPOSAL] });
    const { uuid } = await bench.runtime.run(bench.request());
    const { digest } = await bench.card(uuid);
    await bench.changeSkill(rules, { enabled: false });
    bench.model.add(
      { calls: [{ name: 'create_page_draft', arguments: { title: 'X' } }] },
      { text: 'Done.' },
    );
    await bench.runtime.approve(uuid, { approved: true, cardDigest: digest }, { actor: EDITOR });
    expect(bench.model.requests.at(-1)?.tools.map(({ name }) => name)).toEqual([
      'update_page_metadata',
    ]);
    const told = bench.model.requests.at(-1)?.messages.at(-1);
    expect(told).toMatchObject({ role: 'tool', name: 'create_page_draft', isError: true });
    expect(bench.pages.drafts).toEqual([]);
  });

  it('an inspection shows what a run holds and did; what was said only to the person who started it', async () => {
    const bench = await createBench({ storage: await open() });
    const { skill, uuid, card } = await bench.startTour();
    const mine = await bench.runtime.inspect(uuid, EDITOR);
    expect(mine).toMatchObject({
      messagesState: 'shown',
      pins: [{ skillUid: skill.uid, name: 'Tour', process: true, verdict: 'holds' }],
      sections: [{ skillUid: skill.uid, name: 'Tour' }],
      calls: [{ tool: 'update_page_metadata', effect: 'idempotent_write', state: 'waiting' }],
      decisions: [],
      run: { process: { name: 'Tour' }, subject: PAGE },
    });
    expect(mine?.tools.find(({ tool }) => tool === 'update_page_metadata')?.offered).toBe(true);
    const theirs = await bench.runtime.inspect(uuid, ADMIN);
    expect(theirs).toMatchObject({ messages: null, messagesState: 'not_yours' });
    const said = JSON.stringify(theirs);
    for (const words of ['Check this page.', 'First point.', 'Opening hours']) {
      expect(JSON.stringify(mine)).toContain(words);
      expect(said).not.toContain(words);
    }
    await bench.revoke(skill);
    expect(await bench.runtime.inspect(uuid, ADMIN)).toMatchObject({
      pins: [{ verdict: 'revoked' }],
      sections: [],
    });
    await bench.approve(skill);
    bench.model.add(
      { calls: [{ name: 'progress', arguments: { current: 1, total: 1, completed: true } }] },
      { text: 'All done.' },
    );
    await bench.runtime.approve(
      uuid,
      { approved: true, cardDigest: card.digest },
      { actor: EDITOR },
    );
    // The process has ended and is still named; the pin is gone.
    expect(await bench.runtime.inspect(uuid, EDITOR)).toMatchObject({
      run: { status: 'completed', process: { name: 'Tour' }, processSkillUid: null, subject: PAGE },
      messagesState: 'gone',
      decisions: [{ approved: true, by: 'editor', cardDigest: card.digest }],
    });
  });
});
