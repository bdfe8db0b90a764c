import { describe, expect, it } from 'vitest';
import type { PageContent, PageNode, PageTree } from '../../../content/index.ts';
import { CHECK_IDS, namedChecks, type CheckId } from './checks.ts';
import { findings } from './findings.ts';
import { readInline, visibleText } from './inline-text.ts';

interface Draft {
  readonly language?: string;
  readonly path?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** `# x` to `###### x` are headings, everything else is a paragraph of inline Markdown. */
  readonly blocks?: readonly string[];
  readonly images?: readonly { block: number; target: string; alternative?: string }[];
  readonly links?: readonly { block: number; target: string; text: string; title?: string }[];
}

function page(draft: Draft): PageContent {
  const elements = (draft.blocks ?? []).map((block, index): PageContent['elements'][number] => {
    const heading = /^(#+) (.*)$/u.exec(block);
    const text = heading?.[2] ?? block;
    const inline = readInline(text);
    return {
      uid: index + 1,
      kind: heading === null ? 'paragraph' : 'heading',
      level: heading?.[1]?.length ?? null,
      text: inline === null ? text : visibleText(inline),
      source: block,
      fields: { text, ...(heading === null ? {} : { level: String(heading[1]?.length) }) },
      readOnly: null,
    };
  });
  const fields = draft.fields ?? {};
  return {
    page: {
      uid: 12,
      path: draft.path ?? 'club/about.md',
      language: draft.language ?? 'en',
      title: fields['title'] ?? 'about',
      hidden: false,
      readOnly: null,
      fields,
      editableFields: ['title', 'description'],
      version: 'v',
    },
    elements,
    references: [
      ...(draft.images ?? []).map(({ block, target, alternative }, index) => ({
        uid: 100 + index,
        element: block,
        kind: 'image' as const,
        target,
        fields: alternative === undefined ? {} : { alternative },
        editableFields: ['alternative', 'title'],
      })),
      ...(draft.links ?? []).map(({ block, target, text, title }, index) => ({
        uid: 200 + index,
        element: block,
        kind: 'link' as const,
        target,
        fields: { text, ...(title === undefined ? {} : { title }) },
        editableFields: ['text', 'title'],
      })),
    ],
  };
}

const node = (
  ...[uid, path, title, more = {}]: [number, string, string, Partial<PageNode>?]
): PageNode => ({
  uid,
  path,
  title,
  language: 'en',
  description: null,
  hidden: false,
  readOnly: null,
  children: [],
  ...more,
});

const NO_TREE: PageTree = { roots: [] };

/** The variants of the one finding of a check. */
function proposals(check: CheckId, draft: Draft, tree: PageTree = NO_TREE): readonly string[] {
  const found = findings(page(draft), tree, [check]);
  expect(found.map((finding) => finding.check)).toEqual([check]);
  return found[0]?.variants ?? [];
}

function count(check: CheckId, draft: Draft, tree: PageTree = NO_TREE): number {
  return findings(page(draft), tree, [check]).length;
}

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

describe('pictures', () => {
  it.each([
    ['media/team-photo-2019-1024x768.jpg', 'Team photo 2019'],
    ['/img/first_concert@2x.png', 'First concert'],
    ['shots/screenshot-booking-form.png', 'Screenshot: Booking form'],
  ])('%s is told as %s', (target, text) => {
    const made = proposals('alternative-missing', {
      fields: { title: 'About us' },
      blocks: ['## How it began', '![](x)'],
      images: [{ block: 2, target }],
    });
    expect(made[0]).toBe(text);
    expect(made.length).toBeGreaterThanOrEqual(3);
  });

  it('German file names get their umlauts and capitals back', () => {
    const draft = (target: string): Draft => ({
      language: 'de',
      blocks: ['## Sommerfest', '![](x)'],
      images: [{ block: 2, target }],
    });
    expect(proposals('alternative-missing', draft('media/buehne-im-hof.jpg'))[0]).toBe(
      'Bühne im Hof',
    );
    expect(proposals('alternative-missing', draft('media/neue-quelle.jpg'))[0]).toBe('Neue Quelle');
  });

  it('a caption below comes first', () => {
    const made = proposals('alternative-missing', {
      blocks: ['![](x)', '*The courtyard in the evening.*'],
      images: [{ block: 1, target: 'IMG_1234.jpg' }],
    });
    expect(made[0]).toBe('The courtyard in the evening');
  });

  it.each(['image', 'Avatar', 'Bild', 'IMG_1234', 'photo 3', 'dsc00017.jpg', 'first-concert'])(
    'the alternative text "%s" says nothing',
    (alternative) => {
      const images = [{ block: 1, target: 'media/first-concert.jpg', alternative }];
      expect(count('alternative-placeholder', { blocks: ['![](x)'], images })).toBe(1);
    },
  );

  it.each(['Eleven neighbours in the barn', 'Bild der Scheune', 'Logo of the club'])(
    'the alternative text "%s" says something',
    (alternative) => {
      const images = [{ block: 1, target: 'media/first-concert.jpg', alternative }];
      expect(count('alternative-placeholder', { blocks: ['![](x)'], images })).toBe(0);
    },
  );

  it('a name that says nothing proposes nothing', () => {
    const images = [{ block: 1, target: 'media/DSC_0042.jpg' }];
    expect(proposals('alternative-missing', { blocks: ['![](x)'], images })).toEqual([]);
  });
});

describe('link texts', () => {
  const tree: PageTree = {
    roots: [
      node(12, 'club/about.md', 'About us'),
      node(13, 'club/contact.md', 'How to find us'),
      node(14, 'de/kontakt.md', 'Kontakt', { language: 'de' }),
    ],
  };
  const link = (
    before: string,
    text: string,
    more: { target?: string; language?: string } = {},
  ) => {
    const target = more.target ?? 'contact.md';
    return proposals(
      'link-text-vague',
      {
        language: more.language ?? 'en',
        blocks: [`${before}[${text}](${target}) now.`],
        links: [{ block: 1, target, text }],
      },
      tree,
    )[0];
  };

  it.each([
    ['You can read it ', 'here', 'on the page “How to find us”'],
    ['See ', 'here', 'the page “How to find us”'],
    ['', 'Read more', 'Read more on the page “How to find us”'],
    ['', 'Click here', 'Open the page “How to find us”'],
    ['We like ', 'this page', 'the page “How to find us”'],
    ['It is free from ', 'here', '“How to find us”'],
  ])('%s[%s] becomes %s', (before, text, wanted) => {
    expect(link(before, text)).toBe(wanted);
  });

  it('Click [here] takes the verb into the link, as a change of the paragraph', () => {
    expect(link('Click ', 'here')).toBe('[Open the page “How to find us”](contact.md) now.');
  });

  it('German link texts follow German grammar', () => {
    const more = { language: 'de', target: '../de/kontakt.md' };
    expect(link('Mehr dazu erfahren Sie ', 'hier', more)).toBe('auf der Seite „Kontakt“');
    expect(link('', 'Mehr erfahren', more)).toBe('Mehr erfahren auf der Seite „Kontakt“');
    expect(link('', 'Hier klicken', more)).toBe('Die Seite „Kontakt“ öffnen');
  });

  it('an address gives its words, its host, or nothing', () => {
    const at = (target: string) => link('It is described ', 'here', { target });
    expect(at('https://www.example.org/opening-hours/')).toBe('on the page “Opening hours”');
    expect(at('https://example.org/x?id=12')).toBe('at example.org');
    expect(at('https://github.com/a/b/issues/17')).toBe('in issue 17 of a/b');
    expect(at('mailto:a@example.org')).toBeUndefined();
  });
});

describe('words', () => {
  it.each([
    ['We open at at nine.', 'We open at nine.'],
    ['Es gibt gibt Kuchen.', 'Es gibt Kuchen.'],
  ])('%s loses the second word', (text, wanted) => {
    expect(proposals('word-doubled', { blocks: [text] })).toEqual([wanted]);
  });

  it.each([
    'He said that that was all.',
    'Die, die die Bühne bauen, kommen früh.',
    'We went to Baden Baden.',
    'Choo choo! It starts.',
    'Call `go go` and [go](x) go.',
  ])('%s stays', (text) => {
    expect(count('word-doubled', { blocks: [text] })).toBe(0);
  });

  it.each([
    ['In order to enter, ring the bell.', ['To enter, ring the bell.']],
    [
      'It is important to note that the door is low.',
      ['The door is low.', 'Note that the door is low.'],
    ],
    ['It is basically a barn.', ['It is a barn.']],
    [
      'Most of it is new, and you have the ability to help.',
      ['Most of it is new, and you can help.'],
    ],
  ])('%s is said more briefly', (text, wanted) => {
    expect(proposals('filler-words', { blocks: [text] })).toEqual(wanted);
  });

  it.each([
    ['Wir wollten eigentlich nur spielen.', ['Wir wollten nur spielen.']],
    [
      'In der heutigen Zeit ist das selten.',
      ['Heute ist das selten.', 'Heutzutage ist das selten.'],
    ],
  ])('%s wird kürzer', (text, wanted) => {
    expect(proposals('filler-words', { language: 'de', blocks: [text] })).toEqual(wanted);
  });

  it.each([
    ['en', 'It is good to have the ability to help.'],
    ['en', 'They say “it is basically a barn” and laugh.'],
    ['de', 'Eigentlich wollten wir nur spielen.'],
    ['de', 'Das ist nicht eigentlich neu.'],
    ['fr', 'C’est basically une grange.'],
  ])('(%s) %s stays', (language, text) => {
    expect(count('filler-words', { language, blocks: [text] })).toBe(0);
  });
});

describe('long sentences', () => {
  const split = (text: string, language = 'en') =>
    proposals('sentence-too-long', { language, blocks: [text] });

  it('an English one is divided at its joints, with other words as variants', () => {
    const text =
      'Our members organise the [concerts](c.md) in their spare time and sell the tickets at the door, but they do not get any money from the town for the heating.';
    expect(split(text)).toEqual([
      text.replace(', but they', '. But they'),
      text.replace(', but they', '. However, they'),
      text.replace(', but they', '. Still, they'),
    ]);
  });

  it('a German subordinate clause becomes a main clause with its verb in second place', () => {
    const text =
      'Die Stadt hat im Frühjahr das Dach der alten Scheune neu gedeckt und die Fenster geputzt, sodass wir auch im Winter Konzerte und Lesungen im Saal geben können.';
    expect(split(text, 'de')).toEqual([
      text.replace(
        ', sodass wir auch im Winter Konzerte und Lesungen im Saal geben können.',
        '. Deshalb können wir auch im Winter Konzerte und Lesungen im Saal geben.',
      ),
      expect.stringContaining('. Dadurch können wir'),
      expect.stringContaining('. So können wir'),
    ]);
  });

  it('a German clause with aber may also turn its words round', () => {
    const text =
      'Unsere Mitglieder organisieren die Veranstaltungen in ihrer freien Zeit und verkaufen die Karten an der Tür, aber wir haben für den Winter noch kein Geld für die Heizung.';
    expect(split(text, 'de')).toContain(text.replace(', aber wir haben', '. Allerdings haben wir'));
  });

  it.each([
    [
      'a condition',
      'If you want to help with the concerts in the barn, you can come on Monday evening to the hall, and we will show you everything that there is to do.',
    ],
    [
      'an enumeration',
      'We have chairs, tables, lamps, curtains, a stage made of wood, an old piano with a few broken keys, and the best cake in the whole of the county.',
    ],
    [
      'a quotation',
      '“We came with brooms and buckets and swept out the whole barn in a single day, but we did not think that anybody would come,” she says and laughs about it.',
    ],
    [
      'a place inside a link',
      'Our members organise all of [the concerts in their spare time and at their own cost, but they do not get any money](c.md) from the town for the heating in the winter.',
    ],
  ])('%s is not torn apart', (_name, text) => {
    expect(split(text)).toEqual([]);
  });

  it('one of 25 words is none', () => {
    expect(count('sentence-too-long', { blocks: [`${'word '.repeat(24)}end.`] })).toBe(0);
    expect(count('sentence-too-long', { blocks: [`${'word '.repeat(25)}end.`] })).toBe(1);
  });

  it('a long paragraph is mentioned, never proposed', () => {
    const text = 'Six words make up this sentence. '.repeat(21);
    const [found] = findings(page({ blocks: [text] }), NO_TREE, ['paragraph-too-long']);
    expect([found?.count, found?.field]).toEqual([126, null]);
  });
});
