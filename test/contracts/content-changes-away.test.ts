import { expect, it } from 'vitest';
import type { ContentChange } from '../../src/content/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN, createOpener, pageAt, person, planned, writing } from './content-host.ts';

const FILES = {
  'en/a.md':
    '---\ntitle: A\n---\n\n# First\n\nTo [b](b.md), [top](#first) and ![p](p.png).\n\n- one [l]\n\n{% x %}\n\nLast.\n\n[l]: b.md\n',
  'en/news/n.md':
    '\uFEFF---\r\ntitle: N\r\n---\r\n\r\n# News\r\n\r\nHere it is, and there is more of it to be read.\r\n',
  'en/b.md': '---\ntitle: B\n---\n\nThe text of it.\n',
  'de/c.md': '---\ntitle: C\ndraft: true\n---\n\nDer Text und mehr.\n',
  'en/p.png': 'x',
};

describeEachDatabase('an element goes to another page', (openFresh) => {
  const open = createOpener(openFresh);

  const openPages = async () => {
    const world = await open(FILES);
    const a = await pageAt(world.host, 'en/a.md');
    const n = await pageAt(world.host, 'en/news/n.md');
    const uid = (at: number) => a.elements[at]?.uid ?? 0;
    const there = (at: number) => n.elements[at]?.uid ?? 0;
    const away = (element: number, more: object = {}): ContentChange => ({
      kind: 'move_element',
      element,
      page: n.page.uid,
      ...more,
    });
    const files = async () => {
      const texts: Record<string, string> = {};
      for (const path of Object.keys(FILES)) texts[path] = await world.site.read(path);
      return texts;
    };
    return { ...world, a, n, uid, there, away, files };
  };

  it('HST-02, HST-03 as one change of two files: both to the byte, what it links to stays, taken back as one', async () => {
    const { host, site, a, n, uid, there, away, files, openElsewhere } = await openPages();
    const plan = await planned(host, away(uid(1), { after: there(0) }));
    expect(plan.fields.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['position', 'A · 1 · First', 'N · 1 · News'],
      ['target', 'b.md', '../b.md'],
      ['target', '#first', '../a.md#first'],
      ['target', 'p.png', '../p.png'],
    ]);
    const applied = await host.apply(plan, writing(ADMIN));
    expect(applied.completeness).toBe('complete');
    expect(await files()).toEqual({
      ...FILES,
      'en/a.md': FILES['en/a.md'].replace('To [b](b.md), [top](#first) and ![p](p.png).\n\n', ''),
      'en/news/n.md': FILES['en/news/n.md'].replace(
        '# News\r\n',
        '# News\r\n\r\nTo [b](../b.md), [top](../a.md#first) and ![p](../p.png).\r\n',
      ),
    });
    const elsewhere = await openElsewhere();
    const here = await pageAt(elsewhere, 'en/news/n.md');
    expect(here.elements.map((element) => element.uid)).toEqual([
      there(0),
      expect.any(Number) as number,
      there(1),
    ]);
    const kept = a.elements.map((element) => element.uid).filter((each) => each !== uid(1));
    expect((await pageAt(elsewhere, 'en/a.md')).elements.map((element) => element.uid)).toEqual(
      kept,
    );
    for (const page of [a, n]) {
      const [entry] = await host.history(page.page.uid, ADMIN);
      expect(entry?.id).toBe(applied.historyId);
    }
    await site.write('de/c.md', `${FILES['de/c.md']}\nMehr.\n`);
    await host.undo(applied.historyId, writing(ADMIN));
    expect(await files()).toEqual({ ...FILES, 'de/c.md': `${FILES['de/c.md']}\nMehr.\n` });
    const back = await pageAt(host, 'en/a.md');
    expect(back.elements.map((element) => element.uid)).toEqual(
      a.elements.map((element) => element.uid),
    );
  });

  it('HST-03 is taken back where the text around it moved on, and as a whole not once its place is another', async () => {
    const { host, site, uid, there, away } = await openPages();
    const plan = await planned(host, away(uid(4), { after: there(1) }));
    const { historyId } = await host.apply(plan, writing(ADMIN));
    const moved = await site.read('en/news/n.md');
    expect(moved).toBe(`${FILES['en/news/n.md']}\r\nLast.\r\n`);
    await site.write('en/news/n.md', moved.replace('Here it is', 'There it was'));
    const left = await site.read('en/a.md');
    await site.write('en/a.md', left.replace('{% x %}', '{% y %}'));
    await expect(host.undo(historyId, writing(ADMIN))).rejects.toMatchObject({
      data: { reason: 'text_moved_on' },
    });
    expect(await site.read('en/news/n.md')).toContain('Last.');
    await site.write('en/a.md', left.replace('title: A', 'title: Anew'));
    await site.write('en/news/n.md', moved.replace('title: N', 'title: New'));
    await host.undo(historyId, writing(ADMIN));
    expect(await site.read('en/a.md')).toBe(FILES['en/a.md'].replace('title: A', 'title: Anew'));
    expect(await site.read('en/news/n.md')).toBe(
      FILES['en/news/n.md'].replace('title: N', 'title: New'),
    );
  });

  it('HST-05 nothing is written once one of the two files moved on, or moves on in between', async () => {
    const { host, site, stores, uid, away, files } = await openPages();
    const plan = await planned(host, away(uid(4)));
    await site.write('en/news/n.md', `${FILES['en/news/n.md']}\r\nMore.\r\n`);
    await expect(host.apply(plan, writing(ADMIN))).rejects.toMatchObject({
      data: { reason: 'base_moved' },
    });
    await site.write('en/news/n.md', FILES['en/news/n.md']);
    const other = await site.open(stores, {
      reach: async (point) => {
        if (point !== 'between_files') return;
        if ((await site.read('en/a.md')) !== FILES['en/a.md']) return;
        await site.write('en/a.md', `${FILES['en/a.md']}\nBy hand.\n`);
      },
    });
    const fresh = await planned(other, away(uid(4)));
    await expect(other.apply(fresh, writing(ADMIN))).rejects.toMatchObject({
      data: { reason: 'base_moved' },
    });
    expect(await files()).toEqual({ ...FILES, 'en/a.md': `${FILES['en/a.md']}\nBy hand.\n` });
    expect(await stores.history.unsettled()).toEqual([]);
  });

  it.each(['before_file', 'between_files', 'after_rename'] as const)(
    'HST-05 a crash at %s leaves none of it after the next start',
    async (at) => {
      const { site, stores, uid, a, away, files, openElsewhere } = await openPages();
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
      const plan = await planned(dying, away(uid(4)));
      await expect(dying.apply(plan, writing(ADMIN))).rejects.toThrow();
      const next = await openElsewhere();
      expect(await files()).toEqual(FILES);
      expect(await stores.history.unsettled()).toEqual([]);
      expect((await pageAt(next, 'en/a.md')).elements.map((element) => element.uid)).toEqual(
        a.elements.map((element) => element.uid),
      );
    },
  );

  it('HST-02 refuses what would read differently there, and says what readers will see', async () => {
    const { host, uid, there, away, n } = await openPages();
    const c = (await pageAt(host, 'de/c.md')).page.uid;
    const refusals: [ContentChange, string][] = [
      [away(uid(2)), 'would_change_structure'],
      [away(uid(3)), 'read_only'],
      [away(uid(4), { after: uid(0) }), 'not_found'],
      [away(uid(4), { page: 999_999 }), 'not_found'],
      [away(there(1)), 'no_change'],
    ];
    for (const [change, code] of refusals) {
      expect(await host.plan(change, ADMIN), JSON.stringify(change)).toMatchObject({
        refusal: { code },
      });
    }
    const hidden = await planned(host, away(uid(4), { page: c }));
    expect(hidden.notes?.map(({ en }) => en)).toEqual([
      'The other page is hidden; readers no longer see it.',
      'The other page is in another language.',
    ]);
    expect(hidden.target).toEqual({ table: 'content', uid: uid(4), fields: [] });
    const own = await planned(host, { kind: 'move_element', element: there(0), page: n.page.uid });
    expect(own.action?.en).toBe('Move the element');
  });

  it('HST-01 asks for the right to write elements on both pages, also to take it back', async () => {
    const { host, uid, away } = await openPages();
    const both = person('b', { pages: ['en'], writeTables: ['content'] });
    const one = person('o', { pages: ['en/a.md'] });
    const reader = person('r', { writeTables: [] });
    expect(await host.plan(away(uid(4)), one)).toMatchObject({ refusal: { code: 'not_found' } });
    expect(await host.plan(away(uid(4)), reader)).toMatchObject({
      refusal: { code: 'not_permitted' },
    });
    // Its links would have to be rewritten.
    expect(await host.plan(away(uid(1)), both)).toMatchObject({
      refusal: { code: 'not_permitted' },
    });
    const { historyId } = await host.apply(await planned(host, away(uid(4)), both), writing(both));
    for (const actor of [one, reader]) {
      await expect(host.undo(historyId, writing(actor))).rejects.toMatchObject({
        code: 'content_refused',
      });
    }
    await host.undo(historyId, writing(both));
  });
});
