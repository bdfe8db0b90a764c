import { expect, it } from 'vitest';
import {
  createContentStores,
  createRunStore,
  createTransactions,
} from '../../src/adapters/storage/index.ts';
import { createContentTools, type PageContent } from '../../src/content/index.ts';
import { createToolRegistry } from '../../src/tools/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN as READER, createSite, pageAt, removeSitesAfterEach } from './content-host.ts';
import { ADMIN, createBench } from './runs-bench.ts';

const PAGE = `---
title: Hours
draft: true
tags: [a]
---

# Opening hours

First words [here](other.md).

- one
- two

![old](pic.png)
`;

const FILES = {
  'index.md': '---\ntitle: Home\n---\n\nSee [the hours](hours.md).\n',
  'hours.md': PAGE,
  'other.md': '---\ntitle: Other\n---\n\nThe text of it.\n',
  'de/index.md': '---\ntitle: Start\n---\n\nHallo und guten Tag.\n',
  'pic.png': 'x',
  'new.png': 'x',
};

type Uids = Readonly<
  Record<'page' | 'home' | 'heading' | 'text' | 'list' | 'link' | 'image', number>
>;

interface Case {
  readonly tool: string;
  readonly args: (uids: Uids) => Record<string, unknown>;
  readonly action?: string;
  /** Files after it: what is not named stays as it was; `null` = gone. */
  readonly files: Readonly<Record<string, string | null>>;
}

const edited = (before: string, after: string) => PAGE.replace(before, after);

const CASES: readonly Case[] = [
  {
    tool: 'update_page_metadata',
    args: ({ page }) => ({ page, fields: { tags: ['a', 'b'] } }),
    files: { 'hours.md': edited('[a]', '[a, b]') },
  },
  {
    tool: 'update_content_element',
    args: ({ list }) => ({ element: list, fields: { item_2: 'zwei' } }),
    files: { 'hours.md': edited('- two', '- zwei') },
  },
  {
    tool: 'set_reference_text',
    args: ({ link }) => ({ reference: link, fields: { target: 'index.md' } }),
    files: { 'hours.md': edited('other.md', 'index.md') },
  },
  {
    tool: 'replace_file_reference',
    args: ({ image }) => ({ uid: image, file: 'new.png' }),
    files: { 'hours.md': edited('pic.png', 'new.png') },
  },
  {
    tool: 'attach_file_to_content_element',
    args: ({ text }) => ({ content_element: text, file: 'new.png', alternative: 'New' }),
    action: 'New picture',
    files: { 'hours.md': edited('other.md).\n', 'other.md).\n\n![New](new.png)\n') },
  },
  {
    tool: 'create_content_element_draft',
    args: ({ page, heading }) => ({
      page,
      type: 'bullets',
      bodytext: 'x\ny',
      after_content_uid: heading,
    }),
    action: 'New element',
    files: { 'hours.md': edited('hours\n\nFirst', 'hours\n\n- x\n- y\n\nFirst') },
  },
  {
    tool: 'move_content_element',
    args: ({ text, list }) => ({ uid: text, after_content_uid: list }),
    action: 'Move the element',
    files: {
      'hours.md': PAGE.replace('First words [here](other.md).\n\n', '').replace(
        '- two\n',
        '- two\n\nFirst words [here](other.md).\n',
      ),
    },
  },
  {
    tool: 'move_content_element',
    args: ({ text, home }) => ({ uid: text, target_page: home }),
    action: 'Move the element to another page',
    files: {
      'hours.md': edited('First words [here](other.md).\n\n', ''),
      'index.md': `${FILES['index.md']}\nFirst words [here](other.md).\n`,
    },
  },
  {
    tool: 'add_list_item',
    args: ({ list }) => ({ uid: list, bodytext: 'half', after_item: 'item_1' }),
    action: 'New list item',
    files: { 'hours.md': edited('- one\n', '- one\n- half\n') },
  },
  {
    tool: 'remove_list_item',
    args: ({ list }) => ({ uid: list, item: 'item_2' }),
    action: 'Remove the list item',
    files: { 'hours.md': edited('- two\n', '') },
  },
  {
    tool: 'move_list_item',
    args: ({ list }) => ({ uid: list, item: 'item_2', after_item: 'item_0' }),
    action: 'Move the list item',
    files: { 'hours.md': edited('- one\n- two', '- two\n- one') },
  },
  {
    tool: 'copy_record',
    args: ({ text }) => ({ table: 'content', uid: text }),
    action: 'Copy of the element',
    files: {
      'hours.md': edited('other.md).\n', 'other.md).\n\nFirst words [here](other.md).\n'),
    },
  },
  {
    tool: 'delete_record',
    args: ({ list }) => ({ table: 'content', uid: list }),
    action: 'Delete the element',
    files: { 'hours.md': edited('- one\n- two\n\n', '') },
  },
  {
    tool: 'publish_record',
    args: ({ page }) => ({ table: 'pages', uid: page }),
    action: 'Publish the page',
    files: { 'hours.md': edited('draft: true', 'draft: false') },
  },
  {
    tool: 'create_page_draft',
    args: ({ home }) => ({ parent: home, title: 'Über uns' }),
    action: 'New page, as a draft',
    files: { 'ueber-uns.md': '---\ntitle: Über uns\ndraft: true\n---\n' },
  },
  {
    tool: 'create_translation_draft',
    args: ({ home }) => ({ table: 'pages', uid: home, language: 'de' }),
    // There is one already.
    files: {},
  },
  {
    tool: 'create_translation_draft',
    args: ({ page }) => ({ table: 'pages', uid: page, language: 'de' }),
    action: 'New translation, as a draft',
    files: { 'de/hours.md': PAGE },
  },
  {
    tool: 'move_page',
    args: ({ page }) => ({ uid: page, path: 'about/times.md' }),
    action: 'Move the page',
    files: {
      'hours.md': null,
      'about/times.md': PAGE.replace('other.md', '../other.md').replace('pic.png', '../pic.png'),
      'index.md': FILES['index.md'].replace('hours.md', 'about/times.md'),
    },
  },
  {
    tool: 'delete_record',
    args: ({ page }) => ({ table: 'pages', uid: page }),
    action: 'Delete the page',
    files: { 'hours.md': null },
  },
];

describeEachDatabase('content changes through a run', (openFresh) => {
  removeSitesAfterEach();

  const open = async () => {
    const { database, transactions, openAgain } = await openFresh();
    const site = await createSite(FILES);
    const host = await site.open(createContentStores(database, transactions));
    const second = await openAgain();
    const bench = await createBench({
      storage: {
        store: createRunStore(database),
        transactions,
        other: { store: createRunStore(second), transactions: createTransactions(second) },
      },
      registry: () => createToolRegistry(createContentTools(host)),
    });
    for (const { name } of createContentTools(host)) bench.toolStates.tools.set(name, true);
    const files = async () => {
      const found: Record<string, string | null> = {};
      for (const path of new Set([
        ...Object.keys(FILES),
        ...CASES.flatMap((each) => Object.keys(each.files)),
      ])) {
        found[path] = await site.read(path).catch(() => null);
      }
      return found;
    };
    return { host, bench, files };
  };

  const uidsOf = (page: PageContent, home: PageContent): Uids => {
    const [heading, text, list] = page.elements.map(({ uid }) => uid);
    const [link, image] = page.references.map(({ uid }) => uid);
    const uid = (value: number | undefined) => value ?? 0;
    return {
      page: page.page.uid,
      home: home.page.uid,
      heading: uid(heading),
      text: uid(text),
      list: uid(list),
      link: uid(link),
      image: uid(image),
    };
  };

  it('DEC-08 every tool that writes is tried here', async () => {
    const { host } = await open();
    const writing = createContentTools(host).filter(({ effect }) => effect !== 'read_only');
    expect(new Set(CASES.map(({ tool }) => tool))).toEqual(
      new Set(writing.map(({ name }) => name)),
    );
    expect(writing.every(({ dataClass }) => dataClass === 'editorContent')).toBe(true);
  });

  it.each(CASES.map((each) => [each.tool, each] as const))(
    'HST-02, WRT-04, DEC-08 %s: proposed, shown, approved, written to the byte, and taken back',
    async (name, { args, action, files: expected }) => {
      const { host, bench, files } = await open();
      const uids = uidsOf(await pageAt(host, 'hours'), await pageAt(host, 'index.md'));
      const before = await files();
      bench.model.add({ text: 'A change.', calls: [{ name, arguments: args(uids) }] });
      const started = await bench.runtime.run(bench.request({ actor: ADMIN }));
      expect(started.outcome).toBe('awaiting_approval');
      const card = await bench.card(started.uuid);
      const [call] = card.calls;
      expect(await files()).toEqual(before);
      const isPossible = Object.keys(expected).length > 0;
      expect(call?.preview.failed).toBe(!isPossible);
      expect(call?.preview.action?.en).toBe(action);
      if (!isPossible) return;
      for (const field of call?.preview.fields ?? []) {
        expect(field.label.en).not.toBe('');
        expect(field.label.de).not.toBe('');
        expect(field.before).not.toEqual(field.after);
      }
      bench.model.add({ text: 'Done.' });
      const done = await bench.runtime.approve(
        started.uuid,
        { approved: true, cardDigest: card.digest },
        { actor: ADMIN },
      );
      expect(done.outcome).toBe('completed');
      expect(await files()).toEqual({ ...before, ...expected });
      const write = done.steps.find(({ kind }) => kind === 'write');
      expect(write).toMatchObject({ hookFailedAfterWrite: false });
      const historyId = write?.kind === 'write' ? (write.historyId ?? '') : '';
      await host.undo(historyId, { actor: READER, runUuid: null });
      expect(await files()).toEqual(before);
      await expect(host.undo(historyId, { actor: READER, runUuid: null })).rejects.toMatchObject({
        data: { reason: 'text_moved_on' },
      });
    },
  );
});
