import { cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../base/index.ts';
import type { BundledText } from '../skills/index.ts';

/** The package's own folder, from `dist/app` as from `src/app`. */
const PACKAGE_ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The built web interface. */
export const WEB_ROOT = join(PACKAGE_ROOT, 'dist', 'web');

/** The built element for other pages. */
export const EMBED_ROOT = join(PACKAGE_ROOT, 'dist', 'embed');

/** The processes that come with the product: `seo.en.md` is `seo`, `seo.de.md` is `seo-de`. */
export async function bundledProcesses(): Promise<readonly BundledText[]> {
  const folder = join(PACKAGE_ROOT, 'processes');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  return Promise.all(
    names.map(async (name) => ({
      identifier: name.replace(/\.md$/, '').replace(/\.en$/, '').replace('.', '-'),
      text: await readFile(join(folder, name), 'utf8'),
    })),
  );
}

/**
 * Copies the demo site to `root` when nothing is there yet; whole or not at all. Throws `content_root_missing` when pages are
 * known that are none of its: they lie elsewhere, and another site in their place would take them for deleted.
 */
export async function ensureDemoSite(
  root: string,
  knownPaths: () => Promise<readonly string[]>,
): Promise<void> {
  if (await exists(root)) return;
  const demo = join(PACKAGE_ROOT, 'demo');
  for (const path of await knownPaths()) {
    if (await exists(join(demo, path))) continue;
    throw new AppError(
      'content_root_missing',
      `This installation knows pages of a site, such as ${path}, and there is no folder ${root}: name the folder of the site with content.root (VOUCH_CONTENT_ROOT), or put the pages there.`,
      { data: { root } },
    );
  }
  const draft = `${root}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(dirname(root), { recursive: true });
  await cp(demo, draft, { recursive: true });
  await rename(draft, root);
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}
