import { expect, it } from 'vitest';
import fc from 'fast-check';
import { readMarketplace } from './marketplace.ts';
import { isInside } from './source-location.ts';

const SHA = 'ABCDEF0123'.repeat(4);
const AT = '.claude-plugin/marketplace.json';

function read(source: unknown, index: Record<string, unknown> = {}, at = AT) {
  const text = JSON.stringify({ ...index, plugins: [{ name: 'p', source }] });
  const verdict = readMarketplace(text, at);
  if (!verdict.ok) throw new Error(verdict.message);
  const [plugin] = verdict.index.plugins;
  return plugin ?? verdict.index.lines[0];
}

const plugin = (repository: string | null, path: string | null, pins: object = {}) => ({
  name: 'p',
  repository:
    repository === null
      ? null
      : { owner: repository.split('/')[0], name: repository.split('/')[1] },
  path,
  ref: null,
  sha: null,
  ...pins,
});

it.each([
  ['./', plugin(null, null)],
  ['.', plugin(null, null)],
  ['./plugins/x', plugin(null, 'plugins/x')],
  ['plugins/x/', plugin(null, 'plugins/x')],
  ['formatter', plugin(null, 'formatter')],
  // A text with a slash is a folder, never owner/repo.
  ['owner/repo', plugin(null, 'owner/repo')],
  [{ source: 'github', repo: 'a/b' }, plugin('a/b', null)],
  [{ source: 'github', repo: 'a/b', ref: 'v1' }, plugin('a/b', null, { ref: 'v1' })],
  [
    { source: 'github', repo: 'a/b', ref: 'v1', sha: SHA, path: 'x' },
    plugin('a/b', 'x', { ref: 'v1', sha: SHA.toLowerCase() }),
  ],
  [{ source: 'url', url: 'https://github.com/a/b.git' }, plugin('a/b', null)],
  [{ source: 'url', url: 'https://github.com/a/b', ref: 'x' }, plugin('a/b', null, { ref: 'x' })],
  [{ source: 'git-subdir', url: 'https://github.com/a/b', path: 'x/y' }, plugin('a/b', 'x/y')],
  [{ source: 'git-subdir', url: 'a/b', path: './x' }, plugin('a/b', 'x')],
  [{ repo: 'a/b' }, plugin('a/b', null)],
  [{ url: 'https://www.github.com/a/b' }, plugin('a/b', null)],
])('SYN-01 the documented shape %j', (source, expected) => {
  expect(read(source)).toEqual(expected);
});

it.each([
  ['../x'],
  ['./a/../../x'],
  ['/x'],
  ['a\\b'],
  [{ source: 'npm', package: 'x' }],
  [{ source: 'pip', package: 'x' }],
  [{ source: 'github', repo: 'a' }],
  [{ source: 'github', repo: 'https://github.com/a/b' }],
  [{ source: 'github', repo: 'a/b', ref: 1 }],
  [{ source: 'github', repo: 'a/b', sha: 'abc' }],
  [{ source: 'github', repo: 'a/b', path: '../x' }],
  [{ source: 'url', url: 'https://gitlab.com/a/b' }],
  [{ source: 'url', url: 'git@github.com:a/b.git' }],
  [{ source: 'url', url: 'https://github.com/a/b/tree/main/x' }],
  [{ source: 'git-subdir', url: 'a/b' }],
  [{ source: {} }],
  [{}],
  [7],
  [null],
])('SYN-01 %j is an error line, never a guess', (source) => {
  expect(read(source)).toMatchObject({ level: 'error', code: 'plugin_unusable', place: 'p' });
});

it('SYN-01 paths are relative to the folder that holds the index, below pluginRoot', () => {
  const index = { metadata: { pluginRoot: './plugins' } };
  expect(read('formatter', index)).toMatchObject({ path: 'plugins/formatter' });
  expect(read('./formatter', index)).toMatchObject({ path: 'plugins/formatter' });
  expect(read('x', {}, 'market/.claude-plugin/marketplace.json')).toMatchObject({
    path: 'market/x',
  });
  expect(read('x', {}, 'market/index.json')).toMatchObject({ path: 'market/x' });
  expect(read('x', { metadata: { pluginRoot: '../..' } })).toMatchObject({ level: 'error' });
  expect(read('x', { metadata: { pluginRoot: 7 } })).toMatchObject({ level: 'error' });
});

it('SYN-01 an index without a list of plugins is refused as a whole', () => {
  for (const text of ['', '[]', '{}', '{"plugins": {}}', 'null', '<html>']) {
    expect(readMarketplace(text, AT)).toMatchObject({ ok: false });
  }
  expect(readMarketplace('\uFEFF{"plugins": []}', AT)).toMatchObject({ ok: true });
});

it('SYN-01 every entry is a plugin with a path inside its repository, or one error line', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), (plugins, pluginRoot) => {
      const verdict = readMarketplace(JSON.stringify({ plugins, metadata: { pluginRoot } }), AT);
      if (!verdict.ok) throw new Error(verdict.message);
      const { index } = verdict;
      expect(index.plugins.length + index.lines.length).toBe(plugins.length);
      for (const { path } of index.plugins) expect(path === null || isInside(path)).toBe(true);
    }),
  );
});
