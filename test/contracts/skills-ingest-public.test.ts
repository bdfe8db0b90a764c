import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { describeEachDatabase } from '../support/databases.ts';
import { createIngestWorld, errorLines, type IngestWorld } from './skills-ingest-world.ts';
import { ada } from './skills-support.ts';

/** Real skills of public repositories, where a copy of them is at hand; never part of this repository. */
const FOLDER =
  process.env['VOUCH_PUBLIC_SKILLS'] ?? join(import.meta.dirname, '../../../shared/skills/public');
const isThere = existsSync(join(FOLDER, 'INDEX.tsv'));

interface Row {
  readonly repository: string;
  readonly path: string;
}

/** Rows of the index whose file is there. */
function rows(): readonly Row[] {
  return readFileSync(join(FOLDER, 'INDEX.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .map(([repository = '', , path = '']) => ({ repository, path }));
}

function bytesOf({ repository, path }: Row): Uint8Array {
  return readFileSync(join(FOLDER, repository, path));
}

/** Puts every repository of the index on the fake, each in one commit; returns their names in order. */
function commitAll(w: IngestWorld, all: readonly Row[]): readonly string[] {
  const names = [...new Set(all.map(({ repository }) => repository))].sort();
  for (const name of names) {
    const own = all.filter(({ repository }) => repository === name);
    w.github
      .repository(name)
      .commit(Object.fromEntries(own.map((row) => [row.path, bytesOf(row)])));
  }
  return names;
}

describeEachDatabase('skills of public repositories', (openFresh) => {
  it('SYN-08 every file is ingested or refused with file, line and reason; a second sync fetches none of them', async ({
    skip,
  }) => {
    skip(!isThere, 'The public skills are not at hand.');
    const all = rows();
    const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name === 'SKILL.md')
      .map((entry) => relative(FOLDER, join(entry.parentPath, entry.name)));
    expect(all.map(({ repository, path }) => `${repository}/${path}`).sort()).toEqual(files.sort());

    const w = await createIngestWorld(openFresh);
    const names = commitAll(w, all);
    expect(names).toHaveLength(4);
    // Three as repositories of their own, the fourth through a marketplace.
    const [market = ''] = names.slice(-1);
    w.github.repository('example/market').commit({
      '.claude-plugin/marketplace.json': JSON.stringify({
        name: 'example',
        plugins: [
          { name: 'one', source: { source: 'github', repo: market } },
          { name: 'npm', source: { source: 'npm', package: 'x' } },
        ],
      }),
    });
    const uids: number[] = [];
    for (const name of names.slice(0, 3))
      uids.push(await w.add({ url: `https://github.com/${name}` }));
    uids.push(await w.add({ type: 'marketplace', url: 'https://github.com/example/market' }));
    const table: unknown[] = [];
    for (const uid of uids) {
      const state = await w.ingest.sync(uid, ada);
      const { created, refused } = state.counts ?? {};
      table.push([(await w.store.source(uid))?.title, created, refused, errorLines(state)]);
    }
    const count = (name: string) => all.filter(({ repository }) => repository === name).length;
    // Source, ingested, refused, and why.
    expect(table).toEqual([
      ...names.slice(0, 3).map((name) => [name, count(name), 0, []]),
      ['example/market', count(market), 0, ['npm:- plugin_unusable']],
    ]);

    // Nothing is silently altered: what was stored is what is in the file.
    for (const row of all) {
      const identifier = row.repository === market ? `${row.repository}/${row.path}` : row.path;
      const matching = (await w.store.skills()).filter((skill) => skill.identifier === identifier);
      const text = new TextDecoder().decode(bytesOf(row)).replaceAll('\r\n', '\n');
      expect(matching.some(({ version }) => text.endsWith(version.body))).toBe(true);
    }

    const before = await w.everything();
    w.github.forgetRequests();
    for (const uid of uids) await w.ingest.sync(uid, ada);
    expect(w.github.bodyRequests).toBe(0);
    expect(await w.everything()).toEqual(before);
  });

  it('SYN-03 a front-matter-only change of one of them switches it off and changes nothing else', async ({
    skip,
  }) => {
    skip(!isThere, 'The public skills are not at hand.');
    const all = rows().filter(({ repository }) => repository === 'obra/superpowers');
    const w = await createIngestWorld(openFresh);
    commitAll(w, all);
    const uid = await w.add({ url: 'https://github.com/obra/superpowers' });
    await w.ingest.sync(uid, ada);
    for (const skill of await w.store.skills()) await w.skills.setEnabled(skill.uid, true, ada);
    const [first] = all;
    if (first === undefined) throw new Error('the index is empty');
    const before = await w.store.skills();
    const changed = new TextDecoder()
      .decode(bytesOf(first))
      .replace(/^description: .*$/m, 'description: Other.');
    w.github.repository(first.repository).commit({ [first.path]: changed });
    w.github.forgetRequests();
    const state = await w.ingest.sync(uid, ada);
    expect(state.counts).toMatchObject({ disabledOnChange: 1, unchanged: all.length - 1 });
    expect(w.github.bodyRequests).toBe(1);
    const after = await w.store.skills();
    const different = after.filter(
      (skill, index) => JSON.stringify(skill) !== JSON.stringify(before[index]),
    );
    expect(different).toMatchObject([{ identifier: first.path, enabled: false }]);
  });
});
