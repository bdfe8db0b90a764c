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
      ).toEqual({ base: 'Help.', snippets: ['Tone:\nWrite plainly.'] });
    }
  });

  it('SNP-02 with one: the prompt stays suppressed, and only marked snippets join, when opted in', () => {
    const given = { callerSystemMessage: 'Chat.', configuration };
    const of = (snippets: readonly Snippet[]) => promptAndSnippets({ ...given, snippets });
    expect(of([snippet()])).toEqual({ base: 'Chat.', snippets: [] });
    expect(of([marked()])).toEqual({ base: 'Chat.', snippets: ['Tone:\nWrite plainly.'] });
    const off = { ...configuration, snippetsInCallerSystemMessage: false };
    expect(promptAndSnippets({ ...given, configuration: off, snippets: [marked()] })).toEqual({
      base: 'Chat.',
      snippets: [],
    });
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
