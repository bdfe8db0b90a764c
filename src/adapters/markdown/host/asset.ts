import { readFile, stat } from 'node:fs/promises';
import { resolveInside } from '../files/contain.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
};

const MAX_ASSET_BYTES = 20_000_000;
/** Folders whose files generators serve from the site's own root. */
const STATIC_FOLDERS = ['', 'public/', 'static/'];

/** A picture of the site. Nothing but pictures is served, and nothing outside the root (SEC-04). */
export async function readAsset(
  root: string,
  path: string,
): Promise<{ mediaType: string; bytes: Uint8Array } | null> {
  const mediaType = MEDIA_TYPES[/\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''];
  if (mediaType === undefined || path.split('/').some((part) => part.startsWith('.'))) return null;
  for (const folder of STATIC_FOLDERS) {
    const real = await resolveInside(root, folder + path);
    if (real === null) continue;
    const found = await stat(real);
    if (found.isFile() && found.size <= MAX_ASSET_BYTES) {
      return { mediaType, bytes: await readFile(real) };
    }
  }
  return null;
}
