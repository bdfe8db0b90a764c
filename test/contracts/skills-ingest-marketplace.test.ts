import { expect, it } from 'vitest';
import { describeEachDatabase } from '../support/databases.ts';
import { createIngestWorld, errorLines, skillFile } from './skills-ingest-world.ts';
import { ada } from './skills-support.ts';

const URL_OF_MARKET = 'https://github.com/m/market';
const INDEX = '.claude-plugin/marketplace.json';

const index = (plugins: readonly object[], more: object = {}) =>
  JSON.stringify({ name: 'm', ...more, plugins });

describeEachDatabase('marketplaces', (openFresh) => {
  async function market(plugins: readonly object[], files: Record<string, string> = {}) {
    const w = await createIngestWorld(openFresh);
    const repository = w.github.repository('m/market');
    repository.commit({ [INDEX]: index(plugins), ...files });
    const uid = await w.add({ type: 'marketplace', url: URL_OF_MARKET });
    return { ...w, repository, uid, sync: () => w.ingest.sync(uid, ada) };
  }

  it('SYN-01 plugins of every shape are read from their repositories at their pins', async () => {
    const w = await market(
      [
        { name: 'own', source: './plugins/own' },
        { name: 'tagged', source: { source: 'github', repo: 'a/tagged', ref: 'v1' } },
        { name: 'part', source: { source: 'git-subdir', url: 'a/part', path: 'x' } },
        { name: 'gone', source: { source: 'npm', package: 'x' } },
      ],
      {
        'plugins/own/skills/a/SKILL.md': skillFile({ name: 'Own' }),
        'elsewhere/skills/a/SKILL.md': skillFile({ name: 'Not named' }),
      },
    );
    const tagged = w.github.repository('a/tagged');
    tagged.point('v1', tagged.commit({ 'SKILL.md': skillFile({ name: 'One' }) }));
    tagged.commit({ 'SKILL.md': skillFile({ name: 'Two' }) });
    w.github.repository('a/part').commit({
      'x/skills/b/SKILL.md': skillFile({ name: 'Part' }),
      'y/skills/b/SKILL.md': skillFile({ name: 'Not part' }),
    });
    const state = await w.sync();
    expect(errorLines(state)).toEqual(['gone:- plugin_unusable']);
    expect(state.pinnedCommit).toBeNull();
    expect(
      Object.fromEntries(
        (await w.store.skills()).map((skill) => [skill.identifier, skill.version.name]),
      ),
    ).toEqual({
      'm/market/plugins/own/skills/a/SKILL.md': 'Own',
      'a/tagged/SKILL.md': 'One',
      'a/part/x/skills/b/SKILL.md': 'Part',
    });

    w.github.forgetRequests();
    const before = await w.everything();
    expect((await w.sync()).counts).toMatchObject({ created: 0, unchanged: 3 });
    expect(w.github.bodyRequests).toBe(0);
    expect(await w.everything()).toEqual(before);
  });

  it('SYN-01 a full commit wins over the ref and is not resolved', async () => {
    const w = await market([]);
    const pinned = w.github.repository('a/pinned');
    const sha = pinned.commit({ 'SKILL.md': skillFile({ name: 'Pinned' }) });
    pinned.commit({ 'SKILL.md': skillFile({ name: 'Later' }) });
    const source = { source: 'github', repo: 'a/pinned', ref: 'main', sha };
    w.repository.commit({ [INDEX]: index([{ name: 'p', source }]) });
    await w.sync();
    expect((await w.skill('a/pinned/SKILL.md')).version.name).toBe('Pinned');
    expect(w.github.requests.some(({ path }) => path.includes('a/pinned/commits'))).toBe(false);
  });

  it('SYN-04 a repository that is named and not reached keeps its skills; one that is no longer named loses them', async () => {
    const named = (repo: string) => ({ name: repo, source: { source: 'github', repo } });
    const w = await market([named('a/one'), named('a/two')]);
    for (const repo of ['a/one', 'a/two']) {
      w.github.repository(repo).commit({ 'SKILL.md': skillFile({ name: repo }) });
    }
    expect((await w.sync()).counts).toMatchObject({ created: 2 });
    w.github.remove('a/one');
    const unreached = await w.sync();
    expect(errorLines(unreached)).toEqual(['a/one:- not_found_upstream']);
    expect(unreached.counts).toMatchObject({ orphaned: 0, unchanged: 1 });
    expect(await w.skill('a/one/SKILL.md')).toMatchObject({ orphaned: false });

    w.repository.commit({ [INDEX]: index([named('a/two')]) });
    expect((await w.sync()).counts).toMatchObject({ orphaned: 1 });
    expect(await w.skill('a/one/SKILL.md')).toMatchObject({ orphaned: true, enabled: false });
    expect(await w.skill('a/two/SKILL.md')).toMatchObject({ orphaned: false });
  });

  it('SYN-06 one repository at two versions is an error line; the first counts and nothing is orphaned', async () => {
    const at = (name: string, ref: string, path: string) => ({
      name,
      source: { source: 'github', repo: 'a/one', ref, path },
    });
    const w = await market([at('x', 'main', 'x'), at('y', 'main', 'y')]);
    const repository = w.github.repository('a/one');
    const commit = repository.commit({
      'x/SKILL.md': skillFile(),
      'y/SKILL.md': skillFile({ name: 'Y' }),
    });
    repository.point('v1', commit);
    expect((await w.sync()).counts).toMatchObject({ created: 2 });
    w.repository.commit({ [INDEX]: index([at('x', 'main', 'x'), at('y', 'v1', 'y')]) });
    const state = await w.sync();
    expect(errorLines(state)).toEqual(['y:- plugin_conflict']);
    expect(state.counts).toMatchObject({ orphaned: 0, unchanged: 1 });
  });

  it('SYN-06 plugins that share a repository and a folder give each skill once', async () => {
    const own = (name: string) => ({ name, source: './' });
    const w = await market([own('a'), own('b'), { name: 'c', source: 'skills' }], {
      'skills/a/SKILL.md': skillFile(),
      'skills/l': '',
    });
    const state = await w.sync();
    expect(state).toMatchObject({ status: 'ok', counts: { created: 1 }, lines: [] });
  });

  it('SYN-06 an index that is missing or unreadable stops the sync and writes nothing', async () => {
    const w = await market([{ name: 'own', source: './' }], { 'SKILL.md': skillFile() });
    await w.sync();
    const before = await w.everything();
    w.repository.commit({ [INDEX]: '{' });
    expect((await w.sync()).problem?.code).toBe('index_invalid');
    w.repository.commit({ [INDEX]: null });
    expect((await w.sync()).problem?.code).toBe('index_missing');
    expect(await w.everything()).toEqual(before);
  });

  it('SYN-06 of more remarks than anybody reads 200 are kept, errors first, and one line counts the rest', async () => {
    const deep = Object.fromEntries(
      Array.from({ length: 250 }, (_, index) => [
        `a/b/c/d/e/f/g/s${String(index)}/SKILL.md`,
        skillFile(),
      ]),
    );
    const w = await market([{ name: 'own', source: './' }], {
      ...deep,
      'x/SKILL.md': 'no front matter',
    });
    const { lines, status } = await w.sync();
    expect(status).toBe('partial');
    expect(lines).toHaveLength(201);
    expect(lines[0]).toMatchObject({ code: 'no_front_matter', place: 'm/market/x/SKILL.md' });
    expect(lines[1]?.code).toBe('too_deep');
    expect(lines.at(-1)).toMatchObject({ level: 'note', code: 'more_lines', place: '', count: 51 });
  });

  it('SYN-01 a folder narrows a marketplace too', async () => {
    const w = await market([{ name: 'own', source: './' }], {
      'x/SKILL.md': skillFile(),
      'y/SKILL.md': skillFile({ name: 'Y' }),
    });
    await w.ingest.changeSource(w.uid, { pathPrefix: 'y' }, ada);
    await w.sync();
    expect(await w.identifiers()).toEqual(['m/market/y/SKILL.md']);
  });
});
