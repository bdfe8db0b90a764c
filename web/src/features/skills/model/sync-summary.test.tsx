import { expect, it } from 'vitest';
import type { SkillSourceView, SkillSyncState } from '../../../../../src/contracts/index.ts';
import { commitPage, syncsTogether, syncSummary } from './sync-summary.ts';

const counts = {
  created: 2,
  updated: 0,
  disabledOnChange: 1,
  orphaned: 0,
  unchanged: 5,
  refused: 0,
};
const sync: SkillSyncState = {
  sourceUid: 4,
  status: 'ok',
  progress: null,
  problem: null,
  counts,
  lines: [],
  lastSyncedAtMs: 90,
  pinnedCommit: null,
  expectedFingerprint: null,
  computedFingerprint: null,
};
const source = (state: Partial<SkillSyncState>): SkillSourceView => ({
  uid: 4,
  title: 'example/skills',
  type: 'repo',
  trustLevel: 'verified',
  enabled: true,
  remote: {
    url: 'https://github.com/example/skills',
    ref: null,
    pathPrefix: null,
    hasToken: false,
    sync: { ...sync, ...state },
  },
});

it('a sync is summed up by what it changed', () => {
  expect(syncSummary(sync, 'en')).toEqual([
    'All read',
    '2 new',
    '1 switched off, text changed',
    '5 unchanged',
  ]);
  const nothing = { ...counts, created: 0, disabledOnChange: 0, unchanged: 0 };
  expect(syncSummary({ ...sync, counts: nothing }, 'de')).toEqual([
    'Alles gelesen',
    '0 unverändert',
  ]);
});

it('a sync that stopped is summed up by why, an unknown code by the server’s own words', () => {
  const stopped = (code: string) =>
    syncSummary(
      { ...sync, status: 'error', problem: { code, message: 'Moon phase.', resetAtMs: null } },
      'en',
    );
  expect(stopped('sync_cancelled')).toEqual([
    'Not read',
    'The sync was called off. Nothing was written',
  ]);
  expect(stopped('moon')).toEqual(['Not read', 'Moon phase']);
});

it('sources are summed up by the worst of their syncs and the latest time', () => {
  expect(syncsTogether([{ ...source({}), remote: null }])).toBeNull();
  expect(syncsTogether([source({ lastSyncedAtMs: 40 }), source({})])).toEqual({
    state: 'ok',
    lastAtMs: 90,
  });
  expect(syncsTogether([source({}), source({ status: 'partial' })])?.state).toBe('failing');
  expect(syncsTogether([source({ status: 'error' }), source({ status: 'syncing' })])?.state).toBe(
    'syncing',
  );
  expect(syncsTogether([source({ lastSyncedAtMs: null })])?.lastAtMs).toBeNull();
});

it('a commit has a page in its repository', () => {
  const page = 'https://github.com/example/skills/commit/4e19';
  expect(commitPage('https://github.com/example/skills.git', '4e19')).toBe(page);
  expect(commitPage('https://raw.githubusercontent.com/example/skills/main/S.md', '4e19')).toBe(
    page,
  );
  expect(commitPage('https://github.com/example', '4e19')).toBeNull();
  expect(commitPage('javascript:alert(1)/a/b', '4e19')).toBeNull();
});
