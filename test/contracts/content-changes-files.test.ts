import { mkdir, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ContentChange } from '../../src/content/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN, createOpener, pageAt, person, planned, writing } from './content-host.ts';

const FILES = {
  'en/index.md':
    '---\ntitle: Home\n---\n\n[Hours](hours.md), [there](/en/hours#top), [map](<hours.md>).\n',
  'en/hours.md':
    '---\ntitle: Hours\n---\n\n# Hours\n\nBack [home](index.md), [up](../index.md), [self](./hours.md#a).\n',
  'en/news/one.md':
    '---\ntitle: One\n---\n\nSee [hours][h] and <a href="../hours.html">x</a>.\n\n[h]: ../hours.md "T"\n',
  'en/odd.md': '---\ntitle: Odd\n---\n\nAt {{< ref "hours.md" >}} and [no](hours2.md).\n',
  'index.md': '---\ntitle: Root\n---\n\nThe start of it all.\n',
  'de/hours.md': '---\ntitle: Zeiten\n---\n\nWir haben [hier](../en/hours.md) und da auf.\n',
};

describeEachDatabase('content changes over several files', (openFresh) => {
  const open = createOpener(openFresh);

  const move = (page: number, path: string): ContentChange => ({ kind: 'move_page', page, path });

  it('HST-02, HST-04 moving a page rewrites every link to it and its own, on one card, and keeps its uids', async () => {
    const { host, site, openElsewhere } = await open(FILES);
    const before = await pageAt(host, 'en/hours.md');
    const plan = await planned(host, move(before.page.uid, 'en/about/times.md'));
    expect(plan.fields.map(({ field, before: old, after }) => [field, old, after])).toEqual([
      ['path', 'en/hours.md', 'en/about/times.md'],
      ['target', 'index.md', '../index.md'],
      ['target', '../index.md', '../../index.md'],
      ['target', './hours.md#a', './times.md#a'],
      ['target', '../en/hours.md', '../en/about/times.md'],
      ['target', 'hours.md', 'about/times.md'],
      ['target', '/en/hours#top', '/en/about/times#top'],
      ['target', 'hours.md', 'about/times.md'],
      ['target', '../hours.html', '../about/times.html'],
      ['target', '../hours.md', '../about/times.md'],
    ]);
    const applied = await host.apply(plan, writing(ADMIN));
    // The tag of the generator that names it in en/odd.md is no link that could be set.
    expect(plan.omitted?.map(({ reason }) => reason)).toEqual([
      'Links that cannot be rewritten here stay as they are: 1.',
    ]);
    expect(applied).toMatchObject({
      completeness: 'partial',
      target: { table: 'pages', uid: before.page.uid },
    });
    await expect(site.read('en/hours.md')).rejects.toThrow();
    expect(await site.read('en/index.md')).toBe(
      FILES['en/index.md']
        .replaceAll('(hours', '(about/times')
        .replace('<hours', '<about/times')
        .replace('/en/hours', '/en/about/times'),
    );
    expect(await site.read('en/news/one.md')).toBe(
      FILES['en/news/one.md'].replaceAll('../hours', '../about/times'),
    );
    expect(await site.read('en/odd.md')).toBe(FILES['en/odd.md']);
    const after = await pageAt(await openElsewhere(), 'en/about/times.md');
    expect(after.page.uid).toBe(before.page.uid);
    expect(after.elements.map(({ uid }) => uid)).toEqual(before.elements.map(({ uid }) => uid));
    expect(after.references.map(({ uid }) => uid)).toEqual(before.references.map(({ uid }) => uid));
    const linking = await pageAt(host, 'en/index.md');
    for (const uid of [before.page.uid, linking.page.uid]) {
      expect((await host.history(uid, ADMIN)).map(({ id }) => id)).toEqual([applied.historyId]);
      const english = await host.history(uid, person('e', { languages: ['en'] }));
      expect(english[0]?.fields.map(({ field }) => field)).toEqual(['path']);
    }
    await host.undo(applied.historyId, writing(ADMIN));
    for (const [path, text] of Object.entries(FILES)) expect(await site.read(path)).toBe(text);
    expect((await pageAt(host, 'en/hours.md')).page.uid).toBe(before.page.uid);
    expect(await readdir(join(site.root, 'en'))).not.toContain('about');
  });

  it('HST-03 an undo over several files is refused as a whole once one of them moved on', async () => {
    const { host, site } = await open(FILES);
    const { page } = await pageAt(host, 'en/hours.md');
    const plan = await planned(host, move(page.uid, 'en/times.md'));
    const { historyId } = await host.apply(plan, writing(ADMIN));
    const news = await site.read('en/news/one.md');
    await site.write('en/news/one.md', news.replace('../times.md', '../other.md'));
    const moved = await site.read('en/times.md');
    await expect(host.undo(historyId, writing(ADMIN))).rejects.toMatchObject({
      data: { reason: 'text_moved_on' },
    });
    expect(await site.read('en/times.md')).toBe(moved);
    // Words elsewhere on a page are nobody's business: the links are found again.
    await site.write('en/news/one.md', news.replace('title: One', 'title: The first one'));
    await host.undo(historyId, writing(ADMIN));
    expect(await site.read('en/hours.md')).toBe(FILES['en/hours.md']);
    expect(await site.read('en/news/one.md')).toBe(
      FILES['en/news/one.md'].replace('title: One', 'title: The first one'),
    );
  });

  it('HST-05 a change over several files is written all or none', async () => {
    const { host, site, stores } = await open(FILES);
    const { page } = await pageAt(host, 'en/hours.md');
    const plan = await planned(host, move(page.uid, 'en/times.md'));
    await site.write('en/news/one.md', `${FILES['en/news/one.md']}\nMore.\n`);
    await expect(host.apply(plan, writing(ADMIN))).rejects.toMatchObject({
      data: { reason: 'base_moved' },
    });
    await site.write('en/news/one.md', FILES['en/news/one.md']);

    let files = 0;
    const other = await site.open(stores, {
      reach: async (point) => {
        // Another program writes into a later file when the first ones are done.
        if (point !== 'between_files' || (files += 1) !== 2) return;
        await site.write('en/hours.md', `${FILES['en/hours.md']}\nBy hand.\n`);
      },
    });
    const fresh = await planned(other, move(page.uid, 'en/times.md'));
    await expect(other.apply(fresh, writing(ADMIN))).rejects.toMatchObject({
      data: { reason: 'base_moved' },
    });
    for (const [path, text] of Object.entries(FILES)) {
      const expected = path === 'en/hours.md' ? `${text}\nBy hand.\n` : text;
      expect(await site.read(path)).toBe(expected);
    }
    expect((await readdir(join(site.root, 'en'))).sort()).toEqual([
      'hours.md',
      'index.md',
      'news',
      'odd.md',
    ]);
    expect(await host.history(page.uid, ADMIN)).toEqual([]);
  });

  it.each(['before_file', 'between_files', 'after_rename'] as const)(
    'HST-05 a crash at %s leaves none of it after the next start, or all',
    async (at) => {
      const { host, site, stores, openElsewhere } = await open(FILES);
      const { page } = await pageAt(host, 'en/hours.md');
      let isDead = false;
      const crash = () => {
        isDead = true;
        return Promise.reject(new Error('crash'));
      };
      const dying = await site.open(
        {
          ...stores,
          // A process that is gone settles nothing.
          history: {
            ...stores.history,
            settle: (id, state) =>
              isDead ? Promise.resolve('lost') : stores.history.settle(id, state),
          },
        },
        { reach: (point) => (point === at || isDead ? crash() : Promise.resolve()) },
      );
      const plan = await planned(dying, move(page.uid, 'en/about/times.md'));
      await expect(dying.apply(plan, writing(ADMIN))).rejects.toThrow();
      await openElsewhere();
      expect(await readdir(join(site.root, 'en'))).not.toContain('about');
      for (const [path, text] of Object.entries(FILES)) expect(await site.read(path)).toBe(text);
      expect(await stores.history.unsettled()).toEqual([]);
      expect((await pageAt(host, 'en/hours.md')).page.uid).toBe(page.uid);
    },
  );

  it('WRT-08 what a move leaves behind makes it partial and is said: pages one may not write', async () => {
    const { host, site } = await open(FILES);
    const { page } = await pageAt(host, 'en/hours.md');
    const english = person('e', { languages: ['en'] });
    const plan = await planned(host, move(page.uid, 'en/times.md'), english);
    expect(plan.omitted).toMatchObject([
      { field: 'links' },
      { field: 'links', reason: expect.stringContaining('may not change') as string },
    ]);
    const applied = await host.apply(plan, writing(english));
    expect(applied.completeness).toBe('partial');
    expect(await site.read('de/hours.md')).toBe(FILES['de/hours.md']);
  });

  it('HST-01, SEC-04 a page goes nowhere its mover may not write, and nowhere outside', async () => {
    const { host, site } = await open(FILES);
    const { page } = await pageAt(host, 'en/hours.md');
    const refusals: [string, string, ReturnType<typeof person>?][] = [
      ['../times.md', 'value_invalid'],
      ['/times.md', 'value_invalid'],
      ['en/.hidden/times.md', 'value_invalid'],
      ['en/times.txt', 'value_invalid'],
      ['en/INDEX.md', 'value_invalid'],
      ['de/times.md', 'value_invalid'],
      ['en/hours.md', 'no_change'],
      ['en/news/times.md', 'not_permitted', person('f', { pages: ['en/hours.md'] })],
      ['en/times.md', 'not_permitted', person('w', { writeTables: ['pages'] })],
    ];
    for (const [path, code, actor] of refusals) {
      expect(await host.plan(move(page.uid, path), actor ?? ADMIN), path).toMatchObject({
        refusal: { code },
      });
    }
    const home = await pageAt(host, 'en/index.md');
    expect(await host.plan(move(home.page.uid, 'en/start.md'), ADMIN)).toMatchObject({
      refusal: { code: 'unsupported' },
    });
    await mkdir(join(site.root, 'en/times.md'));
    const taken = await planned(host, move(page.uid, 'en/times.md'));
    await expect(host.apply(taken, writing(ADMIN))).rejects.toMatchObject({
      data: { reason: 'value_invalid' },
    });
    const below = await planned(host, move(page.uid, 'en/odd.md/times.md'));
    await expect(host.apply(below, writing(ADMIN))).rejects.toMatchObject({
      data: { reason: 'value_invalid' },
    });
    expect(await site.read('en/hours.md')).toBe(FILES['en/hours.md']);
    const copy: ContentChange = { kind: 'copy_record', table: 'pages', uid: page.uid };
    const blind = person('b', { readTables: ['pages'] });
    expect(await host.plan(copy, blind)).toMatchObject({ refusal: { code: 'not_permitted' } });
    expect((await host.plan(copy, ADMIN)).ok).toBe(true);
  });

  it('WRT-08, HST-03 deleting a page says who links to it, and an undo brings it back under its uid', async () => {
    const { host, site } = await open(FILES);
    const { page } = await pageAt(host, 'en/hours.md');
    const change: ContentChange = { kind: 'delete', table: 'pages', uid: page.uid };
    const plan = await planned(host, change);
    expect(plan.omitted?.[0]?.inWords?.en).toContain(
      '4 (de/hours.md, en/index.md, en/news/one.md, en/odd.md)',
    );
    expect(plan.omitted?.[0]?.inWords?.de).toContain(
      '4 (de/hours.md, en/index.md, en/news/one.md, en/odd.md)',
    );
    const english = person('e', { languages: ['en'] });
    const seen = await planned(host, change, english);
    expect(seen.omitted?.[0]?.inWords?.en).toContain('4 (en/index.md, en/news/one.md, en/odd.md)');
    const applied = await host.apply(plan, writing(ADMIN));
    expect(applied.completeness).toBe('partial');
    expect(await host.readPage(page.uid, ADMIN)).toBeNull();
    await expect(
      host.undo(applied.historyId, writing(person('r', { writeTables: [] }))),
    ).rejects.toMatchObject({ data: { reason: 'not_permitted' } });
    await host.undo(applied.historyId, writing(ADMIN));
    expect(await site.read('en/hours.md')).toBe(FILES['en/hours.md']);
    expect((await pageAt(host, 'en/hours.md')).page.uid).toBe(page.uid);
  });

  it('HST-05 a draft is not made where somebody has put a page meanwhile, nor taken back once it was worked on', async () => {
    const { host, site } = await open(FILES);
    const { page } = await pageAt(host, 'en/index.md');
    const change: ContentChange = { kind: 'create_page_draft', parent: page.uid, title: 'A B' };
    const plan = await planned(host, change);
    expect(plan.target).toBeNull();
    await site.write('en/a-b.md', 'Mine.\n');
    await expect(host.apply(plan, writing(ADMIN))).rejects.toMatchObject({
      code: 'content_refused',
    });
    expect(await site.read('en/a-b.md')).toBe('Mine.\n');
    await unlink(join(site.root, 'en/a-b.md'));
    const { historyId, target } = await host.apply(await planned(host, change), writing(ADMIN));
    const made = await pageAt(host, 'en/a-b.md');
    expect(target).toEqual({ table: 'pages', uid: made.page.uid });
    expect(made.page).toMatchObject({ title: 'A B', hidden: true, language: 'en' });
    await site.write('en/a-b.md', `${await site.read('en/a-b.md')}\nWork.\n`);
    await expect(host.undo(historyId, writing(ADMIN))).rejects.toMatchObject({
      data: { reason: 'text_moved_on' },
    });
    const stranger = person('s', { pages: ['de'] });
    expect(await host.plan(change, stranger)).toMatchObject({ refusal: { code: 'not_found' } });
  });
});
