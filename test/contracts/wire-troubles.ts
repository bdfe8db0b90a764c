import type { ProviderKind } from '../../src/contracts/index.ts';
import type { WireAnswer, WireCall } from '../../src/testing/index.ts';
import { readResult, type Tool } from '../../src/tools/index.ts';
import { OBJECTS_ONLY } from '../support/wire-shapes.ts';

type Spoken = Extract<WireAnswer, { calls?: unknown }>;

/** What a model does beside what it is asked for; a turn of a path is said with it. */
export interface Trouble {
  readonly title: string;
  /** A whole turn of its own before the first turn of the path. */
  readonly before?: readonly WireCall[];
  /** Calls in the same turn, around the path's own. */
  readonly beside?: (shape: ProviderKind) => readonly WireCall[];
  /** Every call of every turn has this id. */
  readonly id?: string;
  readonly thinking?: { readonly text: string; readonly signature: string };
  /** What the model reads of it. */
  readonly reads?: readonly string[];
  /** Only a call that runs says it, so a turn that was declined as a whole does not. */
  readonly runs?: true;
}

const read = (page: number): WireCall => ({ name: 'get_page_content', arguments: { page } });

/** Takes nothing. */
export const LIST_ALL: Tool = {
  name: 'list_all',
  description: 'Lists everything.',
  parameters: {},
  group: 'content',
  effect: 'read_only',
  enabledByDefault: true,
  requiresAdministrator: false,
  execute: (args) => Promise.resolve(readResult(`listed with ${JSON.stringify(args)}`)),
};

export const TROUBLES: readonly Trouble[] = [
  { title: 'nothing' },
  {
    title: 'repeated call ids',
    before: [read(13)],
    beside: () => [read(12)],
    id: 'call_0',
    reads: ['page 13'],
  },
  {
    title: 'reasoning items',
    thinking: { text: 'First I look.\n  Then I write — “so”.', signature: 'c2lnbmF0dXJl' },
  },
  {
    title: 'empty arguments',
    beside: () => [{ name: 'list_all', arguments: '' }],
    reads: ['listed with {}'],
    runs: true,
  },
  {
    title: 'malformed arguments',
    // Formats that carry objects only can still say the wrong ones.
    beside: (shape) =>
      OBJECTS_ONLY.includes(shape)
        ? [{ name: 'get_page_content', arguments: { page: 'twelve' } }]
        : [
            { name: 'get_page_content', arguments: '{"page": 1' },
            { name: 'update_page_metadata', arguments: '[1, 2]' },
          ],
    reads: ['The arguments '],
  },
  {
    title: 'unknown tools',
    // Models make up names which the formats would refuse in the next request.
    beside: () => [
      { name: 'no_such_tool' },
      { name: 'multi_tool_use.parallel', arguments: { tool_uses: [] } },
      { name: `délete page? ${'x'.repeat(80)}` },
    ],
    reads: ['There is no tool'],
  },
  {
    title: 'parallel calls',
    beside: () => [read(12), read(13), read(12)],
    reads: ['page 12', 'page 13'],
    runs: true,
  },
];

/** A turn of a path as a model in this trouble says it. */
export function troubledTurn(
  { beside, id, thinking }: Trouble,
  turn: {
    readonly shape: ProviderKind;
    readonly text: string;
    readonly calls: readonly WireCall[];
  },
): Spoken {
  const around = beside?.(turn.shape) ?? [];
  const calls = [...around.slice(0, 1), ...turn.calls, ...around.slice(1)];
  return {
    text: turn.text,
    calls: id === undefined ? calls : calls.map((call) => ({ ...call, id })),
    ...(thinking === undefined ? {} : { thinking }),
  };
}

/** The turn before the path's first, where the trouble has one. */
export function turnBefore({ before, id }: Trouble): readonly Spoken[] {
  if (before === undefined) return [];
  return [
    {
      text: 'First I look.',
      calls: id === undefined ? before : before.map((call) => ({ ...call, id })),
    },
  ];
}
