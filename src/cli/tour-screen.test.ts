import { expect, it } from 'vitest';
import type {
  ConversationEntry,
  FieldChange,
  PendingCard,
  ProposalOutcome,
} from '../contracts/index.ts';
import { cardText, entryText, outcomeText } from './tour-screen.ts';

function outcome(kind: ProposalOutcome['kind'], uid: number, place: string): ProposalOutcome {
  return {
    id: String(uid),
    kind,
    target: { table: 'content', uid },
    fields: [
      {
        table: 'content',
        uid,
        field: 'text',
        label: { en: 'Text', de: 'Text' },
        place,
        before: 'Old',
        after: 'New',
      },
    ],
    tool: 'update_content_element',
    historyId: null,
    undone: false,
    point: uid,
  };
}

function finished(outcomes: ProposalOutcome[], locale: 'en' | 'de' = 'en'): string {
  const body: ConversationEntry['body'] = { kind: 'tour_finished', outcomes };
  return entryText({ sequence: 1, atMs: 0, body }, { locale, colour: false });
}

it('a tour whose only card was answered with another variant names it as left without an answer', () => {
  const outcomes = [outcome('variant', 5, 'paragraph 2')];
  expect(finished(outcomes)).not.toContain('No point was proposed');
  expect(finished(outcomes)).toMatch(/Left without an answer +Text \(paragraph 2\)/u);
  expect(finished(outcomes, 'de')).toMatch(/Ohne Antwort geblieben +Text \(paragraph 2\)/u);
});

it('a point answered after its variants is listed once, with the answer', () => {
  const text = finished([
    outcome('variant', 5, 'paragraph 2'),
    outcome('variant', 5, 'paragraph 2'),
    outcome('applied', 5, 'paragraph 2'),
    outcome('variant', 6, 'paragraph 3'),
    outcome('skipped', 7, 'paragraph 4'),
  ]);
  expect(text.match(/paragraph 2/gu)).toHaveLength(1);
  expect(text).toMatch(/Applied +Text \(paragraph 2\)/u);
  expect(text).toMatch(/Left without an answer +Text \(paragraph 3\)/u);
  expect(text).toMatch(/Skipped, stays open +Text \(paragraph 4\)/u);
});

const TITLE = { ...outcome('applied', 5, '').fields[0], label: { en: 'Title', de: 'Titel' } };

it('a write of which a part was saved says so, and which part', () => {
  const part: ProposalOutcome = {
    ...outcome('not_applied', 5, 'paragraph 2'),
    historyId: 'h1',
    carriedOut: 'partly',
  };
  const said = (locale: 'en' | 'de', saved: readonly FieldChange[] | null) =>
    outcomeText(part, saved, { locale, colour: false });
  const saved = [{ ...TITLE, place: null } as FieldChange];
  expect(said('en', saved)).toBe('→ Saved in part: Text (paragraph 2)\n  Saved: Title\n');
  expect(said('de', saved)).toBe(
    '→ Zum Teil gespeichert: Text (paragraph 2)\n  Gespeichert: Titel\n',
  );
  expect(said('en', null)).toBe(
    '→ Saved in part: Text (paragraph 2)\n  What was saved stands in the history of the page.\n',
  );
  expect(finished([part])).toMatch(/Saved in part +Text/u);
  expect(said('en', []).startsWith('→ Saved in part')).toBe(true);
});

it('an approval that failed, or was carried out in part, is not told as done', () => {
  const screen = { locale: 'en', colour: false } as const;
  const of = (kind: ProposalOutcome['kind'], carriedOut: ProposalOutcome['carriedOut']) =>
    outcomeText({ ...outcome(kind, 5, 'x'), carriedOut }, null, screen);
  expect(of('approved', 'not')).toContain('Approved, but it failed');
  expect(of('approved', 'partly')).toContain('Approved, carried out in part');
  expect(of('not_applied', 'wholly')).toContain('nothing saved here');
  expect(of('not_applied', 'not')).toContain('Not saved');
});

it('a tour without cards says that no point was proposed', () => {
  expect(finished([])).toContain('No point was proposed.');
});

it('nothing a tool or a page says moves the cursor, turns the text round or goes unseen', () => {
  const evil = 'x\u001b[2Jy\u202ez\u200b\u{e0159}';
  const call = (fields: FieldChange[]): PendingCard['calls'][number] => ({
    callId: 'c',
    tool: evil,
    arguments: {},
    effect: 'idempotent_write',
    preview: { lines: [evil], fields, failed: false, action: { en: evil, de: evil } },
    target: null,
  });
  const screen = { locale: 'en', colour: false } as const;
  for (const fields of [[], [TITLE as FieldChange]]) {
    const text = cardText({ calls: [call(fields)] } as unknown as PendingCard, null, screen);
    expect(text).toContain('x⟦U+001B⟧[2Jy⟦U+202E⟧z⟦U+200B⟧⟦U+E0159⟧');
    expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  }
  const notice = { code: 'pin_dropped', data: { name: evil } };
  const body = { kind: 'notice', notice } as unknown as ConversationEntry['body'];
  expect(entryText({ sequence: 1, atMs: 0, body }, screen)).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
});
