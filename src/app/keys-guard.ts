import { readFile } from 'node:fs/promises';
import type { SealedValues } from '../adapters/storage/index.ts';
import { AppError } from '../base/index.ts';
import { keyIdOf, loadKeys, type Keys } from './keys.ts';
import { lostKeyIds, readKeyFile } from './keys-file.ts';

/**
 * `missing`: there are sealed texts and no key file. `foreign`: the key file opens none of them, so it is another
 * installation's, or was made anew.
 */
export type KeysVerdict = 'usable' | 'missing' | 'foreign';

/**
 * Whether an installation may go on with its key file. Sealing with another key would lose what is stored once the right
 * file comes back, and a worker would end every run it cannot read.
 */
export function keysVerdict(facts: {
  /** Ids of the keys in the file; `null` = there is none. */
  readonly keyIds: readonly string[] | null;
  /** Keys an operator gave up for good. */
  readonly lost: readonly string[];
  /** Ids of keys that some stored texts are sealed with. */
  readonly sealedWith: readonly string[];
}): KeysVerdict {
  const { keyIds, lost } = facts;
  const needed = facts.sealedWith.filter((id) => !lost.includes(id));
  if (needed.length === 0) return 'usable';
  if (keyIds === null) return 'missing';
  return needed.some((id) => keyIds.includes(id)) ? 'usable' : 'foreign';
}

/**
 * The keys an installation seals with; a key file is made only where nothing is sealed yet. Throws `key_file_invalid` for a
 * file that is missing, damaged, open to others or another installation's.
 */
export async function openKeys(
  file: string,
  values: Pick<SealedValues, 'someKeyIds'>,
): Promise<Keys> {
  const text = await textOf(file);
  const verdict = keysVerdict({
    keyIds: text === null ? null : (await readKeyFile(file)).map(keyIdOf),
    lost: text === null ? [] : lostKeyIds(text),
    sealedWith: await values.someKeyIds(),
  });
  if (verdict !== 'usable') throw new AppError('key_file_invalid', SENTENCES[verdict](file));
  return loadKeys(file);
}

const REMEDY =
  'Put the right one back: it is in every backup, and several servers need the same. If it is lost for good, say so: vouch keys lost';

const SENTENCES: Readonly<Record<Exclude<KeysVerdict, 'usable'>, (file: string) => string>> = {
  missing: (file) =>
    `The key file ${file} is missing, and the database holds texts that only it opens. ${REMEDY}`,
  foreign: (file) =>
    `The key file ${file} opens nothing that is stored: it is not the one the texts in the database were sealed with. ${REMEDY}`,
};

async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
