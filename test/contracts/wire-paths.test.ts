import { describe, expect, it } from 'vitest';
import type { ProviderKind } from '../../src/contracts/index.ts';
import type { RunRequest, RunResult } from '../../src/runs/index.ts';
import type { WireCall } from '../../src/testing/index.ts';
import { readResult, type Tool } from '../../src/tools/index.ts';
import { ADDRESSES_ONLY, SHAPES, WITH_REASONING } from '../support/wire-shapes.ts';
import { crashAt } from './crash-at.ts';
import { EDITOR, PAGE, PROPOSAL, type Bench } from './runs-bench.ts';
import { createWireBench } from './wire-bench.ts';
import { LIST_ALL, troubledTurn, TROUBLES, turnBefore, type Trouble } from './wire-troubles.ts';

/**
 * Every wire format × every way a turn can be settled × everything a model can do beside it. The servers answer 400 to a
 * transcript the real ones refuse, so a path that gets to its end had only valid ones; each is looked at once more.
 */

interface Played {
  readonly bench: Bench;
  readonly request: RunRequest;
  readonly crash: ReturnType<typeof crashAt>;
}

/** One way a turn is settled. */
interface Path {
  readonly title: string;
  /** The calls of each turn before the last one, which is plain text. */
  readonly turns: (skillUid: number) => readonly (readonly WireCall[])[];
  /** The skill is a process, and the run its tour; else the run is plain and the skill in its catalogue. */
  readonly process?: true;
  readonly contextWindowTokens?: number;
  play(played: Played): Promise<RunResult>;
  /** What the last request holds because of the path. */
  readonly holds: string;
  /** What it no longer holds. */
  readonly lacks?: string;
  /** The turn was declined as a whole. */
  readonly declines?: true;
}

const ask = (name: string, inputSchema: NonNullable<Tool['inputSchema']>): Tool => ({
  ...LIST_ALL,
  name,
  description: 'Asks the editor.',
  inputSchema,
  execute: (_args, { input }) => Promise.resolve(readResult(`answered ${JSON.stringify(input)}`)),
});

const TOOLS: readonly Tool[] = [
  LIST_ALL,
  ask('ask_title', () => ({
    type: 'object',
    properties: { title: { type: 'string', minLength: 3 }, count: { type: 'integer' } },
    required: ['title', 'count'],
    additionalProperties: false,
  })),
  {
    ...LIST_ALL,
    name: 'long_read',
    execute: () => Promise.resolve(readResult('much '.repeat(2_000))),
  },
];

const OTHER_PROPOSAL: WireCall = {
  name: PROPOSAL.name,
  arguments: { page: 12, fields: { description: 'Open every day.' } },
};
const CHOICE: WireCall = {
  name: 'choice',
  arguments: { question: 'Which?', options: ['this', 'that'] },
};

type Reason = 'variant' | 'skip' | 'keep';

/** Answers the card that waits. */
async function decide(
  { bench }: Played,
  uuid: string,
  answer: { readonly approved: boolean; readonly reason?: Reason },
): Promise<RunResult> {
  const { digest: cardDigest } = await bench.card(uuid);
  return bench.runtime.approve(uuid, { ...answer, cardDigest }, { actor: EDITOR });
}

async function start({ bench, request }: Played): Promise<string> {
  const { uuid } = await bench.runtime.run(request);
  return uuid;
}

async function answer(
  { bench }: Played,
  uuid: string,
  input: Readonly<Record<string, unknown>>,
): Promise<RunResult> {
  const { digest: cardDigest } = await bench.card(uuid);
  return bench.runtime.submitInput(uuid, { cardDigest, input }, { actor: EDITOR });
}

const PATHS: readonly Path[] = [
  {
    title: 'approved',
    turns: () => [[PROPOSAL]],
    play: async (played) => decide(played, await start(played), { approved: true }),
    holds: 'Written.',
  },
  {
    title: 'denied',
    turns: () => [[PROPOSAL]],
    play: async (played) => decide(played, await start(played), { approved: false }),
    holds: 'approval_denied decided_by=run_owner',
    declines: true,
  },
  {
    title: 'skipped in a tour',
    turns: () => [[PROPOSAL]],
    process: true,
    play: async (played) =>
      decide(played, await start(played), { approved: false, reason: 'skip' }),
    holds: 'reason=skip',
  },
  {
    title: 'another variant in a tour, then approved',
    turns: () => [[PROPOSAL], [OTHER_PROPOSAL]],
    process: true,
    play: async (played) => {
      const uuid = await start(played);
      await decide(played, uuid, { approved: false, reason: 'variant' });
      return decide(played, uuid, { approved: true });
    },
    holds: 'Written.',
  },
  {
    title: 'a choice answered in a tour',
    turns: () => [[CHOICE]],
    process: true,
    play: async (played) => answer(played, await start(played), { choice: 'that' }),
    holds: 'chosen: that',
  },
  {
    title: 'a form answered, wrongly first',
    turns: () => [[{ name: 'ask_title' }]],
    play: async (played) => {
      const uuid = await start(played);
      await expect(answer(played, uuid, { title: 'ab', count: 1.5 })).rejects.toMatchObject({
        code: 'invalid_input',
      });
      return answer(played, uuid, { title: 'About us', count: 2 });
    },
    holds: String.raw`answered {\"title\":\"About us\",\"count\":2}`,
  },
  {
    title: 'a skill loaded',
    turns: (uid) => [[{ name: 'load_skill', arguments: { uid } }]],
    play: ({ bench, request }) => bench.runtime.run(request),
    holds: 'Body of House style.',
  },
  {
    title: 'trimmed',
    turns: () => Array.from({ length: 10 }, () => [{ name: 'long_read' }]),
    contextWindowTokens: 16_000,
    play: ({ bench, request }) => bench.runtime.run(request),
    holds: 'Turn 9.',
    lacks: 'Turn 0.',
  },
  {
    title: 'approved on another server',
    turns: () => [[PROPOSAL]],
    process: true,
    play: async ({ bench, ...played }) => {
      const uuid = await start({ bench, ...played });
      return decide({ ...played, bench: { ...bench, runtime: bench.secondRuntime() } }, uuid, {
        approved: true,
      });
    },
    holds: 'Written.',
  },
  {
    title: 'taken over within the turn',
    turns: () => [
      [
        { name: 'get_page_content', arguments: { page: 12 } },
        { name: 'get_page_content', arguments: { page: 13 } },
      ],
    ],
    play: async ({ bench, request, crash }) => {
      const uuid = await bench.runtime.enqueue(request);
      await crash.die('result.recorded', () => bench.runtime.runQueued(uuid));
      const second = bench.secondRuntime({ reach: () => Promise.resolve() });
      await second.recoverInterrupted({ ignoreLeases: true });
      const result = await second.runQueued(uuid);
      if (result === null) throw new Error('the run was not taken over');
      return result;
    },
    holds: 'page 13',
  },
];

async function walk(shape: ProviderKind, path: Path, trouble: Trouble): Promise<void> {
  const crash = crashAt();
  const { bench, server, sent, expectValid } = await createWireBench(shape, {
    tools: TOOLS,
    reach: crash.reach,
    ...(path.contextWindowTokens === undefined
      ? {}
      : { contextWindowTokens: path.contextWindowTokens }),
  });
  const isProcess = path.process === true;
  const skill = await bench.addSkill({ process: isProcess });
  server.add(
    ...turnBefore(trouble),
    ...path
      .turns(skill.uid)
      .map((calls, at) => troubledTurn(trouble, { shape, text: `Turn ${String(at)}.`, calls })),
    { text: 'Done.' },
  );
  const request = bench.request(
    isProcess ? { invocation: { skillUid: skill.uid, subject: PAGE } } : { maxIterations: 12 },
  );
  const result = await path.play({ bench, request, crash });
  expect(result).toMatchObject({ outcome: 'completed', text: 'Done.' });
  expect(server.left).toBe(0);
  expectValid();
  expect(sent()).toContain(path.holds);
  if (path.lacks !== undefined) expect(sent()).not.toContain(path.lacks);
  if (trouble.thinking !== undefined && WITH_REASONING.includes(shape)) {
    expect(sent()).toContain(JSON.stringify(trouble.thinking.text));
  }
  if (path.declines === true && trouble.runs === true) return;
  for (const text of trouble.reads ?? []) {
    // A turn of its own before the first may be what had to go.
    if (path.lacks === undefined) expect(sent()).toContain(JSON.stringify(text).slice(1, -1));
  }
}

describe.each(SHAPES.filter((shape) => !ADDRESSES_ONLY.includes(shape)))(
  'TRN-03 %s: a valid transcript',
  (shape) => {
    describe.each(PATHS)('$title', (path) => {
      it.each(TROUBLES)('beside $title', async (trouble) => {
        await walk(shape, path, trouble);
      });
    });
  },
);
