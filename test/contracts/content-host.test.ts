import { expect, it } from 'vitest';
import { createContentStores } from '../../src/adapters/storage/index.ts';
import { createTransactions } from '../../src/adapters/storage/index.ts';
import type { ContentChange, ContentElement } from '../../src/content/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import {
  ADMIN,
  createSite,
  pageAt,
  person,
  planned,
  removeSitesAfterEach,
  writing,
} from './content-host.ts';

const PAGE = `---
# kept by the circle
title: "Hours"   # short
order: 1
---

# Opening hours

We open at *ten*.

| Day | Time |
| --- | ---- |
| Mon | 2    |

![image](../images/map.svg) and [here](b.md).

Same text.
`;

const FILES = {
  'en/index.md': '---\ntitle: Home\ndescription: All of it.\n---\n\nHello.\n',
  'en/hours.md': PAGE,
  'de/index.md': '---\ntitle: Start\n---\n\nHallo und guten Tag.\n',
};

const textsByUid = (elements: readonly ContentElement[]) =>
  new Map(elements.map(({ uid, text }) => [text, uid]));

describeEachDatabase('content host', (openFresh) => {
  removeSitesAfterEach();

  const open = async (files: Readonly<Record<string, string>> = FILES) => {
    const { database, transactions, openAgain } = await openFresh();
    const site = await createSite(files);
    const stores = createContentStores(database, transactions);
    const host = await site.open(stores);
    const openElsewhere = async () => {
      const other = await openAgain();
      return site.open(createContentStores(other, createTransactions(other)));
    };
    return { site, stores, host, openElsewhere };
  };

  it('reads pages, elements and references with their fields', async () => {
    const { host } = await open();
    const { page, elements, references } = await pageAt(host, '/en/hours/');
    expect(page).toMatchObject({
      path: 'en/hours.md',
      language: 'en',
      title: 'Hours',
      fields: { title: 'Hours' },
      editableFields: ['title', 'description'],
      readOnly: null,
    });
    expect(elements.map(({ kind }) => kind)).toEqual([
      'heading',
      'paragraph',
      'table',
      'paragraph',
      'paragraph',
    ]);
    expect(elements[1]).toMatchObject({
      text: 'We open at ten.',
      fields: { text: 'We open at *ten*.' },
    });
    expect(elements[2]?.fields).toEqual({
      cell_1_1: 'Day',
      cell_1_2: 'Time',
      cell_2_1: 'Mon',
      cell_2_2: '2',
    });
    expect(references).toMatchObject([
      { kind: 'image', target: '../images/map.svg', fields: { alternative: 'image' } },
      { kind: 'link', target: 'b.md', fields: { text: 'here' } },
    ]);
    const tree = await host.pageTree(ADMIN);
    expect(tree.roots.map(({ path, children }) => [path, children.length])).toEqual([
      ['de/index.md', 0],
      ['en/index.md', 1],
    ]);
  });

  it('HST-02, WRT-04 a write changes exactly what its preview showed, and no byte outside', async () => {
    const { host, site } = await open();
    const { page, elements, references } = await pageAt(host, 'en/hours');
    const [, paragraph, table] = elements;
    const [image, link] = references;
    const changes: [ContentChange, string, string, string | null][] = [
      [
        { kind: 'set_page_fields', page: page.uid, fields: { title: 'When' } },
        '"Hours"',
        '"When"',
        'Hours',
      ],
      [
        { kind: 'set_page_fields', page: page.uid, fields: { description: 'All hours.' } },
        'order: 1\n',
        'order: 1\ndescription: All hours.\n',
        null,
      ],
      [
        {
          kind: 'set_element_fields',
          element: paragraph?.uid ?? 0,
          fields: { text: 'We open **early**.' },
        },
        'We open at *ten*.',
        'We open **early**.',
        'We open at *ten*.',
      ],
      [
        { kind: 'set_element_fields', element: table?.uid ?? 0, fields: { cell_2_2: '3' } },
        '| Mon | 2 ',
        '| Mon | 3 ',
        '2',
      ],
      [
        {
          kind: 'set_reference_text',
          reference: image?.uid ?? 0,
          fields: { alternative: 'A map' },
        },
        '![image]',
        '![A map]',
        'image',
      ],
      [
        { kind: 'set_reference_text', reference: link?.uid ?? 0, fields: { text: 'the plan' } },
        '[here]',
        '[the plan]',
        'here',
      ],
    ];
    let text = PAGE;
    for (const [change, before, after, valueBefore] of changes) {
      const plan = await planned(host, change);
      const [field, value] = Object.entries(change.fields)[0] ?? ['', ''];
      const target =
        change.kind === 'set_page_fields'
          ? { table: 'pages', uid: change.page }
          : change.kind === 'set_element_fields'
            ? { table: 'content', uid: change.element }
            : { table: 'references', uid: change.reference };
      expect(plan.target).toEqual({ ...target, fields: [field] });
      expect(plan.fields).toMatchObject([{ ...target, field, before: valueBefore, after: value }]);
      expect(await site.read('en/hours.md')).toBe(text);
      const applied = await host.apply(plan, writing(ADMIN));
      expect(applied).toMatchObject({ target, completeness: 'complete' });
      text = text.replace(before, after);
      expect(await site.read('en/hours.md')).toBe(text);
    }
  });

  it('HST-03 every write is in the history with who, when and diff, and undo restores every byte', async () => {
    const { host, site } = await open();
    const { page, elements, references } = await pageAt(host, 'en/hours');
    const anna = person('anna', {});
    const changes: ContentChange[] = [
      { kind: 'set_page_fields', page: page.uid, fields: { title: 'no', description: 'New: "x"' } },
      {
        kind: 'set_element_fields',
        element: elements[1]?.uid ?? 0,
        fields: { text: 'Quite other words.' },
      },
      {
        kind: 'set_reference_text',
        reference: references[0]?.uid ?? 0,
        fields: { alternative: 'A [map]', title: 'T' },
      },
      {
        kind: 'set_reference_text',
        reference: references[1]?.uid ?? 0,
        fields: { text: 'the *plan*' },
      },
    ];
    const ids: string[] = [];
    for (const change of changes) {
      const plan = await planned(host, change, anna);
      ids.push((await host.apply(plan, { actor: anna, runUuid: 'run-1' })).historyId);
    }
    const written = await site.read('en/hours.md');
    const entries = await host.history(page.uid, ADMIN);
    expect(entries.map(({ id }) => id)).toEqual([...ids].reverse());
    expect(entries[2]).toMatchObject({
      userId: 'anna',
      runUuid: 'run-1',
      target: { table: 'content', uid: elements[1]?.uid },
      fields: [{ field: 'text', before: 'We open at *ten*.', after: 'Quite other words.' }],
      undone: false,
      undoes: null,
    });
    expect(entries[0]?.atMs).toBeGreaterThan(Date.now() - 60_000);
    // Oldest first: each undo has to find its place in a text that has moved on around it.
    for (const id of ids) await host.undo(id, writing(ADMIN));
    expect(await site.read('en/hours.md')).toBe(PAGE);
    const after = await host.history(page.uid, ADMIN);
    expect(after.slice(0, 4).map(({ undoes }) => undoes)).toEqual([...ids].reverse());
    expect(after.slice(4).every(({ undone }) => undone)).toBe(true);
    // An undo is a write of its own and can be taken back as well.
    for (const entry of after.slice(0, 4)) await host.undo(entry.id, writing(ADMIN));
    expect(await site.read('en/hours.md')).toBe(written);
  });

  it('HST-02, HST-03 pictures in HTML are written attribute by attribute, and taken back to the byte', async () => {
    const page = `Hello.

<aside class="pquote">
  <img src="../images/a.png?s=180" class="avatar" alt='it&apos;s'>
  Words by <img src=b.png alt=avatar>
</aside>

- a <img src="c.png"/> b
`;
    const { host, site } = await open({ 'en/q.md': page });
    const { references, elements } = await pageAt(host, 'en/q');
    expect(references.map(({ fields, editableFields }) => [fields, editableFields])).toEqual([
      [{ alternative: "it's" }, ['alternative', 'title']],
      [{ alternative: 'avatar' }, ['alternative', 'title']],
      [{}, ['alternative', 'title']],
    ]);
    const changes = [
      { alternative: `Ö's "x" & 1`, title: 'T' },
      { alternative: 'B' },
      { title: 'only' },
    ] as const;
    const ids: string[] = [];
    for (const [index, fields] of changes.entries()) {
      const reference = references[index]?.uid ?? 0;
      const plan = await planned(host, { kind: 'set_reference_text', reference, fields });
      expect(plan.fields[0]?.place).toBe(['a.png?s=180', 'b.png', 'c.png'][index]);
      ids.push((await host.apply(plan, writing(ADMIN))).historyId);
    }
    const written = page
      .replace("alt='it&apos;s'", `alt='Ö&#39;s "x" &amp; 1' title="T"`)
      .replace('alt=avatar', 'alt="B"')
      .replace('<img src="c.png"/>', '<img src="c.png" title="only"/>');
    expect(await site.read('en/q.md')).toBe(written);
    const now = await pageAt(host, 'en/q');
    expect(now.references.map(({ uid }) => uid)).toEqual(references.map(({ uid }) => uid));
    expect(now.elements.map(({ uid }) => uid)).toEqual(elements.map(({ uid }) => uid));
    for (const id of ids) await host.undo(id, writing(ADMIN));
    expect(await site.read('en/q.md')).toBe(page);
  });

  it('HST-02, HST-03 the level of a heading is a field of its own, alone or with its words', async () => {
    const text = '# One\n\n#### Two {#two}\n\nThree\n===\n';
    const { host, site } = await open({ 'en/h.md': text });
    const { elements } = await pageAt(host, 'en/h');
    expect(elements.map(({ fields }) => fields)).toEqual([
      { text: 'One', level: '1' },
      { text: 'Two {#two}', level: '4' },
      { text: 'Three', level: '1' },
    ]);
    const change = (index: number, fields: Readonly<Record<string, string>>): ContentChange => ({
      kind: 'set_element_fields',
      element: elements[index]?.uid ?? 0,
      fields,
    });
    const level = await planned(host, change(1, { level: '2' }));
    expect(level.fields).toMatchObject([
      {
        field: 'level',
        label: { en: 'Heading level', de: 'Überschriftenebene' },
        place: 'Two',
        before: '4',
        after: '2',
      },
    ]);
    const first = await host.apply(level, writing(ADMIN));
    const both = await planned(host, change(2, { text: 'Drei', level: '2' }));
    const second = await host.apply(both, writing(ADMIN));
    expect(await site.read('en/h.md')).toBe('# One\n\n## Two {#two}\n\nDrei\n---\n');
    for (const fields of [{ level: '7' }, { level: '2' }]) {
      expect(await host.plan(change(1, fields), ADMIN)).toMatchObject({ ok: false });
    }
    await host.undo(first.historyId, writing(ADMIN));
    await host.undo(second.historyId, writing(ADMIN));
    expect(await site.read('en/h.md')).toBe(text);
    const now = await pageAt(host, 'en/h');
    expect(now.elements.map(({ uid }) => uid)).toEqual(elements.map(({ uid }) => uid));
  });

  it('HST-03 an undo is refused once the text is no longer what it wrote', async () => {
    const { host, site } = await open();
    const { page } = await pageAt(host, 'en/hours');
    const change = (title: string): ContentChange => ({
      kind: 'set_page_fields',
      page: page.uid,
      fields: { title },
    });
    const first = await host.apply(await planned(host, change('A')), writing(ADMIN));
    await host.apply(await planned(host, change('B')), writing(ADMIN));
    const before = await site.read('en/hours.md');
    await expect(host.undo(first.historyId, writing(ADMIN))).rejects.toMatchObject({
      code: 'content_refused',
      data: { reason: 'text_moved_on' },
    });
    expect(await site.read('en/hours.md')).toBe(before);
    await host.apply(await planned(host, change('A')), writing(ADMIN));
    await host.undo(first.historyId, writing(ADMIN));
    await expect(host.undo(first.historyId, writing(ADMIN))).rejects.toMatchObject({
      data: { reason: 'text_moved_on' },
    });
  });

  it('HST-04 element uids survive edits of others, outside edits, reloads and restarts', async () => {
    const { host, site, openElsewhere } = await open();
    const before = await pageAt(host, 'en/hours');
    const uids = textsByUid(before.elements);
    const paragraph = before.elements[1]?.uid ?? 0;
    const change: ContentChange = {
      kind: 'set_element_fields',
      element: paragraph,
      fields: { text: 'Entirely different, nothing in common.' },
    };
    await host.apply(await planned(host, change), writing(ADMIN));
    const own = await pageAt(host, 'en/hours');
    expect(own.elements.map(({ uid }) => uid)).toEqual(before.elements.map(({ uid }) => uid));
    expect(own.references.map(({ uid }) => uid)).toEqual(before.references.map(({ uid }) => uid));

    // An outside program inserts, deletes, edits and moves.
    const text = (await site.read('en/hours.md'))
      .replace('# Opening hours\n', '# Opening times\n\nA new first line.\n')
      .replace('Same text.\n', '');
    await site.write(
      'en/hours.md',
      text.replace('| Mon', 'Same text.\n\n| Tue').replace('| Day', '| Day'),
    );
    await site.write('en/hours.md', `${text}\nSame text.\n\nAnd more.\n`);
    const restarted = await openElsewhere();
    const after = await pageAt(restarted, 'en/hours');
    const now = textsByUid(after.elements);
    expect(now.get('Opening times')).toBe(uids.get('Opening hours'));
    expect(now.get('Entirely different, nothing in common.')).toBe(paragraph);
    expect(now.get('Same text.')).toBe(uids.get('Same text.'));
    expect(after.references.map(({ uid }) => uid)).toEqual(before.references.map(({ uid }) => uid));
    const known = [...before.elements, ...before.references].map(({ uid }) => uid);
    expect(known).not.toContain(now.get('A new first line.'));
    expect(known).not.toContain(now.get('And more.'));
    expect(await host.readPage(after.page.uid, ADMIN)).toEqual(after);
  });

  it('HST-04 a uid that is gone is never given out again', async () => {
    const { host, site } = await open();
    const before = await pageAt(host, 'en/hours');
    const gone = before.elements.map(({ uid }) => uid);
    await site.write('en/hours.md', 'All of it is new here.\n');
    const now = await pageAt(host, 'en/hours');
    await site.write('en/hours.md', `${PAGE}\nLast.\n`);
    const again = await pageAt(host, 'en/hours');
    const fresh = [...now.elements, ...again.elements].map(({ uid }) => uid);
    expect(fresh.filter((uid) => gone.includes(uid))).toEqual([]);
    expect(await host.pageOf({ table: 'content', uid: gone[0] ?? 0 }, ADMIN)).toBeNull();
  });

  it('HST-01 what the actor may not read is not there, and what it may not write is refused', async () => {
    const { host, site } = await open();
    const { page, elements, references } = await pageAt(host, 'en/hours');
    const german = await pageAt(host, 'de');
    const title: ContentChange = {
      kind: 'set_page_fields',
      page: page.uid,
      fields: { title: 'X' },
    };

    const nobody = { kind: 'anonymous' } as const;
    const folder = person('f', { pages: ['de'] });
    const language = person('l', { languages: ['de'] });
    for (const actor of [nobody, folder, language]) {
      expect(await host.readPage(page.uid, actor)).toBeNull();
      expect(await host.renderPage(page.uid, actor)).toBeNull();
      expect(await host.findPage('en/hours', actor)).toBeNull();
      expect(await host.history(page.uid, actor)).toEqual([]);
      expect(await host.search('Hours', actor)).toEqual([]);
      expect(await host.mayWrite({ table: 'pages', uid: page.uid }, 'title', actor)).toBe(false);
      expect(await host.plan(title, actor)).toMatchObject({ refusal: { code: 'not_found' } });
    }
    expect((await host.pageTree(folder)).roots.map(({ path }) => path)).toEqual(['de/index.md']);
    expect((await host.readPage(german.page.uid, language))?.page.title).toBe('Start');

    const reader = person('r', { writeTables: ['pages'], readTables: ['pages', 'content'] });
    const seen = await host.readPage(page.uid, reader);
    expect(seen?.elements).toHaveLength(elements.length);
    expect(seen?.references).toEqual([]);
    const text: ContentChange = {
      kind: 'set_element_fields',
      element: elements[1]?.uid ?? 0,
      fields: { text: 'X' },
    };
    const words: ContentChange = {
      kind: 'set_reference_text',
      reference: references[0]?.uid ?? 0,
      fields: { alternative: 'X' },
    };
    expect(await host.plan(text, reader)).toMatchObject({ refusal: { code: 'not_permitted' } });
    expect(await host.plan(words, reader)).toMatchObject({ refusal: { code: 'not_found' } });
    const applied = await host.apply(await planned(host, title, reader), writing(reader));

    // A plan somebody else made gives nobody the right to write it, nor to take a write back.
    const plan = await planned(host, text);
    for (const actor of [folder, reader]) {
      await expect(host.apply(plan, writing(actor))).rejects.toMatchObject({
        code: 'content_refused',
      });
    }
    await expect(host.undo(applied.historyId, writing(folder))).rejects.toMatchObject({
      code: 'content_refused',
    });
    const readOnly = person('o', { writeTables: [] });
    await expect(host.undo(applied.historyId, writing(readOnly))).rejects.toMatchObject({
      data: { reason: 'not_permitted' },
    });
    expect(await site.read('en/hours.md')).toBe(PAGE.replace('"Hours"', '"X"'));
  });

  it('HST-01 a protected field wants its own grant', async () => {
    const { host } = await open({ 'a.md': '---\ntitle: A\nslug: a\n---\n\nThe text of it.\n' });
    const { page } = await pageAt(host, 'a');
    const slug: ContentChange = { kind: 'set_page_fields', page: page.uid, fields: { slug: 'b' } };
    const editor = person('e', { fieldGrants: [] });
    const trusted = person('t', { fieldGrants: ['pages.slug'] });
    expect(await host.plan(slug, editor)).toMatchObject({ refusal: { code: 'not_permitted' } });
    expect(await host.mayWrite({ table: 'pages', uid: page.uid }, 'slug', editor)).toBe(false);
    expect(await host.mayWrite({ table: 'pages', uid: page.uid }, 'title', editor)).toBe(true);
    expect((await host.plan(slug, trusted)).ok).toBe(true);
  });

  it('WRT-08 a write that leaves out a field says partial, and which', async () => {
    const { host, site } = await open({
      'a.md': '---\ntitle: A\ntitle: B\nslug: a\n---\n\nText of it.\n',
    });
    const { page } = await pageAt(host, 'a');
    const change: ContentChange = {
      kind: 'set_page_fields',
      page: page.uid,
      fields: { title: 'C', description: 'D' },
    };
    const plan = await planned(host, change);
    expect(plan.fields.map(({ field }) => field)).toEqual(['description']);
    expect(plan.omitted).toMatchObject([{ field: 'title' }]);
    const applied = await host.apply(plan, writing(ADMIN));
    expect(applied.completeness).toBe('partial');
    expect(applied.content).toContain('Not written: title.');
    expect(await site.read('a.md')).toContain('title: A\ntitle: B\nslug: a\ndescription: D\n---');
  });

  it('lists what it leaves alone, and why', async () => {
    const { host, site } = await open();
    await site.write('utf16.md', new Uint8Array([0xff, 0xfe, 0x41, 0]));
    await site.write('latin.md', new Uint8Array([0xfc, 0x0a]));
    await site.write('nul.md', 'a\0b');
    await site.write('program.md', '---js\n{ title: process.exit(1) }\n---\nB\n');
    const { leftOut } = await host.describe(ADMIN);
    expect(leftOut.map(({ path }) => path).sort()).toEqual([
      'latin.md',
      'nul.md',
      'program.md',
      'utf16.md',
    ]);
    expect(leftOut.every(({ reason }) => reason.length > 10)).toBe(true);
  });

  it('edits the text of a page whose front matter cannot be read, and leaves that alone', async () => {
    const { host, site } = await open({
      'a.md': '---\ntitle: Introducing: Star Wars\n---\n\nOld text.\n',
    });
    const { page, elements } = await pageAt(host, 'a');
    expect(page.readOnly).toContain('YAML');
    expect(page.editableFields).toEqual([]);
    const change: ContentChange = {
      kind: 'set_element_fields',
      element: elements[0]?.uid ?? 0,
      fields: { text: 'New text.' },
    };
    await host.apply(await planned(host, change), writing(ADMIN));
    expect(await site.read('a.md')).toBe('---\ntitle: Introducing: Star Wars\n---\n\nNew text.\n');
  });

  it('SEC-03 renders pages without anything that runs, with the ids of elements and pictures', async () => {
    const hostile = `# Title <script>alert(1)</script>

<div id="element-content-1" onclick="x()" data-vouch-reference="1"><iframe src="//e"></iframe>

A [link](javascript:alert(1)) and ![pic](../i/x.png).

<img src=x onerror=alert(1)> <style>*{display:none}</style>
`;
    const { host } = await open({ 'en/a.md': hostile });
    const { page, elements, references } = await pageAt(host, 'en/a');
    const rendered = await host.renderPage(page.uid, ADMIN);
    const html = rendered?.html ?? '';
    expect(html).not.toMatch(/<script|<iframe|<style|onclick|onerror|javascript:/i);
    for (const { uid } of elements) expect(html).toContain(`id="element-content-${String(uid)}"`);
    const image = references.find(
      ({ kind, target }) => kind === 'image' && target.includes('x.png'),
    );
    expect(html).toContain('src="/preview-asset/i/x.png"');
    expect(html).toContain(`id="element-references-${String(image?.uid)}"`);
    const raw = references.find(({ target }) => target === 'x');
    expect(html).toMatch(new RegExp(`<img[^>]* id="element-references-${String(raw?.uid)}"`));
    expect(html.match(/id="element-content-1"/g) ?? []).toHaveLength(
      elements.some(({ uid }) => uid === 1) ? 1 : 0,
    );
  });
});
