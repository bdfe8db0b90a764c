import { describe, expect, it } from 'vitest';
import { aCatalogueEntry } from './fixtures.ts';
import {
  invocationOf,
  nextSelectable,
  slashItems,
  slashQuery,
  unknownCommand,
} from './slash-menu.ts';

const catalogue = [
  aCatalogueEntry({ uid: 1, identifier: 'shorten', name: 'Shorten', process: false }),
  aCatalogueEntry({
    uid: 2,
    identifier: 'style-2019',
    name: 'Style',
    process: false,
    instruction: false,
  }),
  aCatalogueEntry({ uid: 3, identifier: 'page-review', name: 'Page review' }),
  aCatalogueEntry({
    uid: 4,
    identifier: 'seo',
    name: 'Found in search',
    description: 'Shorter titles',
  }),
];
const held = { skillUid: 3, name: 'Page review', digest: '1:aa' };
const named = (query: string) =>
  slashItems(catalogue, query, null).map(({ entry }) => entry.identifier);

describe('slashQuery', () => {
  it('is the word after a slash at the very start, while the caret is in it', () => {
    expect(slashQuery('/Sho', 4)).toBe('sho');
    expect(slashQuery('/', 1)).toBe('');
    expect(slashQuery('/shorten this', 5)).toBe('shorten');
    expect(slashQuery('/shorten this', 12)).toBeNull();
    expect(slashQuery('and/or', 4)).toBeNull();
    expect(slashQuery('/x', 0)).toBeNull();
  });
});

describe('slashItems', () => {
  it('puts names that begin with the word before those that contain it', () => {
    expect(named('s')).toEqual(['shorten', 'style-2019', 'seo']);
    expect(named('re')).toEqual(['page-review']);
    expect(named('e')).toEqual(['shorten', 'style-2019', 'page-review', 'seo']);
  });

  it('does not look into descriptions: what is typed after the slash is a name', () => {
    expect(named('short')).toEqual(['shorten']);
    expect(named('titles')).toEqual([]);
    expect(named('nothing')).toEqual([]);
  });

  it('says reference only, running, and that only one process runs at a time', () => {
    const states = slashItems(catalogue, '', held).map(({ state, disabled }) => [state, disabled]);
    expect(states).toEqual([
      ['ready', false],
      ['reference', false],
      ['running', true],
      ['other_running', true],
    ]);
  });
});

describe('nextSelectable', () => {
  it('goes round the ends and passes over what cannot be chosen', () => {
    const items = slashItems(catalogue, '', held);
    expect(nextSelectable(items, 0, 1)).toBe(1);
    expect(nextSelectable(items, 1, 1)).toBe(0);
    expect(nextSelectable(items, 0, -1)).toBe(1);
    expect(nextSelectable(items.slice(2), 0, 1)).toBe(-1);
    expect(nextSelectable([], 0, 1)).toBe(-1);
  });
});

describe('invocationOf', () => {
  it('takes the command off the message it stands before', () => {
    expect(invocationOf('/shorten  the second one', catalogue)).toEqual({
      skillUid: 1,
      text: 'the second one',
    });
    expect(invocationOf('/page-review', catalogue)).toEqual({ skillUid: 3, text: '' });
  });

  it('leaves a slash word that is no command in the message', () => {
    expect(invocationOf('/etc/hosts is a file', catalogue)).toEqual({
      skillUid: null,
      text: '/etc/hosts is a file',
    });
  });
});

describe('unknownCommand', () => {
  it('is the word after a slash that nothing here is called by', () => {
    expect(unknownCommand('/nothing', catalogue)).toBe('nothing');
    expect(unknownCommand('/shor this', catalogue)).toBe('shor');
  });

  it('is none while the word may still become a name, for a name, and without a slash in front', () => {
    for (const text of ['/', '/ x', '/shor', '/shorten', '/shorten this', 'and /nothing', ''])
      expect(unknownCommand(text, catalogue)).toBeNull();
  });
});
