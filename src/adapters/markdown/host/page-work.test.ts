import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../base/index.ts';
import { HAS_SITES, sampled, SITES } from '../../../../test/support/real-sites.ts';
import { decode } from '../decode.ts';
import { parsePage, type PageText, type ParsedPage } from '../page/page.ts';
import { freshElements } from './records.ts';
import { carryOut, type PageOrder } from './page-order.ts';
import { createPageThread } from './page-thread.ts';
import { createPageWork } from './page-work.ts';

/** A program that runs a source file as it is. */
function asSource(file: URL): URL {
  const api = createRequire(import.meta.url).resolve('tsx/esm/api');
  // What `require` finds cannot register itself from a thread; what modules import stands beside it.
  const tsx = pathToFileURL(api.replace(/\.cjs$/, '.mjs')).href;
  const code = `import { register } from '${tsx}'; register(); await import('${file.href}');`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

const REPOSITORY = fileURLToPath(new URL('../../../..', import.meta.url));

function pagesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.mdx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('node_modules'))
    .sort();
}

/** What editors do with a page, as far as it has what that takes. */
function ordersFor(page: PageText, parsed: ParsedPage): readonly PageOrder[] {
  let last = 0;
  const uid = () => (last += 1);
  const uids = parsed.blocks.map(({ references }) => ({
    uid: uid(),
    references: references.map(uid),
  }));
  const own = uids.map((element) => element.uid);
  const fields = parsed.blocks.flatMap(({ leaves }, element) =>
    leaves.slice(0, 1).map(({ name }) => ({ element, field: name })),
  );
  const order = <Name extends PageOrder['name']>(
    name: Name,
    input: PageOrder<Name>['input'],
  ): PageOrder => ({ page, name, input });
  return [
    order('links', null),
    order('render', { uids, options: { assetPrefix: '/asset', token: 'token' } }),
    order('setFields', {
      target: { table: 'pages', uid: 1 },
      mayCreate: true,
      requests: [
        {
          name: 'title',
          place: { table: 'pages', key: 'title' },
          value: 'Neu: „schön“',
          refusal: null,
        },
      ],
    }),
    ...fields.slice(0, 3).map(({ element, field }) =>
      order('setFields', {
        target: { table: 'content', uid: own[element] ?? 0 },
        mayCreate: false,
        requests: [
          {
            name: field,
            place: { table: 'content', element, field },
            value: 'Ein Text.',
            refusal: null,
          },
        ],
      }),
    ),
    ...own.slice(0, 2).map((element) =>
      order('changeElements', {
        uids: own,
        isHidden: false,
        picture: null,
        change: { kind: 'delete', table: 'content', uid: element },
      }),
    ),
    order('rewriteLinks', {
      uids,
      hrefs: parsed.blocks.flatMap(() => ['elsewhere.md', null]),
      element: 0,
    }),
    order('elementHold', 0),
    order('insertElement', { at: 0, source: 'A paragraph.' }),
  ];
}

describe('long pages in a thread', () => {
  const thread = createPageThread({
    clock: systemClock,
    program: asSource(new URL('./page-worker.ts', import.meta.url)),
  });
  const work = createPageWork({ clock: systemClock, longBytes: 0, thread });
  afterAll(() => work.close());

  const sameInBoth = async (file: string): Promise<void> => {
    const decoded = decode(readFileSync(file));
    if (!decoded.ok) return;
    const path = relative(REPOSITORY, file);
    const dialect = { mdx: file.endsWith('.mdx'), directives: true };
    const page: PageText = { path, text: decoded.text, dialect };
    const here = parsePage(page, dialect);
    const there = await work.read(page);
    const { body, blocks, front, ...facts } = here;
    expect(body.root.type).toBe('root');
    expect(there, path).toMatchObject(facts);
    const plain = ({
      text,
      source,
      kind,
      level,
      range,
      readOnly,
    }: (typeof there.blocks)[number]) => ({
      text,
      source,
      kind,
      level,
      range,
      readOnly,
    });
    expect(there.blocks.map(plain), path).toEqual(blocks.map(plain));
    expect(freshElements(there), path).toEqual(freshElements(here));
    expect(there.front.data, path).toEqual(front.data);
    expect(front.keys.map((key) => there.front.slot(key))).toEqual(
      front.keys.map((key) => front.slot(key)),
    );
    for (const order of ordersFor(page, here)) {
      const answer = await thread.run(order);
      expect(answer, `${path}: ${order.name}`).toStrictEqual(carryOut(order));
    }
  };

  it('HST-02 our own pages are read, shown and changed there exactly as here', async () => {
    const files = ['docs', 'demo', 'processes'].flatMap((name) => pagesIn(join(REPOSITORY, name)));
    expect(files.length).toBeGreaterThan(20);
    for (const file of sampled(files, 5)) await sameInBoth(file);
  }, 240_000);

  it.skipIf(!HAS_SITES)(
    'HST-02 pages of real sites are, too (skipped where no copies of them lie beside the repository)',
    async () => {
      for (const file of sampled(pagesIn(SITES), 150)) await sameInBoth(file);
    },
    240_000,
  );

  it('errors of a job arrive as what they are', async () => {
    const page = { path: 'a.md', text: '# A\n', dialect: { mdx: false, directives: false } };
    const unknown = { page, name: 'none', input: null } as unknown as PageOrder;
    await expect(thread.run(unknown)).rejects.toThrow('job is not a function');
  });
});
