import { expect, it } from 'vitest';
import type { ContentChange, ContentElement } from '../../src/content/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN, createOpener, PAGE, pageAt, planned, writing } from './content-host.ts';

const textsByUid = (elements: readonly ContentElement[]) =>
  new Map(elements.map(({ uid, text }) => [text, uid]));

describeEachDatabase('content host', (openFresh) => {
  const open = createOpener(openFresh);

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
