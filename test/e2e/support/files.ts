import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { diffArrays } from 'diff';

/** The bytes of every file below a folder, by relative path. */
export async function snapshot(root: string): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(root, path), await readFile(path));
  }
  return files;
}

/** Paths whose bytes differ, files that came or went included. */
export function changedFiles(
  before: ReadonlyMap<string, Buffer>,
  after: ReadonlyMap<string, Buffer>,
): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => {
      const old = before.get(path);
      const now = after.get(path);
      return old === undefined || now === undefined || !old.equals(now);
    })
    .sort();
}

/** The places where two texts differ, by lines with their ends: what went and what came. */
export function lineChanges(
  before: Buffer,
  after: Buffer,
): readonly { readonly removed: string; readonly added: string }[] {
  const lines = (bytes: Buffer) => bytes.toString('latin1').split(/(?<=\n)/);
  const decode = (text: readonly string[] | undefined) =>
    Buffer.from((text ?? []).join(''), 'latin1').toString('utf8');
  const changes: { removed: string; added: string }[] = [];
  let open: { removed: string; added: string } | null = null;
  for (const part of diffArrays(lines(before), lines(after))) {
    if (!part.added && !part.removed) {
      open = null;
      continue;
    }
    if (open === null) {
      open = { removed: '', added: '' };
      changes.push(open);
    }
    if (part.removed) open.removed += decode(part.value);
    else open.added += decode(part.value);
  }
  return changes;
}
