import { describe, expect, it } from 'vitest';
import { aConversation } from './fixtures.ts';
import { firstTab, openTabs, tabAfterClosing, withConversation } from './tab-list.ts';

const row = (uuid: string, openedAtMs: number | null, change = {}) =>
  aConversation({ uuid, openedAtMs, ...change });
const uuids = (rows: readonly { uuid: string }[]) => rows.map(({ uuid }) => uuid);

describe('tabs', () => {
  const rows = [row('c', 3), row('a', 1), row('closed', null), row('b', 2)];

  it('CHT-08 stand in the order in which they were opened; what is in the panel is one of them', () => {
    expect(uuids(openTabs(rows, null))).toEqual(['a', 'b', 'c']);
    expect(uuids(openTabs(rows, 'closed'))).toEqual(['a', 'b', 'c', 'closed']);
  });

  it('CHT-08 begin with the one of this device as long as it is open, else with the newest', () => {
    expect(firstTab(rows, 'b')).toBe('b');
    expect(firstTab(rows, 'closed')).toBe('c');
    expect(firstTab(rows, null)).toBe('c');
    expect(firstTab([row('closed', null)], 'closed')).toBeNull();
  });

  it('give way to a neighbour when they are closed', () => {
    const tabs = openTabs(rows, null);
    expect(tabAfterClosing(tabs, 'a')).toBe('b');
    expect(tabAfterClosing(tabs, 'c')).toBe('b');
    expect(tabAfterClosing([row('a', 1)], 'a')).toBeNull();
  });

  it('take in what is newer of one conversation, lose what is archived, and nothing of another page', () => {
    const renamed = row('a', 1, { title: 'New' });
    expect(withConversation(rows, renamed, 12).find(({ uuid }) => uuid === 'a')).toBe(renamed);
    expect(uuids(withConversation(rows, row('a', null, { archivedAtMs: 9 }), 12))).not.toContain(
      'a',
    );
    expect(uuids(withConversation(rows, row('d', 4), 12))[0]).toBe('d');
    expect(withConversation(rows, row('d', 4, { page: 13 }), 12)).toHaveLength(4);
  });
});
