import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PageContent, PageTree } from '../../../content/index.ts';
import { withWrite } from './apply-change.ts';
import { CHECK_IDS } from './checks.ts';
import { findings } from './findings.ts';
import { readInline, visibleText } from './inline-text.ts';

/** Pieces of sentences, plain and marked up, that meet every rule about text in some combination. */
const PIECE = fc.constantFrom(
  'we open',
  'at',
  'at at',
  'nine',
  'in order to',
  'the barn',
  'basically',
  'is very old',
  ', but it',
  ', and we',
  'has a roof',
  '; they',
  ', which means that',
  'because we',
  'play music',
  '. The next',
  'concert',
  '! Come',
  '(with cake)',
  '“a quote, but it is',
  'long”',
  'the `code at at`',
  '[here](contact.md)',
  '[a link, but it](x.md)',
  '**bold, and we are**',
  '*so*',
  '{{< figure src="a.jpg" >}}',
  '<span>x</span>',
  'z. B.',
  ', aber wir haben',
  ', sodass wir',
  'können',
  'eigentlich',
  'und es gibt',
  ': Sie',
  'müssen',
  '![](dsc.jpg)',
  '\n',
  '[^1]',
  'e.g.',
  'https://a.org/b,',
);
const WORDS = fc.array(
  fc.constantFrom(
    'old',
    'in order to',
    'eigentlich',
    'music music',
    'barn',
    'music',
    'garden',
    '`a b`',
    '[here](contact.md)',
    '*quiet*',
    'evening',
    'many',
    '(small)',
  ),
  { minLength: 10, maxLength: 16 },
);
const JOINT = fc.constantFrom(
  ', but it has',
  ', and we play',
  '; they have',
  ', which means',
  ' because we have',
  ' – it has',
  ', aber wir haben',
  ', und es gibt',
  '; sie haben',
  ', denn man hat',
);
/** A long sentence with a joint in its middle. */
const LONG = fc
  .tuple(fc.constantFrom('We have an', 'Wir haben ein'), WORDS, JOINT, WORDS)
  .map(([start, one, joint, two]) => `${start} ${one.join(' ')}${joint} ${two.join(' ')}`);
const PARAGRAPH = fc
  .oneof(
    fc.array(PIECE, { minLength: 1, maxLength: 40 }).map((pieces) => pieces.join(' ')),
    fc.array(LONG, { minLength: 1, maxLength: 2 }).map((sentences) => sentences.join('. ')),
  )
  .map((text) => `${text}.`.trim());

const PAGE = fc
  .record({
    language: fc.constantFrom('en', 'de', 'fr'),
    title: fc.option(
      fc.array(PIECE, { minLength: 1, maxLength: 9 }).map((p) => p.join(' ')),
      { nil: undefined },
    ),
    description: fc.option(PARAGRAPH, { nil: undefined }),
    texts: fc.array(PARAGRAPH, { minLength: 1, maxLength: 4 }),
    levels: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 6 }),
  })
  .map(({ language, title, description, texts, levels }): PageContent => {
    const inlines = texts.map((text) => readInline(text));
    return {
      page: {
        uid: 1,
        path: 'blog/2020-01-02-first-concert.md',
        language,
        title: title ?? '',
        hidden: false,
        readOnly: null,
        fields: {
          ...(title === undefined ? {} : { title }),
          ...(description === undefined ? {} : { description }),
        },
        editableFields: ['title', 'description'],
        version: 'v',
      },
      elements: [
        ...levels.map((level, index): PageContent['elements'][number] => ({
          uid: index + 50,
          kind: 'heading',
          level,
          text: `Part ${String(index)}`,
          source: `${'#'.repeat(level)} Part ${String(index)}`,
          fields: { text: `Part ${String(index)}`, level: String(level) },
          readOnly: null,
        })),
        ...texts.map((text, index): PageContent['elements'][number] => {
          const inline = inlines[index];
          return {
            uid: index + 1,
            kind: 'paragraph',
            level: null,
            text: inline ? visibleText(inline) : text,
            source: text,
            fields: { text },
            readOnly: null,
          };
        }),
      ],
      references: inlines.flatMap((inline, index) =>
        (inline?.references ?? []).map(({ kind, target, text }, at) => ({
          uid: (index + 1) * 100 + at,
          element: index + 1,
          kind,
          target,
          fields:
            kind === 'link' && text !== null
              ? { text: (texts[index] ?? '').slice(text.start, text.end) }
              : {},
          editableFields: kind === 'link' ? ['text', 'title'] : ['alternative', 'title'],
        })),
      ),
    };
  });

const TREE: PageTree = {
  roots: [
    {
      uid: 2,
      path: 'blog/contact.md',
      title: 'Contact',
      language: 'en',
      description: null,
      hidden: false,
      readOnly: null,
      children: [],
    },
  ],
};

/** What a change of a paragraph must leave as it is, each in order. */
function kept(text: string): readonly (readonly string[])[] {
  const found = (pattern: RegExp) => text.match(pattern) ?? [];
  return [
    found(/`[^`]*`/gu),
    found(/\]\([^)]*\)/gu),
    found(/\{\{.*?\}\}/gu),
    found(/<[^>]*>/gu),
    found(/\[\^\d\]/gu),
    found(/\*+/gu),
    found(/https:\S+/gu),
  ];
}

it('a proposal differs from what is there, removes its finding, and loses no markup', () => {
  const met = new Map<string, number>();
  fc.assert(
    fc.property(PAGE, (page) => {
      for (const found of findings(page, TREE, CHECK_IDS)) {
        met.set(found.check, (met.get(found.check) ?? 0) + found.variants.length);
        const seen = new Set([found.present]);
        for (const [index, value] of found.variants.entries()) {
          expect(seen.has(value)).toBe(false);
          seen.add(value);
          expect(value.trim()).toBe(found.record.table === 'content' ? value.trim() : value);
          if (found.record.table === 'content')
            expect(kept(value)).toEqual(kept(found.present ?? ''));
          const write = { ...found.record, field: found.field ?? '', value };
          const after = index > 0 ? [] : findings(withWrite(page, write), TREE, [found.check]);
          if (index === 0) {
            const times = (all: typeof after) => all.filter(({ key }) => key === found.key).length;
            expect(times(after)).toBeLessThan(times(findings(page, TREE, [found.check])));
          }
        }
      }
    }),
    { numRuns: 60 },
  );
  // The pages made above reach every rule about text and headings.
  for (const check of [
    'word-doubled',
    'filler-words',
    'sentence-too-long',
    'link-text-vague',
    'heading-jump',
    'first-heading-duplicate',
  ] as const) {
    expect(met.get(check) ?? 0, check).toBeGreaterThan(0);
  }
});

it('limits hold for every proposal of a title or a description', () => {
  fc.assert(
    fc.property(PAGE, (page) => {
      for (const { record, field, variants } of findings(page, TREE, CHECK_IDS)) {
        if (record.table !== 'pages') continue;
        for (const value of variants) {
          expect(Array.from(value).length).toBeLessThanOrEqual(field === 'title' ? 60 : 155);
          expect(value).not.toContain('\n');
        }
      }
    }),
    { numRuns: 60 },
  );
});

it('limits hold for a page whose title stands on two lines', () => {
  fc.assert(
    fc.property(PAGE, (page) => {
      for (const { record, variants } of findings(page, TREE, CHECK_IDS)) {
        if (record.table === 'pages') expect(variants.join('')).not.toContain('\n');
      }
    }),
    { seed: 2059804348, path: '1:0:3:1:7:7:8:8:8:8:8:8:9:8:12', numRuns: 60 },
  );
});

it('the findings of a page are the same every time', () => {
  fc.assert(
    fc.property(PAGE, (page) => {
      expect(findings(page, TREE, CHECK_IDS)).toEqual(
        findings(structuredClone(page), TREE, CHECK_IDS),
      );
    }),
    { numRuns: 50 },
  );
});
