import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSealer, loadKeys } from './keys.ts';

const oldKey = new Uint8Array(32).fill(1);
const newKey = new Uint8Array(32).fill(2);
const UNREADABLE = expect.objectContaining({ code: 'unreadable' }) as unknown;

describe('sealer', () => {
  it('opens any text it sealed, and hides it', () => {
    const sealer = createSealer([newKey]);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, context) => {
        expect(sealer.open(sealer.seal(text, context), context)).toBe(text);
      }),
    );
    const sealed = sealer.seal('the plain text', 'run.state');
    expect(sealed).not.toContain('plain');
    expect(sealer.seal('the plain text', 'run.state')).not.toBe(sealed);
  });

  it('refuses another column, another key, and every altered character', () => {
    const sealer = createSealer([newKey]);
    const sealed = sealer.seal('text', 'run.state');
    expect(() => sealer.open(sealed, 'run.request')).toThrow(UNREADABLE);
    expect(() => createSealer([oldKey]).open(sealed, 'run.state')).toThrow(UNREADABLE);
    for (let index = 0; index < sealed.length; index += 1) {
      const other = sealed[index] === 'A' ? 'B' : 'A';
      const altered = `${sealed.slice(0, index)}${other}${sealed.slice(index + 1)}`;
      // The last character of base64url carries bits nobody reads: the bytes stay the same.
      if (Buffer.from(altered).equals(Buffer.from(sealed))) continue;
      if (index === sealed.length - 1) continue;
      expect(() => sealer.open(altered, 'run.state')).toThrow(UNREADABLE);
    }
    for (const text of ['', 'plain', 'v1..', sealed.slice(0, 20)]) {
      expect(() => sealer.open(text, 'run.state')).toThrow(UNREADABLE);
    }
  });

  it('packs a long text, and takes neither a packed one for a plain one nor the other way round', () => {
    const sealer = createSealer([newKey]);
    const text = 'Öffnungszeiten: täglich von zehn bis achtzehn Uhr. '.repeat(40);
    const sealed = sealer.seal(text, 'run.state');
    expect(sealed.length).toBeLessThan(text.length / 2);
    expect(sealer.open(sealed, 'run.state')).toBe(text);
    expect(() => sealer.open(sealed, 'run.request')).toThrow(UNREADABLE);
    const short = sealer.seal('text', 'run.state');
    for (const altered of [sealed.slice(0, -2), `${sealed}.z`, `${short}.z`, `${short}.`]) {
      expect(() => sealer.open(altered, 'run.state')).toThrow(UNREADABLE);
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 400, maxLength: 700 }), (long) => {
        expect(sealer.open(sealer.seal(long, 'c'), 'c')).toBe(long);
      }),
    );
  });

  it('opens with an older key and seals with the first', () => {
    const rotated = createSealer([newKey, oldKey]);
    const old = createSealer([oldKey]).seal('kept', 'c');
    expect(rotated.open(old, 'c')).toBe('kept');
    expect(createSealer([newKey]).open(rotated.seal('new', 'c'), 'c')).toBe('new');
  });
});

describe('key file', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vouch-keys-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is created once, for its owner only, and read again', async () => {
    const file = join(folder, 'data', 'vouch.key');
    const [first, second] = await Promise.all([loadKeys(file), loadKeys(file)]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, 'data'))).toEqual(['vouch.key']);
    expect(second.sealer.open(first.sealer.seal('x', 'c'), 'c')).toBe('x');
    expect((await loadKeys(file)).secretFor('sessions')).toBe(first.secretFor('sessions'));
    expect(first.secretFor('sessions')).not.toBe(first.secretFor('else'));
    expect(await readFile(file, 'utf8')).not.toContain(first.secretFor('sessions'));
  });

  it('is refused when damaged, empty, or readable by others', async () => {
    const file = join(folder, 'vouch.key');
    await loadKeys(file);
    await chmod(file, 0o644);
    await expect(loadKeys(file)).rejects.toMatchObject({ code: 'key_file_invalid' });
    await chmod(file, 0o600);
    await writeFile(file, 'not a key\n');
    await expect(loadKeys(file)).rejects.toMatchObject({ code: 'key_file_invalid' });
    await writeFile(file, '\n');
    await expect(loadKeys(file)).rejects.toMatchObject({ code: 'key_file_invalid' });
  });
});
