import { expect, it } from 'vitest';
import fc from 'fast-check';
import { hostRefusal, isInside, repositoryOf, sourceLocation } from './source-location.ts';

it.each([
  ['repo', 'https://github.com/a/b', null, 'a/b', null],
  ['repo', 'https://github.com/a/b.git', null, 'a/b', null],
  ['repo', 'https://www.github.com/a/b/?tab=readme#top', null, 'a/b', null],
  ['repo', 'https://github.com/a/b/tree/main/skills/text', null, 'a/b', 'skills/text'],
  ['repo', 'https://github.com/a/b/tree/main', null, 'a/b', null],
  ['repo', 'https://github.com/a/b/tree/feature/x/skills', 'feature/x', 'a/b', 'skills'],
  ['single_file', 'https://github.com/a/b/blob/main/x/y.md', null, 'a/b', 'x/y.md'],
  ['single_file', 'https://github.com/a/b', null, 'a/b', null],
  ['single_file', 'https://raw.githubusercontent.com/a/b/main/x%20y.md', null, 'a/b', 'x y.md'],
  [
    'single_file',
    'https://raw.githubusercontent.com/a/b/refs/heads/main/x.md',
    null,
    'a/b',
    'x.md',
  ],
  ['marketplace', 'https://github.com/a/b/blob/v1/m/index.json', 'v2', 'a/b', 'm/index.json'],
] as const)('SYN-01 %s %s (ref %s) leads to %s, %s', (...[type, url, ref, name, path]) => {
  const verdict = sourceLocation(type, url, ref);
  expect(verdict.ok && verdict.location).toEqual({
    repository: { owner: name.split('/')[0], name: name.split('/')[1] },
    path,
  });
});

it.each([
  ['repo', 'https://github.com/a'],
  ['repo', 'https://github.com/a/..'],
  ['repo', 'https://github.com/a/b/issues/1'],
  ['repo', 'https://raw.githubusercontent.com/a/b/main/x.md'],
  ['single_file', 'https://github.com/a/b/blob/main'],
  ['single_file', 'https://github.com/a/b/blob/main/%2e%2e/x.md'],
  ['single_file', 'https://github.com/a/b/blob/main/x%2f..%2f..%2fy'],
  ['single_file', 'https://raw.githubusercontent.com/a/b/main/%zz'],
  ['repo', 'git@github.com:a/b.git'],
  ['repo', 'ftp://github.com/a/b'],
] as const)('SYN-02 %s %s is refused', (type, url) => {
  expect(sourceLocation(type, url, null)).toMatchObject({
    ok: false,
    refusal: { code: 'source_invalid', data: { field: 'url' } },
  });
});

it('SYN-02 only https and exactly the listed hosts are asked', () => {
  expect(hostRefusal('https://api.github.com/x')).toBeNull();
  for (const url of [
    'http://github.com/x',
    'https://github.com.evil.test/x',
    'https://evilgithub.com/x',
    'https://github.com@evil.test/x',
    'https://user@github.com/x',
    'https://github.com:444/x',
    'https://gist.github.com/x',
    'https://github.com./x',
    'x',
  ]) {
    expect([url, hostRefusal(url)]).not.toEqual([url, null]);
  }
});

it('SYN-02 whatever address is accepted names a plain repository and a path inside it', () => {
  const part = fc.constantFrom('a', 'b', '..', '.', '%2e%2e', 'x%2Fy', 'main', 'blob', 'tree', '');
  fc.assert(
    fc.property(
      fc.constantFrom('github.com', 'raw.githubusercontent.com'),
      fc.array(part, { maxLength: 8 }),
      fc.constantFrom('repo', 'single_file', 'marketplace'),
      (host, parts, type) => {
        const verdict = sourceLocation(type, `https://${host}/${parts.join('/')}`, null);
        if (!verdict.ok) return;
        const { repository, path } = verdict.location;
        expect(repositoryOf(`${repository.owner}/${repository.name}`)).toEqual(repository);
        expect(path === null || isInside(path)).toBe(true);
      },
    ),
  );
});
