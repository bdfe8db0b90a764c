import { describe, expect, it } from 'vitest';
import { count, node, NO_TREE, page, proposals } from '../../../../test/support/checklist-pages.ts';
import type { PageTree } from '../../../content/index.ts';
import { CHECK_IDS, namedChecks, type CheckId } from './checks.ts';
import { findings } from './findings.ts';

it('a skill names checks by id; unknown ids and other words name none', () => {
  expect(
    namedChecks('(check: link-text-vague) check: title-missing, check: nonsense. checks: no'),
  ).toEqual(['title-missing', 'link-text-vague']);
  expect(namedChecks(CHECK_IDS.map((id) => `check: ${id}`).join('\n'))).toEqual(CHECK_IDS);
});

describe('titles', () => {
  it('a missing one comes from the first heading, then from the file name', () => {
    expect(proposals('title-missing', { blocks: ['## How it all began'] })).toEqual([
      'How it all began',
      'About',
      'Club – About',
    ]);
    expect(count('title-missing', { blocks: ['# A main heading'] })).toBe(0);
  });

  it('a long one is cut where it divides, never ends in a small word', () => {
    const title =
      'Concerts in the farmstead: chamber music, readings and workshops for the whole family';
    expect(proposals('title-too-long', { fields: { title } })).toEqual([
      'Chamber music, readings and workshops for the whole family',
      'Concerts in the farmstead: chamber music, readings',
      'Concerts in the farmstead: chamber music',
    ]);
    expect(count('title-too-long', { fields: { title: 'x'.repeat(60) } })).toBe(0);
  });

  it('one that another page has gets what tells it apart', () => {
    const tree: PageTree = {
      roots: [
        node(1, 'club', 'The club', { children: [node(12, 'club/about.md', 'About us')] }),
        node(13, 'house/about.md', 'About us'),
        node(14, 'de/about.md', 'About us', { language: 'de' }),
      ],
    };
    expect(proposals('title-duplicate', { fields: { title: 'About us' } }, tree)).toEqual([
      'About us – The club',
      'About us (The club)',
    ]);
    const other: PageTree = { roots: [node(14, 'de/about.md', 'About us', { language: 'de' })] };
    expect(count('title-duplicate', { fields: { title: 'About us' } }, other)).toBe(0);
  });
});

describe('descriptions', () => {
  const blocks = [
    '## How it began',
    'This is short.',
    'In the spring of 1994 the **Lindenhof** stood empty. Eleven neighbours swept out the barn and announced a first concert. They hoped for thirty guests, and many more came.',
    '## What we do',
    'About sixty evenings a year take place here, from concerts for children to writing workshops.',
  ];

  it('a missing one is made of whole sentences of the page that fit', () => {
    const made = proposals('description-missing', {
      fields: { title: 'The club and its house' },
      blocks,
    });
    expect(made[0]).toBe(
      'In the spring of 1994 the Lindenhof stood empty. Eleven neighbours swept out the barn and announced a first concert.',
    );
    expect(made).toContain('The club and its house: How it began and What we do.');
    expect(made.every((text) => Array.from(text).length <= 155)).toBe(true);
  });

  it('a German page gets German words', () => {
    const made = proposals('description-missing', {
      language: 'de',
      fields: { title: 'Der Verein und sein Haus' },
      blocks: [
        '## Wie alles begann',
        'Im Frühjahr 1994 stand der Lindenhof leer. Elf Nachbarinnen fegten die Scheune aus und luden zum ersten Konzert.',
        '## Was wir heute tun',
      ],
    });
    expect(made).toEqual([
      'Im Frühjahr 1994 stand der Lindenhof leer. Elf Nachbarinnen fegten die Scheune aus und luden zum ersten Konzert.',
      'Der Verein und sein Haus: Wie alles begann und Was wir heute tun.',
    ]);
  });

  it('a summary counts as one; a long one is shortened in itself first', () => {
    expect(count('description-missing', { fields: { summary: 'Something.' }, blocks })).toBe(0);
    const description = `Concerts, readings and workshops in the old farmstead on the edge of town. ${'Run by volunteers since 1994, with help from everybody who wants to give it. '.repeat(2)}`;
    expect(proposals('description-too-long', { fields: { description }, blocks })[0]).toBe(
      'Concerts, readings and workshops in the old farmstead on the edge of town. Run by volunteers since 1994, with help from everybody who wants to give it.',
    );
  });

  it.each([
    ['en', 'It lends all of them to anyone who asks, and it wants them back dry and in one piece.'],
    ['en', 'Then everybody who asks may take one home, and nobody has to sign a paper for it.'],
    ['de', 'Sie verleiht alle an jede und jeden, und sie möchte sie nur trocken zurück haben.'],
    ['de', 'Das gilt für alle, die danach fragen, und niemand muss dafür ein Papier ausfüllen.'],
  ])('no variant (%s) begins with a word whose noun is gone: %s', (language, second) => {
    const first =
      language === 'en'
        ? 'The library of Aldersee keeps twelve thousand books, many games and one telescope in a boathouse by the lake.'
        : 'Die Bücherei von Aldersee hat zwölftausend Bücher, viele Spiele und ein Fernrohr in einem Bootshaus am See.';
    const made = proposals('description-too-long', {
      language,
      fields: { description: `${first} ${second}` },
    });
    expect(made[0]).toBe(first);
    expect(made).not.toContain(second);
  });

  it('a description that begins with such a word itself is still shortened when nothing else is there', () => {
    const description = `They lend books to anyone who asks, and they want them back dry. ${'Many people come for the view and stay for the stories that are read by the stove. '.repeat(2)}`;
    expect(proposals('description-too-long', { fields: { description } })[0]).toMatch(/^Many/u);
    const only = `They lend books to anyone who asks for them politely, and they want all of them back dry, in one piece, and with every page in the place where it was when the book left the house`;
    expect(proposals('description-too-long', { fields: { description: only } })[0]).toMatch(
      /^They/u,
    );
  });

  it('a title over two lines is one line in a description', () => {
    const made = proposals('description-missing', {
      fields: { title: 'The club and \n its house' },
      blocks,
    });
    expect(made).toContain('The club and its house: How it began and What we do.');
  });

  it('an article is no pronoun', () => {
    const description = `Das alte Bootshaus am See beherbergt die Bücherei. ${'Viele kommen wegen der Aussicht und bleiben wegen der Geschichten am Ofen. '.repeat(3)}`;
    expect(
      proposals('description-too-long', { language: 'de', fields: { description } })[0],
    ).toMatch(/^Das alte/u);
  });

  it('one that another page has is replaced by words of this page', () => {
    const tree: PageTree = { roots: [node(13, 'x.md', 'X', { description: 'The same text.' })] };
    const draft = { fields: { description: 'The same text.' }, blocks };
    expect(proposals('description-duplicate', draft, tree)[0]).toContain('Lindenhof');
  });
});

describe('headings', () => {
  const levels = (blocks: readonly string[], check: CheckId = 'heading-jump') =>
    findings(page({ blocks }), NO_TREE, [check]).map(({ element, field, present, variants }) => [
      element,
      field,
      present,
      ...variants,
    ]);

  it('one that skips a level is raised to the level below the heading it stands under', () => {
    expect(levels(['# One', '### Three', '# Two'])).toEqual([[2, 'level', '3', '2']]);
    expect(levels(['## A', '#### B', 'Words.', '#### C', '### D'])).toEqual([
      [2, 'level', '4', '3'],
      [4, 'level', '4', '3'],
    ]);
    expect(levels(['### A', '## B', '### C', '# D'])).toEqual([]);
  });

  it('a second main heading becomes a section', () => {
    const blocks = ['# One', '## A', '# Two', '# Three'];
    expect(levels(blocks, 'first-heading-duplicate')).toEqual([
      [3, 'level', '1', '2'],
      [4, 'level', '1', '2'],
    ]);
  });

  it('what cannot be changed is only mentioned, and headings in HTML stand above others', () => {
    const draft = page({ blocks: ['# One', '### Three'] });
    const [one, three] = draft.elements;
    if (one === undefined || three === undefined) throw new Error('no elements');
    const text = { ...three, fields: { text: 'Three' } };
    expect(findings({ ...draft, elements: [one, text] }, NO_TREE, ['heading-jump'])).toMatchObject([
      { element: 2, field: null, variants: [] },
    ]);
    const html = { ...one, uid: 9, kind: 'html' as const, level: null, source: '<div><h2 id="x">' };
    const elements = [one, { ...html, fields: {} }, three];
    expect(findings({ ...draft, elements }, NO_TREE, ['heading-jump'])).toEqual([]);
  });
});
