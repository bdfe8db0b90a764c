import { expect, it } from 'vitest';
import type { ConversationEntry, ProposalOutcome } from '../contracts/index.ts';
import { conversationMessages } from './history.ts';
import { sanitiseMessage } from './sanitise-message.ts';
import { chatSystemPrompt } from './system-prompt.ts';

it('OPN-04 the prompt names at most 20 open points, by identity and without a value', () => {
  const openPoints = Array.from({ length: 25 }, (_, uid) => ({
    table: 'pages',
    uid,
    field: 'description',
    value: 'secret',
  }));
  const prompt = chatSystemPrompt({ locale: 'de', page: 7, openPoints });
  const line = prompt.split('\n').find((one) => one.startsWith('Open points: '));
  const named = JSON.parse((line ?? '').slice('Open points: '.length)) as unknown[];
  expect(named).toHaveLength(20);
  expect(named[0]).toEqual({ table: 'pages', uid: 0, field: 'description' });
  expect(prompt).toContain('Answer language: de');
  expect(prompt).toContain('Conversation page: {"table":"pages","uid":7}');
  expect(prompt).not.toContain('secret');
});

it('a prompt without page and points has no line for them', () => {
  const prompt = chatSystemPrompt({ locale: 'en', page: null, openPoints: [] });
  expect(prompt).not.toMatch(/Open points|Conversation page/);
});

it('the history alternates and tells outcomes as fixed words without values', () => {
  const outcome: ProposalOutcome = {
    id: 'o',
    kind: 'skipped',
    fields: [
      {
        table: 'pages',
        uid: 7,
        field: 'title',
        label: { en: 'Title', de: 'Titel' },
        place: 'page text',
        before: 'old value',
        after: 'new value',
      },
    ],
    tool: 't',
    target: { table: 'pages', uid: 7 },
    historyId: null,
    undone: false,
    point: null,
  };
  const bodies: ConversationEntry['body'][] = [
    { kind: 'user', text: '', skillName: 'SEO' },
    { kind: 'assistant', text: 'First.' },
    { kind: 'outcome', outcome },
    { kind: 'outcome', outcome: { ...outcome, kind: 'applied', undone: true, target: null } },
    { kind: 'notice', notice: { code: 'x', data: {} } },
    { kind: 'stopped', code: 'failed', message: 'why' },
  ];
  const entries = bodies.map((body, index) => ({ sequence: index + 1, atMs: 1, body }));
  const messages = conversationMessages(entries, { text: 'Go on' });
  expect(messages).toEqual([
    { role: 'user', content: 'Please begin.' },
    { role: 'assistant', content: 'First.', toolCalls: [] },
    {
      role: 'user',
      content:
        '[card skipped: pages 7 (title); card undone: (title); the last turn ended without an answer]\n\nGo on',
    },
  ]);
});

it('the model is told what became of what was approved, and by which call where no record is named', () => {
  const outcome: ProposalOutcome = {
    ...{ id: 'o', kind: 'approved', fields: [], tool: 'order', target: null },
    ...{ historyId: null, undone: false, point: null },
  };
  const told = (changes: Partial<ProposalOutcome>) => {
    const body = { kind: 'outcome', outcome: { ...outcome, ...changes } } as const;
    return conversationMessages([{ body }], { text: 'Go on' })[0]?.content;
  };
  const inPart = { carriedOut: 'partly', target: { table: 'pages', uid: 7 } } as const;
  expect(told({ carriedOut: 'wholly' })).toBe('[card approved: order]\n\nGo on');
  expect(told({ carriedOut: 'not' })).toBe('[card approved, failed: order]\n\nGo on');
  expect(told({ kind: 'not_applied', ...inPart })).toBe(
    '[card approved, carried out in part: pages 7]\n\nGo on',
  );
  expect(told({ kind: 'not_applied', carriedOut: 'wholly' })).toBe(
    '[card approved, carried out without a change of the page: order]\n\nGo on',
  );
  expect(told({ kind: 'not_applied', carriedOut: 'not' })).toBe(
    '[card not_applied: order]\n\nGo on',
  );
});

it('CHT-07 messages lose tokens, keys and addresses, and are at most 500 characters', () => {
  const message = sanitiseMessage(
    'Authorization: Bearer abc.def\nat https://user:pass@host/path?k=v with sk-live_1234567890 and ' +
      'a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4e5f6',
  );
  expect(message).toBe('Authorization: Bearer … at https://… with … and …');
  expect(Array.from(sanitiseMessage('word '.repeat(300)))).toHaveLength(500);
  expect(sanitiseMessage('Nothing secret here, version 12.')).toBe(
    'Nothing secret here, version 12.',
  );
});
