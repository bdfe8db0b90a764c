import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isMarked,
  markRefusal,
  promptAndSnippets,
  selectSnippets,
  snippetBlock,
  snippetBlockDigest,
  type Snippet,
} from './snippet.ts';

function snippet(fields: Partial<Snippet> = {}): Snippet {
  return {
    uid: 1,
    identifier: 'tone',
    name: 'Tone',
    description: '',
    text: 'Write plainly.',
    tags: ['House'],
    active: true,
    hidden: false,
    sorting: 0,
    dataClass: null,
    callerSystemDigest: null,
    ...fields,
  };
}
const marked = (fields: Partial<Snippet> = {}) => {
  const unmarked = snippet(fields);
  return { ...unmarked, callerSystemDigest: snippetBlockDigest(unmarked) };
};
const configuration = {
  systemPrompt: 'Help.',
  snippetTags: ['house'],
  snippetsInCallerSystemMessage: true,
};

it('a block is the name, a colon, and the trimmed text; nothing for no text', () => {
  expect(snippetBlock(snippet({ text: ' Write plainly.\n' }))).toBe('Tone:\nWrite plainly.');
  expect(snippetBlock(snippet({ text: ' \n' }))).toBe('');
});

describe('selectSnippets', () => {
  const identifiers = (snippets: readonly Snippet[], tags: readonly string[]) =>
    selectSnippets(snippets, tags).map(({ uid }) => uid);

  it('takes tags in their order, then sorting and name, each identifier once', () => {
    const snippets = [
      snippet({ uid: 1, identifier: 'a', name: 'B', tags: ['x'], sorting: 2 }),
      snippet({ uid: 2, identifier: 'b', name: 'A', tags: ['x', 'Y '], sorting: 2 }),
      snippet({ uid: 3, identifier: 'c', name: 'Z', tags: ['y'], sorting: 1 }),
      snippet({ uid: 4, identifier: 'c', name: 'Zz', tags: ['x'], sorting: 9 }),
    ];
    expect(identifiers(snippets, ['x', 'y'])).toEqual([2, 1, 4]);
    expect(identifiers(snippets, [' Y', 'X'])).toEqual([3, 2, 1]);
    expect(identifiers(snippets, ['unknown', 'xx', ''])).toEqual([]);
  });

  it('leaves out what is hidden or not active', () => {
    expect(identifiers([snippet({ hidden: true }), snippet({ active: false })], ['house'])).toEqual(
      [],
    );
  });
});

describe('promptAndSnippets', () => {
  it('SNP-01 without a caller system message: the prompt and the snippets by tag, marked or not', () => {
    for (const snippetsInCallerSystemMessage of [true, false]) {
      expect(
        promptAndSnippets({
          callerSystemMessage: null,
          configuration: { ...configuration, snippetsInCallerSystemMessage },
          snippets: [snippet(), snippet({ uid: 2, identifier: 'other', tags: [] })],
        }),
      ).toMatchObject({ base: 'Help.', snippets: ['Tone:\nWrite plainly.'], leftOut: [] });
    }
  });

  it('SNP-02 with one: the prompt stays suppressed, and only marked snippets join, when opted in', () => {
    const given = { callerSystemMessage: 'Chat.', configuration };
    const of = (snippets: readonly Snippet[]) => promptAndSnippets({ ...given, snippets });
    expect(of([snippet()])).toMatchObject({ base: 'Chat.', snippets: [] });
    expect(of([marked()])).toMatchObject({ base: 'Chat.', snippets: ['Tone:\nWrite plainly.'] });
    const off = { ...configuration, snippetsInCallerSystemMessage: false };
    expect(promptAndSnippets({ ...given, configuration: off, snippets: [marked()] })).toMatchObject(
      {
        base: 'Chat.',
        snippets: [],
      },
    );
  });

  it('SNP-02 a marked snippet still passes tag, active and hidden first (decisions §43)', () => {
    for (const fields of [{ tags: ['x'] }, { active: false }, { hidden: true }, { text: '' }]) {
      expect(
        promptAndSnippets({
          callerSystemMessage: 'Chat.',
          configuration,
          snippets: [marked(fields)],
        }).snippets,
      ).toEqual([]);
    }
  });
});

describe('snippets forced on a run', () => {
  const given = { configuration: { ...configuration, snippetTags: [] } };
  const forced = snippet({ uid: 7, identifier: 'forced', name: 'Forced', tags: [] });

  it('SNP-01 join after those selected by tag, each text once', () => {
    const tone = snippet();
    const twin = snippet({ uid: 8, identifier: 'twin', tags: [] });
    const { snippets, used, leftOut } = promptAndSnippets({
      callerSystemMessage: null,
      configuration,
      snippets: [tone, forced, twin],
      forced: [7, 1, 8, 7],
    });
    expect(snippets).toEqual(['Tone:\nWrite plainly.', 'Forced:\nWrite plainly.']);
    expect(used.map(({ uid }) => uid)).toEqual([1, 7]);
    expect(leftOut).toEqual([]);
  });

  it('are left out with the reason when they are gone or out of use', () => {
    const of = (stored: readonly Snippet[]) =>
      promptAndSnippets({ ...given, callerSystemMessage: null, snippets: stored, forced: [7] });
    expect(of([]).leftOut).toEqual([{ uid: 7, name: '', reason: 'gone' }]);
    for (const out of [{ active: false }, { hidden: true }]) {
      expect(of([{ ...forced, ...out }])).toMatchObject({
        snippets: [],
        leftOut: [{ uid: 7, name: 'Forced', reason: 'deactivated' }],
      });
    }
  });

  it('SNP-02 join a caller’s system message only when their mark holds and the configuration opts in', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), (isMarkedNow, optsIn) => {
        const stored = isMarkedNow
          ? { ...forced, callerSystemDigest: snippetBlockDigest(forced) }
          : forced;
        const { base, snippets, leftOut } = promptAndSnippets({
          callerSystemMessage: 'Chat.',
          configuration: { ...given.configuration, snippetsInCallerSystemMessage: optsIn },
          snippets: [stored],
          forced: [7],
        });
        expect(base).toBe('Chat.');
        expect(snippets).toHaveLength(isMarkedNow && optsIn ? 1 : 0);
        expect(leftOut.map(({ reason }) => reason)).toEqual(
          isMarkedNow && optsIn ? [] : ['not_marked'],
        );
      }),
    );
  });
});

it('SNP-03 editing name or text takes a snippet out until it is marked again', () => {
  expect(isMarked(marked())).toBe(true);
  expect(isMarked(snippet())).toBe(false);
  fc.assert(
    fc.property(fc.string(), fc.string(), (name, text) => {
      const edited = { ...marked(), name, text };
      expect(isMarked(edited)).toBe(snippetBlock(edited) === snippetBlock(snippet()));
    }),
  );
  expect(isMarked({ ...marked(), text: 'Write plainly. ' })).toBe(true);
});

it('SNP-03 a mark is refused when the block changed since it was shown', () => {
  const shown = snippetBlockDigest(snippet());
  expect(markRefusal(snippet(), shown)).toBeNull();
  expect(markRefusal(snippet({ text: 'Shout.' }), shown)).toBe('changed');
  expect(markRefusal(snippet({ name: 'System' }), shown)).toBe('changed');
  expect(markRefusal(snippet({ text: '' }), snippetBlockDigest(snippet({ text: '' })))).toBe(
    'empty',
  );
});
