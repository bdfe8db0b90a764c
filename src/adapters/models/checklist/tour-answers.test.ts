import { expect, it } from 'vitest';
import {
  ALL,
  progressOf,
  systemMessage,
  tour,
  writeOf,
} from '../../../../test/support/checklist-tour.ts';
import type { ModelMessage, ModelToolCall } from '../../../models/index.ts';

it('cycles through the variants of a point and says when the first one comes again', async () => {
  const { cards, messages, last } = await tour({
    system: systemMessage('description-missing'),
    answers: ['variant', 'variant', 'variant', 'variant', 'apply'],
  });
  const texts = cards.map(({ call }) => writeOf(call).value);
  const again = texts.indexOf(texts[0] ?? '', 1);
  expect(again).toBeGreaterThanOrEqual(2);
  expect(new Set(texts.slice(0, again)).size).toBe(again);
  expect(texts).toHaveLength(5);
  texts.forEach((text, index) => {
    expect(text).toBe(texts[index % again]);
    if (index > 0) expect(text).not.toBe(texts[index - 1]);
  });
  expect(cards[again]?.text).toContain('Those were all variants; here is the first one again.');
  expect(cards[again - 1]?.text).not.toContain('all variants');
  expect(last).not.toContain('without an answer');
  expect(progressOf(messages).at(-1)).toEqual({ current: 1, total: 1, completed: true });
});

it('another variant repeats the reason', async () => {
  const { cards } = await tour({
    system: systemMessage('description-missing'),
    answers: ['variant', 'apply'],
  });
  expect(cards[1]?.text).toContain('Another way');
  expect(cards[1]?.text).toContain('This page has no description');
});

it('a point with one variant only is left without an answer, and the end names how many', async () => {
  const { cards, messages, last } = await tour({
    system: systemMessage('word-doubled sentence-too-long'),
    pageText: 'How it it began',
    answers: ['variant', 'apply'],
  });
  expect(cards).toHaveLength(2);
  expect(cards[1]?.text).toContain('There is no other variant for that point');
  expect(JSON.stringify(messages)).not.toContain('stays as it is');
  expect(last).toContain('One point was left without an answer.');
});

it('skip, keep and a failed write each lead to the next point; the total stays', async () => {
  const { cards, messages } = await tour({ answers: ['skip', 'keep', 'fail', 'apply'] });
  expect(cards).toHaveLength(4);
  expect(cards[3]?.text).toContain('That change did not go as it should: The page moved on.');
  expect(new Set(progressOf(messages).map(({ total }) => total))).toEqual(new Set([4]));
});

it('begins with the points left open last time and says so', async () => {
  const { cards, messages } = await tour({
    system: systemMessage(ALL, 'Open points: [{"table":"references","uid":41,"field":"text"}]'),
    answers: [],
  });
  expect(writeOf(cards[0]?.call as ModelToolCall).uid).toBe(41);
  expect(cards[0]?.text).toContain('Left open last time.');
  expect(JSON.stringify(messages)).toContain('I begin with the one left open last time.');
});

it('a message between cards: goes on with the open point, and does not repeat settled ones', async () => {
  const history: ModelMessage[] = [
    { role: 'user', content: 'Please begin.' },
    { role: 'assistant', content: 'I looked at this page and found 4 points.', toolCalls: [] },
  ];
  const said =
    '[card skipped: pages 12 (description); card withdrawn: references 31 (alternative)]\n\nWhat is this about?';
  const { cards, messages } = await tour({ history, said, answers: [] });
  expect(cards.map(({ call }) => writeOf(call).uid)).toEqual([31, 41, 5]);
  expect(progressOf(messages)[0]).toEqual({ current: 2, total: 4, completed: false });
});

it.each([
  ['en', 'I understand no free requests', 'The proposal is unchanged'],
  ['de', 'Freie Wünsche verstehe ich nicht', 'Der Vorschlag ist unverändert'],
])(
  'a free message while a card waits (%s): says so once, and the same proposal comes again without a new overview',
  async (language, first, second) => {
    const system = systemMessage(ALL);
    const before = await tour({ system, answers: ['variant'] });
    const waiting = before.cards[1]?.call as ModelToolCall;
    const { cards, messages } = await tour({
      system: {
        ...system,
        content: system.content.replace('Answer language: en', `Answer language: ${language}`),
      },
      history: [
        { role: 'user', content: 'Please begin.' },
        { role: 'assistant', content: 'I looked at this page and found 4 points.', toolCalls: [] },
      ],
      said: '[card variant: pages 12 (description); card withdrawn: pages 12 (description)]\n\nMake it funnier.',
      answers: [],
    });
    expect(cards[0]?.text).toContain(first);
    expect(cards[0]?.text).toContain(second);
    expect(cards[0]?.call.arguments).toEqual(waiting.arguments);
    expect(cards.slice(1).some(({ text }) => text.includes(first))).toBe(false);
    const since = JSON.stringify(messages.slice(4));
    expect(since).not.toMatch(/I looked at this page|Ich habe die Seite durchgesehen/u);
    expect(progressOf(messages)[0]).toEqual({ current: 1, total: 4, completed: false });
  },
);

it('a message that is a request to go on is not answered as a free one', async () => {
  const said = '[card withdrawn: pages 12 (description)]\n\nPlease keep it as it is.';
  const { cards } = await tour({ said, answers: [] });
  expect(cards[0]?.text).not.toContain('free requests');
});

it('a message that says to leave the open point moves on to the next', async () => {
  const said = '[card withdrawn: pages 12 (description)]\n\nPlease keep it as it is.';
  const { cards } = await tour({ said, answers: [] });
  expect(cards.map(({ call }) => writeOf(call).uid)).toEqual([31, 41, 5]);
});

it('a new start in the same conversation begins anew', async () => {
  const history: ModelMessage[] = [
    { role: 'user', content: 'Please begin.' },
    { role: 'assistant', content: 'That was the last point. Bye.', toolCalls: [] },
  ];
  const said = '[card skipped: pages 12 (description)]\n\nPlease begin.';
  const { cards } = await tour({ history, said, answers: [] });
  expect(cards).toHaveLength(4);
});
