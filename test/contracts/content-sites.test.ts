import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMarkdownHost } from '../../src/adapters/markdown/index.ts';
import { systemClock, systemIds } from '../../src/base/index.ts';
import type { ContentChange, ContentHost, PageContent, PageNode } from '../../src/content/index.ts';
import { createMemoryContentStores } from '../../src/testing/index.ts';
import { changedOutside, HAS_SITES, sampled, SITES } from '../support/real-sites.ts';
import { ADMIN, createSite, planned, removeSitesAfterEach, writing } from './content-host.ts';

const REAL = [
  ['opensource.guide/_articles', 'jekyll', ['en', 'de', 'fr'], 'description'],
  ['ddev.com/src/content', 'astro', ['en'], 'summary'],
  ['redux/docs', 'docusaurus', ['en'], 'description'],
  ['rust-blog/content', 'zola', ['en'], 'description'],
] as const;

const nodesOf = (nodes: readonly PageNode[]): readonly PageNode[] =>
  nodes.flatMap((node) => [node, ...nodesOf(node.children)]);

/** One change of each kind that the page allows. */
type FieldsChange = Extract<ContentChange, { fields: object }>;

function changesOf({ page, elements, references }: PageContent): readonly FieldsChange[] {
  const words = /^[\p{L}\p{N} ,.'–-]+$/u;
  const element = (kind: string, field: RegExp) =>
    elements
      .filter((each) => each.kind === kind)
      .flatMap(({ uid, fields }) =>
        Object.entries(fields).map(([name, text]) => ({ uid, name, text })),
      )
      .find(({ name, text }) => field.test(name) && words.test(text));
  const reference = (kind: string, field: string) =>
    references.find((each) => each.kind === kind && each.editableFields.includes(field));
  const inHtml = new Set(elements.filter(({ kind }) => kind === 'html').map(({ uid }) => uid));
  const tag = references.find((each) => each.kind === 'image' && inHtml.has(each.element));
  const found: (FieldsChange | null)[] = [
    tag?.editableFields.includes('alternative') === true
      ? {
          kind: 'set_reference_text',
          reference: tag.uid,
          fields: { alternative: 'Ö <b> \'1\' & "2"' },
        }
      : null,
    page.editableFields.includes('description')
      ? {
          kind: 'set_page_fields',
          page: page.uid,
          fields: { description: 'Neu: „schön" & knapp – 10 % # 1' },
        }
      : null,
    ...(['heading', 'paragraph', 'table'] as const).map((kind): FieldsChange | null => {
      const place = element(kind, kind === 'table' ? /^cell_/ : /^text$/);
      return place === undefined
        ? null
        : {
            kind: 'set_element_fields',
            element: place.uid,
            fields: { [place.name]: 'Neuer Text, knapp.' },
          };
    }),
    ...(
      [
        ['image', 'alternative'],
        ['image', 'title'],
        ['link', 'text'],
        ['link', 'title'],
      ] as const
    ).map(([kind, field]): FieldsChange | null => {
      const place = reference(kind, field);
      return place === undefined
        ? null
        : {
            kind: 'set_reference_text',
            reference: place.uid,
            fields: { [field]: 'It\'s [1] "x"'.slice(0, field === 'text' ? 4 : 99) },
          };
    }),
  ];
  return found.filter((change) => change !== null);
}

/** Writes a change and takes it back: what of the file changed beyond the value, and whether every byte returned. */
async function writeAndTakeBack(
  host: ContentHost,
  change: ContentChange,
  file: string,
): Promise<{ readonly outside: number; readonly isRestored: boolean }> {
  const bytes = await readFile(file);
  const before = bytes.toString('utf8');
  const plan = await planned(host, change);
  const applied = await host.apply(plan, writing(ADMIN));
  const after = await readFile(file, 'utf8');
  const outside = changedOutside(before, after, plan.fields[0]);
  await host.undo(applied.historyId, writing(ADMIN));
  return { outside, isRestored: (await readFile(file)).equals(bytes) };
}

/** In a sample one page of so many is read and edited. */
const ONE_OF = 16;

describe.skipIf(!HAS_SITES)(
  'real sites (skipped where no copies of them lie beside the repository)',
  () => {
    removeSitesAfterEach();

    it.each(REAL)(
      'HST-02, HST-03 %s: every page is listed or left out with a reason; edits of every kind change nothing else and are taken back to the byte',
      async (...[path, profile, languages, descriptionKey]) => {
        const site = await createSite({});
        const root = join(site.root, path);
        await cp(join(SITES, path), root, { recursive: true, mode: 0 });
        const host = await createSiteHost(root);
        const description = await host.describe(ADMIN);
        expect(description).toMatchObject({ profile, languages });
        const kinds = new Set<string>();
        const pages = nodesOf((await host.pageTree(ADMIN)).roots);
        expect(pages).toHaveLength(description.pageCount);
        expect(description.leftOut.every(({ reason }) => reason !== '')).toBe(true);
        for (const [index, node] of sampled(pages, ONE_OF).entries()) {
          const page = await host.readPage(node.uid, ADMIN);
          if (page === null) throw new Error(`${node.path} is not readable`);
          const changes = changesOf(page);
          // One edit a page, of the kinds in turn.
          const change = changes[index % Math.max(1, changes.length)];
          if (change === undefined) continue;
          kinds.add(`${change.kind}.${Object.keys(change.fields)[0]?.replace(/_.*/, '') ?? ''}`);
          const result = await writeAndTakeBack(host, change, join(root, node.path));
          expect(result, `${node.path}: ${JSON.stringify(change)}`).toEqual({
            outside: 0,
            isRestored: true,
          });
        }
        expect(kinds.size).toBeGreaterThan(1);
        const described = pages.find(({ description: text }) => text !== null);
        const source = await readFile(join(root, described?.path ?? ''), 'utf8');
        expect(source).toContain(descriptionKey);
      },
      240_000,
    );
  },
);

function createSiteHost(root: string): Promise<ContentHost> {
  return createMarkdownHost({
    root,
    stores: createMemoryContentStores(),
    clock: systemClock,
    ids: systemIds,
  });
}
