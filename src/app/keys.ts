import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { stat } from 'node:fs/promises';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { AppError, type Sealer } from '../base/index.ts';
import { createKeyFile, readKeyFile, watchKeyFile } from './keys-file.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NONCES_A_DRAW = 256;
const FORMAT = 'v1';
/** The last part of a text that was packed before it was sealed; bound to the text like its context. */
const PACKED = 'z';
/** Shorter texts gain less than their packing costs. */
const PACKED_FROM_BYTES = 512;

/** Texts within the window of {@link SMALL} are packed as well with it, and most of the time goes into setting windows up. */
const SMALL = { windowBits: 12, memLevel: 5, chunkSize: 4_096 };
const SMALL_BYTES = 4_096;

/** The keys of an installation: what it seals with, and secrets derived for other purposes. */
export interface Keys {
  readonly sealer: Sealer;
  /** 64 hex digits that only this installation can compute, one value a purpose and first key. */
  secretFor(purpose: string): string;
}

/**
 * Reads the key file, and creates it (readable by its owner only) where there is none. A line holds one key of 64 hex
 * digits; the first line seals, every line opens, so a new key is put in front of the old ones. The sealer follows the
 * file: a key that another process put there is used at most a second later, and at once for a text that names it. Throws
 * `key_file_invalid`.
 */
export async function loadKeys(file: string): Promise<Keys> {
  if (!(await exists(file))) await createKeyFile(file);
  const watched = watchKeyFile(file);
  const keys = await readKeyFile(file);
  let sealer = createSealer(keys);
  let known = idsOf(keys);
  const current = (named?: string) => {
    const changed = watched.changed({ now: named !== undefined && !known.has(named) });
    if (changed !== null) {
      sealer = createSealer(changed);
      known = idsOf(changed);
    }
    return sealer;
  };
  const [first] = keys;
  return {
    sealer: {
      seal: (plaintext, context) => current().seal(plaintext, context),
      open: (sealed, context) => current(keyNamedBy(sealed)).open(sealed, context),
    },
    secretFor: (purpose) =>
      createHmac('sha256', first ?? '')
        .update(`vouch:${purpose}`)
        .digest('hex'),
  };
}

/** Seals with the first key and opens with whichever key the sealed text names (AES-256-GCM). Long texts are packed. */
export function createSealer(keys: readonly Uint8Array[]): Sealer {
  const known = keys.map((key) => ({ id: keyIdOf(key), key: createSecretKey(key) }));
  const [current] = known;
  if (current === undefined) throw new TypeError('a sealer needs a key');
  return {
    seal: (plaintext, context) => sealWith(current, plaintext, context),
    open: (sealed, context) => {
      const [format, id, payload, packing, ...more] = sealed.split('.');
      const key = known.find((each) => each.id === id)?.key;
      if (format !== FORMAT || payload === undefined || key === undefined) throw unreadable();
      const isPacked = packing === PACKED;
      if ((packing !== undefined && !isPacked) || more.length > 0) throw unreadable();
      const plain = openWith(key, Buffer.from(payload, 'base64url'), boundTo(context, isPacked));
      return (isPacked ? inflateRawSync(plain) : plain).toString('utf8');
    },
  };
}

let nonces = Buffer.alloc(0);
let nextNonceAt = 0;

/** Twelve random bytes, each handed out once; drawn many at a time, since one draw costs as much as a short text's cipher. */
function nextNonce(): Buffer {
  if (nextNonceAt + NONCE_BYTES > nonces.length) {
    nonces = randomBytes(NONCE_BYTES * NONCES_A_DRAW);
    nextNonceAt = 0;
  }
  const nonce = nonces.subarray(nextNonceAt, nextNonceAt + NONCE_BYTES);
  nextNonceAt += NONCE_BYTES;
  return nonce;
}

function sealWith(
  current: { readonly id: string; readonly key: KeyObject },
  plaintext: string,
  context: string,
): string {
  const nonce = nextNonce();
  const cipher = createCipheriv('aes-256-gcm', current.key, nonce);
  const plain = Buffer.from(plaintext, 'utf8');
  const isPacked = plain.length >= PACKED_FROM_BYTES;
  cipher.setAAD(boundTo(context, isPacked));
  const body = isPacked ? pack(plain) : plain;
  const sealed = [cipher.update(body), cipher.final()];
  const payload = Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64url');
  return `${FORMAT}.${current.id}.${payload}${isPacked ? `.${PACKED}` : ''}`;
}

function pack(plain: Buffer): Buffer {
  return deflateRawSync(plain, plain.length <= SMALL_BYTES ? SMALL : {});
}

/** What the cipher authenticates beside the text. */
function boundTo(context: string, isPacked: boolean): Buffer {
  return Buffer.from(isPacked ? `${context}\0${PACKED}` : context, 'utf8');
}

function openWith(key: KeyObject, payload: Buffer, bound: Buffer): Buffer {
  if (payload.length < NONCE_BYTES + TAG_BYTES) throw unreadable();
  const decipher = createDecipheriv('aes-256-gcm', key, payload.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(bound);
  decipher.setAuthTag(payload.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const body = payload.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch (error) {
    throw unreadable(error);
  }
}

/** Names a key without giving anything of it away: 8 hex digits, the second part of what it sealed. */
export function keyIdOf(key: Uint8Array): string {
  return createHash('sha256').update('vouch-key-id').update(key).digest('hex').slice(0, 8);
}

function idsOf(keys: readonly Uint8Array[]): ReadonlySet<string> {
  return new Set(keys.map(keyIdOf));
}

/** The second part of a sealed text. */
function keyNamedBy(sealed: string): string {
  return sealed.slice(FORMAT.length + 1, FORMAT.length + 9);
}

function unreadable(cause?: unknown): AppError {
  return new AppError(
    'unreadable',
    'This cannot be read: it was sealed with another key, or it was altered.',
    { cause },
  );
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch {
    return false;
  }
}
