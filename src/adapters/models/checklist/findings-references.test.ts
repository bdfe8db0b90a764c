import { describe, expect, it } from 'vitest';
import { count, node, proposals, type Draft } from '../../../../test/support/checklist-pages.ts';
import type { PageTree } from '../../../content/index.ts';

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
