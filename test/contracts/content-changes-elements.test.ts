import { expect, it } from 'vitest';
import type { ContentChange } from '../../src/content/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN, createOpener, pageAt, person, planned, writing } from './content-host.ts';

const PAGE = `---
title: Hours
---

# Hours
Right below.

Same.

Same.

- a [l]
- b

:::note
In a container.
:::

{% if x %}

[l]: target.md
`;

describeEachDatabase('content changes of elements', (openFresh) => {
  const open = createOpener(openFresh);

  const openPage = async (text = PAGE) => {
    const world = await open({ 'a.md': text });
    const read = () => pageAt(world.host, 'a.md');
    const { page, elements } = await read();
    const uids = elements.map(({ uid }) => uid);
    const uid = (at: number) => uids[at] ?? 0;
    const write = async (change: ContentChange) =>
      world.host.apply(await planned(world.host, change), writing(ADMIN));
    const uidsNow = async () => (await read()).elements.map((element) => element.uid);
    return { ...world, page, uids, uid, write, uidsNow };
  };

  it('HST-02, HST-04 moves, copies and deletes one of two equal elements, keeps the uids of all, and takes it back', async () => {
    const { site, uids, uid, write, uidsNow, host, openElsewhere } = await openPage();
    const moved = await write({ kind: 'move_element', element: uid(3), after: uid(0) });
    const order = [uid(0), uid(3), uid(1), uid(2), ...uids.slice(4)];
    expect(await uidsNow()).toEqual(order);
    expect(await site.read('a.md')).toBe(
      PAGE.replace('# Hours\n', '# Hours\n\nSame.\n\n').replace(
        'Same.\n\nSame.\n\n- a',
        'Same.\n\n- a',
      ),
    );
    const copied = await write({ kind: 'copy_record', table: 'content', uid: uid(2) });
    const made = copied.target?.uid ?? 0;
    expect(uids).not.toContain(made);
    expect(await uidsNow()).toEqual([...order.slice(0, 4), made, ...order.slice(4)]);
    const deleted = await write({ kind: 'delete', table: 'content', uid: uid(2) });
    expect(await uidsNow()).toEqual([...order.slice(0, 3), made, ...order.slice(4)]);
    const elsewhere = await openElsewhere();
    expect((await pageAt(elsewhere, 'a.md')).elements.map((element) => element.uid)).toEqual(
      await uidsNow(),
    );
    for (const { historyId } of [deleted, copied, moved]) {
      await host.undo(historyId, writing(ADMIN));
    }
    expect(await site.read('a.md')).toBe(PAGE);
    expect(await uidsNow()).toEqual(uids);
  });

  it('HST-03 takes an element back in a text that moved on around it, and not once its place is another', async () => {
    const { host, site, uid, write } = await openPage();
    const { historyId } = await write({ kind: 'delete', table: 'content', uid: uid(1) });
    const without = await site.read('a.md');
    await site.write('a.md', without.replace('# Hours', '# Opening hours'));
    await expect(host.undo(historyId, writing(ADMIN))).rejects.toMatchObject({
      data: { reason: 'text_moved_on' },
    });
    await site.write('a.md', without.replace('[l]: target.md', '[l]: other.md'));
    await host.undo(historyId, writing(ADMIN));
    expect(await site.read('a.md')).toBe(PAGE.replace('[l]: target.md', '[l]: other.md'));
  });

  it('HST-02 refuses what would change another element, or tear a building block apart', async () => {
    const { host, uid, uids } = await openPage();
    const at = (change: ContentChange) => host.plan(change, ADMIN);
    const component = (await pageAt(host, 'a.md')).elements.find(
      ({ kind }) => kind === 'component',
    );
    const refusals: [ContentChange, string][] = [
      // The definition the list needs.
      [{ kind: 'delete', table: 'content', uid: uids.at(-1) ?? 0 }, 'read_only'],
      [{ kind: 'delete', table: 'content', uid: component?.uid ?? 0 }, 'read_only'],
      [{ kind: 'move_element', element: component?.uid ?? 0, after: null }, 'read_only'],
      [{ kind: 'move_element', element: uid(1), after: uid(0) }, 'no_change'],
      [{ kind: 'move_element', element: uid(1), after: 999_999 }, 'not_found'],
      [{ kind: 'publish', table: 'content', uid: uid(1) }, 'no_change'],
      [draft('a\n\nb'), 'would_change_structure'],
      [draft('[l]: elsewhere.md'), 'value_invalid'],
      [draft('<div>'), 'value_invalid'],
      [draft('{% raw %}'), 'value_invalid'],
      [draft('a --> b'), 'value_invalid'],
      [draft(''), 'would_change_structure'],
    ];
    function draft(source: string): ContentChange {
      return { kind: 'create_element_draft', page: 1, source };
    }
    const { page } = await pageAt(host, 'a.md');
    for (const [change, code] of refusals) {
      const own = change.kind === 'create_element_draft' ? { ...change, page: page.uid } : change;
      expect(await at(own), JSON.stringify(change)).toMatchObject({ refusal: { code } });
    }
  });

  it('HST-02, WRT-04 a draft of an element is a remark on a public page until it is published', async () => {
    const { host, site, page, uid, write } = await openPage();
    const plan = await planned(host, {
      kind: 'create_element_draft',
      page: page.uid,
      after: uid(1),
      source: '## New *one*',
    });
    expect(plan.target).toBeNull();
    expect(plan.notes).toHaveLength(1);
    const made = await host.apply(plan, writing(ADMIN));
    const hidden = PAGE.replace('below.\n', 'below.\n\n<!-- draft\n## New *one*\n-->\n');
    expect(await site.read('a.md')).toBe(hidden);
    const element = made.target?.uid ?? 0;
    const shown = await write({ kind: 'publish', table: 'content', uid: element });
    expect(await site.read('a.md')).toBe(PAGE.replace('below.\n', 'below.\n\n## New *one*\n'));
    expect(shown.target).toEqual({ table: 'content', uid: element });
    expect((await pageAt(host, 'a.md')).elements[2]).toMatchObject({
      uid: element,
      kind: 'heading',
    });
    await host.undo(shown.historyId, writing(ADMIN));
    expect(await site.read('a.md')).toBe(hidden);
    await host.undo(made.historyId, writing(ADMIN));
    expect(await site.read('a.md')).toBe(PAGE);
  });

  it('HST-02 keeps CRLF and BOM, and an empty page takes its first element', async () => {
    const windows = `\uFEFF${PAGE.replaceAll('\n', '\r\n')}`;
    const { site, uid, write, host } = await openPage(windows);
    const done = await write({ kind: 'move_element', element: uid(2), after: uid(4) });
    expect(await site.read('a.md')).toBe(
      windows.replace('Same.\r\n\r\n', '').replace('- b\r\n', '- b\r\n\r\nSame.\r\n'),
    );
    await host.undo(done.historyId, writing(ADMIN));
    expect(await site.read('a.md')).toBe(windows);
    await site.write('b.md', '---\ntitle: B\ndraft: true\n---\n');
    const empty = await pageAt(host, 'b.md');
    await write({ kind: 'create_element_draft', page: empty.page.uid, source: 'First.' });
    expect(await site.read('b.md')).toBe('---\ntitle: B\ndraft: true\n---\n\nFirst.\n');
  });

  it('HST-01 asks for the right to write elements, and for a picture that to write references', async () => {
    const { host, uid, page } = await openPage();
    const reader = person('r', { writeTables: ['pages', 'references'] });
    const writer = person('w', { writeTables: ['pages', 'content'] });
    const stranger = person('s', { languages: ['fr'] });
    const changes: ContentChange[] = [
      { kind: 'move_element', element: uid(1), after: null },
      { kind: 'copy_record', table: 'content', uid: uid(1) },
      { kind: 'delete', table: 'content', uid: uid(1) },
      { kind: 'create_element_draft', page: page.uid, source: 'x' },
    ];
    for (const change of changes) {
      expect((await host.plan(change, writer)).ok).toBe(true);
      expect(await host.plan(change, reader)).toMatchObject({ refusal: { code: 'not_permitted' } });
      expect(await host.plan(change, stranger)).toMatchObject({ refusal: { code: 'not_found' } });
      const plan = await planned(host, change, writer);
      await expect(host.apply(plan, writing(reader))).rejects.toMatchObject({
        data: { reason: 'not_permitted' },
      });
    }
    const picture: ContentChange = {
      kind: 'attach_file',
      element: uid(1),
      file: 'x.png',
      alternative: '',
      title: null,
    };
    expect(await host.plan(picture, writer)).toMatchObject({ refusal: { code: 'not_permitted' } });
    expect(await host.plan(picture, ADMIN)).toMatchObject({ refusal: { code: 'not_found' } });
    const outside = { ...picture, file: '../x.png' };
    expect(await host.plan(outside, ADMIN)).toMatchObject({ refusal: { code: 'not_found' } });
  });
});
