import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { createSecretKey } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, type Sealer } from '../base/index.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 'v1';

/** The keys of an installation: what it seals with, and secrets derived for other purposes. */
export interface Keys {
  readonly sealer: Sealer;
  /** 64 hex digits that only this installation can compute, one value a purpose. */
  secretFor(purpose: string): string;
}

/**
 * Reads the key file, and creates it (readable by its owner only) where there is none. A line holds one key of 64 hex
 * digits; the first line seals, every line opens, so a new key is put in front of the old ones. Throws `key_file_invalid`.
 */
export async function loadKeys(file: string): Promise<Keys> {
  await createKeyFile(file);
  const text = await readFile(file, 'utf8');
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const keys = lines.map((line) => {
    if (!/^[0-9a-f]{64}$/.test(line.trim())) {
      throw new AppError(
        'key_file_invalid',
        `The key file ${file} is damaged: each line must be 64 hex digits. Restore it from a backup; what was sealed with it cannot be read otherwise.`,
      );
    }
    return Buffer.from(line.trim(), 'hex');
  });
  const [first] = keys;
  if (first === undefined) {
    throw new AppError(
      'key_file_invalid',
      `The key file ${file} is empty. Restore it from a backup, or remove it to get a new key and lose what was sealed.`,
    );
  }
  await refuseOpenFile(file);
  return {
    sealer: createSealer(keys),
    secretFor: (purpose) => createHmac('sha256', first).update(`vouch:${purpose}`).digest('hex'),
  };
}

/** Seals with the first key and opens with whichever key the sealed text names (AES-256-GCM). */
export function createSealer(keys: readonly Uint8Array[]): Sealer {
  const known = keys.map((key) => ({ id: keyId(key), key: createSecretKey(key) }));
  const [current] = known;
  if (current === undefined) throw new TypeError('a sealer needs a key');
  return {
    seal: (plaintext, context) => sealWith(current, plaintext, context),
    open: (sealed, context) => {
      const [format, id, payload] = sealed.split('.');
      const key = known.find((each) => each.id === id)?.key;
      if (format !== FORMAT || payload === undefined || key === undefined) throw unreadable();
      return openWith(key, Buffer.from(payload, 'base64url'), context);
    },
  };
}

function sealWith(
  current: { readonly id: string; readonly key: KeyObject },
  plaintext: string,
  context: string,
): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', current.key, nonce);
  cipher.setAAD(Buffer.from(context, 'utf8'));
  const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  const payload = Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
  return `${FORMAT}.${current.id}.${payload}`;
}

function openWith(key: KeyObject, payload: Buffer, context: string): string {
  if (payload.length < NONCE_BYTES + TAG_BYTES) throw unreadable();
  const decipher = createDecipheriv('aes-256-gcm', key, payload.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context, 'utf8'));
  decipher.setAuthTag(payload.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const body = payload.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch (error) {
    throw unreadable(error);
  }
}

/** Names a key without giving anything of it away. */
function keyId(key: Uint8Array): string {
  return createHash('sha256').update('vouch-key-id').update(key).digest('hex').slice(0, 8);
}

function unreadable(cause?: unknown): AppError {
  return new AppError(
    'unreadable',
    'This cannot be read: it was sealed with another key, or it was altered.',
    { cause },
  );
}

/** Creates the file whole or not at all, so that of two servers starting together both read one key. */
async function createKeyFile(file: string): Promise<void> {
  if (await exists(file)) return;
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  await writeFile(draft, `${randomBytes(KEY_BYTES).toString('hex')}\n`, {
    mode: 0o600,
    flag: 'wx',
  });
  await chmod(draft, 0o600);
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function refuseOpenFile(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode } = await stat(file);
  if ((mode & 0o077) !== 0) {
    throw new AppError(
      'key_file_invalid',
      `The key file ${file} can be read by others. Run: chmod 600 ${file}`,
    );
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch {
    return false;
  }
}
