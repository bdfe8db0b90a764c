import { describe, expect, it } from 'vitest';
import { count, NO_TREE, page, proposals } from '../../../../test/support/checklist-pages.ts';
import { findings } from './findings.ts';

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
