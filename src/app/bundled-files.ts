import { cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

/** Copies the demo site to `root` when nothing is there yet; whole or not at all. */
export async function ensureDemoSite(root: string): Promise<void> {
  if (await exists(root)) return;
  const draft = `${root}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(dirname(root), { recursive: true });
  await cp(join(PACKAGE_ROOT, 'demo'), draft, { recursive: true });
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
