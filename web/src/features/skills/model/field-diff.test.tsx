import { describe, expect, it } from 'vitest';
import type { SkillVersionFields } from '../../../../../src/contracts/index.ts';
import { fieldDiffs } from './field-diff.ts';

const version = (change: Partial<SkillVersionFields> = {}): SkillVersionFields => ({
  name: 'Page review',
  description: 'Goes through a page',
  body: '# Page review',
  supportStatus: 'full',
  allowedTools: ['progress', 'highlight'],
  process: true,
  ...change,
});
const changed = (before: SkillVersionFields | null, after: SkillVersionFields) =>
  fieldDiffs(before, after)
    .filter(({ same }) => !same)
    .map(({ field }) => field);
const toolsOf = (before: SkillVersionFields, after: SkillVersionFields) =>
  fieldDiffs(before, after).find((diff) => diff.field === 'allowedTools');

describe('fieldDiffs', () => {
  it('names every digested field that differs from the last approved version', () => {
    expect(changed(version(), version())).toEqual([]);
    expect(
      changed(version(), version({ name: 'x', process: false, supportStatus: 'partial' })),
    ).toEqual(['name', 'process', 'supportStatus']);
    expect(changed(null, version())).toHaveLength(5);
  });

  it('tells added from removed tools, and does not mind their order', () => {
    expect(changed(version(), version({ allowedTools: ['highlight', 'progress'] }))).toEqual([]);
    expect(toolsOf(version(), version({ allowedTools: ['progress', 'WebFetch'] }))).toMatchObject({
      kept: ['progress'],
      added: ['WebFetch'],
      removed: ['highlight'],
    });
  });

  it('takes no declaration and an empty one for different things', () => {
    expect(changed(version({ allowedTools: null }), version({ allowedTools: [] }))).toEqual([
      'allowedTools',
    ]);
    expect(changed(version({ allowedTools: null }), version({ allowedTools: null }))).toEqual([]);
  });
});
