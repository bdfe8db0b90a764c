import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError, systemClock } from '../../../base/index.ts';
import { createMemoryContentStores } from '../../../testing/index.ts';
import { createSite, type SiteState } from '../site/site.ts';
import { pagesNaming } from './naming-pages.ts';
import { createPageWork } from './page-work.ts';
import { createPages, type Pages } from './pages.ts';

describe('pages that may name one', () => {
  let root = '';
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'vouch-naming-'));
    await writeFile(join(root, 'a.md'), '# A\n');
    for (const name of ['one', 'two', 'three', 'four']) {
      await writeFile(join(root, `${name}.md`), `# ${name}\n\n[it](a.md)\n`);
    }
    await writeFile(join(root, 'none.md'), '# Nothing\n');
  });
  afterEach(() => rm(root, { recursive: true }));

  const ask = async (
    asked: (state: SiteState, pages: Pages) => { readonly state: SiteState; readonly pages: Pages },
  ) => {
    const stores = createMemoryContentStores();
    const site = createSite({ root, clock: systemClock });
    const work = createPageWork({ clock: systemClock });
    const pages = createPages({ root, site, stores, work });
    const naming = await pagesNaming({ stores, ...asked(await site.state(), pages) }, 'a.md');
    return { pages: naming.pages.map(({ path }) => path), unread: naming.unread };
  };

  it('are those with its name in their text', async () => {
    const naming = await ask((state, pages) => ({ state, pages }));
    expect(naming).toEqual({ pages: ['four.md', 'one.md', 'three.md', 'two.md'], unread: [] });
  });

  it('a file that cannot be read any more is told; one that is gone links to nothing', async () => {
    await unlink(join(root, 'two.md')).catch(() => undefined);
    const naming = await ask((state, pages) => {
      const files = new Map(state.files);
      // A folder stands where the file was seen.
      for (const path of ['one.md', 'none.md']) {
        const file = files.get(path);
        if (file !== undefined) files.set(path, { ...file, real: root });
      }
      const file = files.get('four.md');
      if (file !== undefined)
        files.set('gone.md', { ...file, path: 'gone.md', real: join(root, 'gone.md') });
      return { state: { ...state, files }, pages };
    });
    expect(naming).toEqual({ pages: ['four.md', 'three.md'], unread: ['none.md', 'one.md'] });
  });

  it('a page that cannot be opened now is told, and any other error thrown', async () => {
    const opening = (error: Error) =>
      ask((state, pages) => ({
        state,
        pages: {
          ...pages,
          loadUnchecked: async (uid) => {
            const loaded = await pages.loadUnchecked(uid);
            if (loaded?.page.path === 'one.md') throw error;
            return loaded?.page.path === 'two.md' ? null : loaded;
          },
        },
      }));
    expect(await opening(new AppError('unavailable', 'Too long.'))).toEqual({
      pages: ['four.md', 'three.md'],
      unread: ['one.md', 'two.md'],
    });
    await expect(opening(new Error('broken'))).rejects.toThrow('broken');
  });
});
