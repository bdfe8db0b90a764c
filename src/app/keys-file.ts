import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { chmod, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, systemClock } from '../base/index.ts';

const KEY_BYTES = 32;

/**
 * The keys of a key file, the one that seals first. Throws `key_file_invalid` with what to do when the file is damaged,
 * empty or open to others.
 */
export async function readKeyFile(file: string): Promise<readonly Buffer[]> {
  const keys = parseKeys(file, await readFile(file, 'utf8'));
  if (process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0) {
    throw new AppError(
      'key_file_invalid',
      `The key file ${file} can be read by others. Run: chmod 600 ${file}`,
    );
  }
  return keys;
}

const LOST = '# lost ';

/** Ids of keys that were given up for good, as a key file notes them beside its keys: one a line. */
export function lostKeyIds(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith(LOST))
    .map((line) => line.slice(LOST.length).trim());
}

/**
 * Keys as a key file holds them, one of 64 hex digits a line; lines that begin with # are notes. `file` is what an error
 * calls it.
 */
export function parseKeys(file: string, text: string): readonly Buffer[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (lines.length === 0) {
    throw new AppError(
      'key_file_invalid',
      `The key file ${file} is empty. Restore it from a backup, or remove it to get a new key and lose what was sealed.`,
    );
  }
  return lines.map((line) => {
    if (!/^[0-9a-f]{64}$/.test(line.trim())) {
      throw new AppError(
        'key_file_invalid',
        `The key file ${file} is damaged: each line must be 64 hex digits. Restore it from a backup; what was sealed with it cannot be read otherwise.`,
      );
    }
    return Buffer.from(line.trim(), 'hex');
  });
}

export function newKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** Creates the file whole or not at all, so that of two servers starting together both read one key. */
export async function createKeyFile(
  file: string,
  keys: readonly Uint8Array[] = [newKey()],
): Promise<boolean> {
  await mkdir(dirname(file), { recursive: true });
  const draft = await writeDraft(file, keys);
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Puts other keys in the place of those in the file; whoever reads it meets the old ones or the new ones. `lost`: ids of
 * keys that are given up from now on; those noted before stay so.
 */
export async function replaceKeyFile(
  file: string,
  keys: readonly Uint8Array[],
  lost: readonly string[] = [],
): Promise<void> {
  const known = lostKeyIds(await readFile(file, 'utf8'));
  const draft = await writeDraft(file, keys, [...new Set([...known, ...lost])]);
  try {
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function writeDraft(
  file: string,
  keys: readonly Uint8Array[],
  lost: readonly string[] = [],
): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    const lines = [
      ...keys.map((key) => Buffer.from(key).toString('hex')),
      ...lost.map((id) => `${LOST}${id}`),
    ];
    await handle.writeFile(lines.map((line) => `${line}\n`).join(''));
    await handle.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  // Whatever mask the account has.
  await chmod(draft, 0o600);
  return draft;
}

/** How old what a process knows of a key file may be; a key put there is in use everywhere after this time. */
export const KEYS_FOLLOW_MS = 1_000;

/**
 * Follows a key file that another process may change: `changed()` gives its keys when it is not the file it was, and `null`
 * while it is, or while it cannot be read (what is known goes on being used). It looks at the file once in `KEYS_FOLLOW_MS`,
 * and at once with `now`.
 */
export function watchKeyFile(file: string): {
  changed(options?: { readonly now?: boolean }): readonly Buffer[] | null;
} {
  let seen = stampOf(file);
  let lookAgainAt = performance.now() + KEYS_FOLLOW_MS;
  return {
    changed: ({ now = false } = {}) => {
      const nowMs = performance.now();
      if (!now && nowMs < lookAgainAt) return null;
      lookAgainAt = nowMs + KEYS_FOLLOW_MS;
      const stamp = stampOf(file);
      if (stamp === null || stamp === seen) return null;
      try {
        const keys = parseKeys(file, readFileSync(file, 'utf8'));
        seen = stamp;
        return keys;
      } catch {
        return null;
      }
    },
  };
}

function stampOf(file: string): string | null {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stats === undefined
    ? null
    : `${String(stats.ino)}/${String(stats.mtimeNs)}/${String(stats.size)}`;
}

/** Comes back once every process that follows the file has seen it as it is now. */
export async function whenFollowed(file: string): Promise<void> {
  const { mtimeMs } = await stat(file);
  const waitMs = Math.ceil(mtimeMs + KEYS_FOLLOW_MS - Date.now());
  if (waitMs > 0) await systemClock.sleep(Math.min(waitMs, KEYS_FOLLOW_MS));
}
