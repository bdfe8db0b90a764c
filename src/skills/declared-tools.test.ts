import { expect, it } from 'vitest';
import { declaredTools } from './declared-tools.ts';
import type { Skill, SkillSource, SkillVersion } from './skill.ts';
import { bodyChecksum, versionDigest } from './version-digest.ts';

function version(allowedTools: string[] | null): SkillVersion {
  return {
    name: 'a',
    description: 'b',
    body: 'c',
    supportStatus: 'partial',
    allowedTools,
    process: false,
  };
}

function skill(allowedTools: string[] | null, fields: Partial<Skill> = {}): Skill {
  return {
    uid: 1,
    sourceUid: 1,
    identifier: 'a',
    version: version(allowedTools),
    bodyChecksum: bodyChecksum('c'),
    storedDigest: versionDigest(version(allowedTools)),
    copiedTrustLevel: 'verified',
    enabled: true,
    orphaned: false,
    ...fields,
  };
}

const row = (allowedTools: string[] | null) => ({
  snapshot: version(allowedTools),
  digest: versionDigest(version(allowedTools)),
});
const source: SkillSource = {
  uid: 1,
  type: 'repo',
  title: 's',
  trustLevel: 'verified',
  enabled: true,
};
const backend: SkillSource = { ...source, type: 'backend' };
const none = { pinned: null, latestApproval: null };

it('BCK-03 a written skill grants what was last approved and not revoked, never its live field', () => {
  expect(declaredTools(skill(['live']), { ...none, source: backend })).toEqual([]);
  expect(declaredTools(skill(null), { ...none, source: backend })).toEqual([]);
  const approved = { ...none, source: backend, latestApproval: row(['approved']) };
  expect(declaredTools(skill(['live']), approved)).toEqual(['approved']);
  const silent = { ...none, source: backend, latestApproval: row(null) };
  expect(declaredTools(skill(['live']), silent)).toBeNull();
});

it('a synced skill declares its own list, an intact legacy one too', () => {
  expect(declaredTools(skill(['own']), { ...none, source })).toEqual(['own']);
  expect(declaredTools(skill(null), { ...none, source })).toBeNull();
  expect(declaredTools(skill(['own'], { storedDigest: null }), { ...none, source })).toEqual([
    'own',
  ]);
});

it('DIG-06 a damaged row declares the empty list, and so does one whose source is gone', () => {
  const damaged = skill(null, { storedDigest: versionDigest(version(['own'])) });
  expect(declaredTools(damaged, { ...none, source })).toEqual([]);
  expect(declaredTools(skill(null), { ...none, source: null })).toEqual([]);
});

it('a held pin contributes its snapshot, whatever the record says by now', () => {
  const pinned = { source, pinned: row(['pinned']), latestApproval: row(['newer']) };
  expect(declaredTools(skill(['live'], { enabled: false }), pinned)).toEqual(['pinned']);
  expect(declaredTools(skill(['live']), { ...pinned, source: backend })).toEqual(['pinned']);
});

it('a snapshot that no longer hashes to its digest grants nothing', () => {
  const damaged = { ...row(['one']), snapshot: version(['one', 'two']) };
  expect(declaredTools(skill(null), { source, pinned: damaged, latestApproval: null })).toEqual([]);
  const latest = { source: backend, pinned: null, latestApproval: damaged };
  expect(declaredTools(skill(null), latest)).toEqual([]);
});
