import { expect, it } from 'vitest';
import fc from 'fast-check';
import { discoverSkills } from './discovery.ts';
import type { TreeEntry } from './repository-reader.ts';

const entry = (path: string, kind: TreeEntry['kind'] = 'file'): TreeEntry => ({
  path,
  kind,
  hash: 'h',
  bytes: 1,
});
const found = (paths: readonly string[], pathPrefix: string | null = null) => {
  const { files } = discoverSkills(
    paths.map((path) => entry(path)),
    { pathPrefix },
  );
  return files.map(({ path }) => path);
};

it('SYN-01 usual places come first, then the nearest; names are case-sensitive', () => {
  expect(
    found([
      'z/y/x/SKILL.md',
      'plugins/skills/d/SKILL.md',
      '.claude/skills/c/SKILL.md',
      'skills/b/SKILL.md',
      'a/SKILL.md',
      'skills/b/extra/SKILL.md',
      'SKILL.md',
      'skills/e/skill.md',
      'skills/f/SKILL.mdx',
      'skills/g/MY-SKILL.md',
    ]),
  ).toEqual([
    'SKILL.md',
    'skills/b/SKILL.md',
    '.claude/skills/c/SKILL.md',
    'plugins/skills/d/SKILL.md',
    'a/SKILL.md',
    'skills/b/extra/SKILL.md',
    'z/y/x/SKILL.md',
  ]);
});

it('SYN-01 six folders deep is found, seven is told', () => {
  const listing = discoverSkills([entry('1/2/3/4/5/6/SKILL.md'), entry('1/2/3/4/5/6/7/SKILL.md')], {
    pathPrefix: null,
  });
  expect(listing.files.map(({ path }) => path)).toEqual(['1/2/3/4/5/6/SKILL.md']);
  expect(listing.tooDeep).toEqual(['1/2/3/4/5/6/7/SKILL.md']);
});

it('SYN-01 a prefix narrows to a folder, by whole names, and depth counts from there', () => {
  const paths = ['skills/a/SKILL.md', 'skills2/b/SKILL.md', 'SKILL.md'];
  expect(found(paths, 'skills')).toEqual(['skills/a/SKILL.md']);
  expect(found(paths, 'skills/')).toEqual(['skills/a/SKILL.md']);
  expect(found(['1/2/3/4/5/6/7/SKILL.md'], '1')).toEqual(['1/2/3/4/5/6/7/SKILL.md']);
});

it('links where skills would be are reported, others are nobody’s business', () => {
  const { files, links } = discoverSkills(
    [
      entry('skills/a/SKILL.md', 'symlink'),
      entry('skills/b', 'symlink'),
      entry('skills', 'submodule'),
      entry('docs/readme', 'symlink'),
      entry('skills/c', 'folder'),
    ],
    { pathPrefix: null },
  );
  expect(files).toEqual([]);
  expect(links.map(({ path }) => path)).toEqual(['skills/a/SKILL.md', 'skills/b', 'skills']);
});

it('SYN-01 finds exactly the SKILL.md files up to six folders deep, each once, whatever their order', () => {
  const path = fc
    .array(fc.constantFrom('a', 'skills', '.claude', 'SKILL.md'), { maxLength: 8 })
    .chain((folders) =>
      fc.constantFrom('SKILL.md', 'x.md').map((name) => [...folders, name].join('/')),
    );
  fc.assert(
    fc.property(fc.uniqueArray(path), (paths) => {
      const expected = paths.filter((each) => /^(?:[^/]+\/){0,6}SKILL\.md$/.test(each));
      expect([...found(paths)].sort()).toEqual([...expected].sort());
      expect(found(paths)).toEqual(found(paths.toReversed()));
    }),
  );
});
