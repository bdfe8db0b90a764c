import { expect, it } from 'vitest';
import type { SkillSourceView } from '../../../../../src/contracts/index.ts';
import { newSourceOf, sourceChanges, sourceForm, wrongSourceFields } from './source-form.ts';

const stored: SkillSourceView = {
  uid: 4,
  title: 'example/skills',
  type: 'repo',
  trustLevel: 'community',
  enabled: true,
  remote: {
    url: 'https://github.com/example/skills',
    ref: 'main',
    pathPrefix: null,
    hasToken: true,
    sync: {
      sourceUid: 4,
      status: 'never_synced',
      progress: null,
      problem: null,
      counts: null,
      lines: [],
      lastSyncedAtMs: null,
      pinnedCommit: null,
      expectedFingerprint: null,
      computedFingerprint: null,
    },
  },
};

it('a new source needs an address that is read and a trust level somebody chose', () => {
  const empty = sourceForm('repo', null);
  expect(wrongSourceFields(empty)).toEqual(['url', 'trustLevel']);
  expect(newSourceOf(empty)).toBeNull();
  const url = 'https://github.com/example/skills';
  const filled = { ...empty, url: ` ${url} `, trustLevel: 'verified' as const };
  expect(wrongSourceFields(filled)).toEqual([]);
  expect(newSourceOf(filled)).toEqual({
    type: 'repo',
    url,
    ref: null,
    pathPrefix: null,
    token: null,
    expectedFingerprint: null,
    trustLevel: 'verified',
  });
});

it.each([
  ['url', { url: 'http://github.com/example/skills' }],
  ['url', { url: 'https://example.org/skills' }],
  ['pathPrefix', { pathPrefix: 'skills/../other' }],
  ['pathPrefix', { pathPrefix: '/skills' }],
  ['expectedFingerprint', { expectedFingerprint: 'abc' }],
] as const)('%s is refused in %j', (field, change) => {
  expect(wrongSourceFields({ ...sourceForm('repo', stored), ...change })).toEqual([field]);
});

it('a source of own skills needs a name, and nothing of a repository', () => {
  const form = { ...sourceForm('backend', null), trustLevel: 'first_party' as const };
  expect(wrongSourceFields(form)).toEqual(['title']);
  expect(newSourceOf({ ...form, title: 'Ours' })).toEqual({
    title: 'Ours',
    trustLevel: 'first_party',
  });
});

it('a change names only what differs, and leaves the stored token alone', () => {
  const form = sourceForm('repo', stored);
  expect(sourceChanges(form, stored)).toEqual({});
  expect(sourceChanges({ ...form, ref: '', trustLevel: 'verified' }, stored)).toEqual({
    ref: null,
    trustLevel: 'verified',
  });
  expect(sourceChanges({ ...form, token: 'ghp_new' }, stored)).toEqual({ token: 'ghp_new' });
  expect(sourceChanges({ ...form, dropToken: true }, stored)).toEqual({ token: null });
});
