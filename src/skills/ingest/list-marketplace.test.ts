import { describe, expect, it } from 'vitest';
import { AppError } from '../../base/index.ts';
import { FakeClock } from '../../testing/index.ts';
import { listMarketplace } from './list-marketplace.ts';
import type { ListContext } from './listing.ts';
import { INDEX_PATH } from './marketplace.ts';
import { repositoryName, type TreeEntry } from './repository-reader.ts';

const OWN = { owner: 'm', name: 'market' };
const file = (path: string): TreeEntry => ({ path, kind: 'file', hash: path, bytes: 1 });
const many = (count: number, path: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => file(path(index)));

/** A host on which every repository of `trees` exists; asked by name. */
function host(plugins: readonly object[], trees: Readonly<Record<string, readonly TreeEntry[]>>) {
  const asked: string[] = [];
  const context: ListContext = {
    reader: {
      commitOf: () => Promise.resolve('c'.repeat(40)),
      tree: (repository) => {
        const name = repositoryName(repository);
        asked.push(name);
        const entries = trees[name];
        if (entries === undefined) {
          return Promise.reject(new AppError('not_found_upstream', 'There is none.'));
        }
        return Promise.resolve({ entries, complete: true });
      },
      file: () => Promise.resolve(new TextEncoder().encode(JSON.stringify({ plugins }))),
    },
    clock: new FakeClock(),
    access: { token: () => null, signal: new AbortController().signal },
    type: 'marketplace',
    remote: { url: 'https://github.com/m/market', ref: null, pathPrefix: null, index: null },
    untilMs: Infinity,
    onProgress: () => Promise.resolve(),
  };
  return { asked, list: () => listMarketplace(context, OWN, INDEX_PATH) };
}

const at = (repo: string, more: object = {}) => ({
  name: repo,
  source: { source: 'github', repo, ...more },
});
const market = (entries: readonly TreeEntry[] = []) => ({
  'm/market': [file(INDEX_PATH), ...entries],
});

describe('a marketplace that names more than anybody reads', () => {
  it('SYN-06 says of each place once what is wrong with it, however often it is named', async () => {
    const deep = (index: number) => `a/b/c/d/e/f/g/${String(index)}/SKILL.md`;
    const world = host(
      ['a/one', 'a/two', 'a/three', 'a/one'].flatMap((repo) => [at(repo), at(repo, { path: 'a' })]),
      {
        ...market(),
        'a/one': many(5_000, deep),
        'a/two': many(5_000, deep),
        'a/three': many(1, deep),
      },
    );
    const { lines, files, reached } = await world.list();
    expect(files).toEqual([]);
    expect(lines.filter(({ code }) => code === 'too_deep')).toHaveLength(10_001);
    expect(new Set(lines.map(({ code, place }) => `${code} ${place}`)).size).toBe(lines.length);
    expect(reached).toEqual(new Set(['a/one', 'a/two', 'a/three']));
    expect(world.asked).toEqual(['m/market', 'a/one', 'a/two', 'a/three']);
  });

  it('SYN-04 looks at the first 1,000 plugins; the skills of the others are not gone, and one line says how many', async () => {
    const plugins = Array.from({ length: 1_003 }, (_, index) => ({
      name: String(index),
      source: index < 1_000 ? `./p${String(index)}` : { source: 'github', repo: 'a/late' },
    }));
    const world = host(plugins, market(many(1_000, (index) => `p${String(index)}/SKILL.md`)));
    const { files, lines, listed, reached } = await world.list();
    expect(files).toHaveLength(1_000);
    expect(listed).toEqual(new Set(['m/market', 'a/late']));
    expect(reached).toEqual(new Set(['m/market']));
    expect(lines).toMatchObject([{ level: 'error', code: 'plugin_limit', place: '' }]);
    expect(lines[0]?.message).toContain('3 plugins');
    expect(world.asked).toEqual(['m/market']);
  });

  it('SYN-04 asks for no further repository once what was found is too much to keep', async () => {
    const huge = many(30_000, (index) => `s${String(index)}/SKILL.md`);
    const world = host([at('a/huge'), at('a/small')], {
      ...market(),
      'a/huge': huge,
      'a/small': [file('SKILL.md')],
    });
    const { files, lines, reached } = await world.list();
    expect(files).toHaveLength(30_000);
    expect(lines.map(({ code }) => code)).toEqual(['plugin_limit']);
    expect(reached).toEqual(new Set(['a/huge']));
    expect(world.asked).toEqual(['m/market', 'a/huge']);
  });

  it('SYN-06 asks once for a repository that fails', async () => {
    const world = host(
      Array.from({ length: 50 }, () => at('a/gone')),
      market(),
    );
    const { lines, reached } = await world.list();
    expect(lines.map(({ code }) => code)).toEqual(['not_found_upstream']);
    expect([...reached]).toEqual([]);
    expect(world.asked).toEqual(['m/market', 'a/gone']);
  });
});
