import { expect, it } from 'vitest';
import type { ContentChange } from '../../src/content/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN, createOpener, PAGE, pageAt, person, planned, writing } from './content-host.ts';

type FieldsChange = Extract<ContentChange, { fields: object }>;

describeEachDatabase('content host, writing and undoing', (openFresh) => {
  const open = createOpener(openFresh);

  it('HST-02, WRT-04 a write changes exactly what its preview showed, and no byte outside', async () => {
    const { host, site } = await open();
    const { page, elements, references } = await pageAt(host, 'en/hours');
    const [, paragraph, table] = elements;
    const [image, link] = references;
    const changes: [FieldsChange, string, string, string | null][] = [
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

  it('HST-03 every write is in the history with who, when and diff, and undo restores every byte', async () => {
    const { host, site } = await open();
    const { page, elements, references } = await pageAt(host, 'en/hours');
    const anna = person('anna', {});
    const beganAtMs = Date.now();
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
    expect(entries[0]?.atMs).toBeGreaterThanOrEqual(beganAtMs);
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
});
