import {
  createSealedValues,
  createTransactions,
  type Database,
  type SealedCount,
  type SealedValue,
  type SealedValues,
} from '../adapters/storage/index.ts';
import { AppError, isAppError, type Sealer } from '../base/index.ts';
import { createSealer, keyIdOf } from './keys.ts';
import { newKey, readKeyFile, replaceKeyFile, whenFollowed } from './keys-file.ts';

/** Where the keys of an installation stand. */
export interface KeysStatus {
  /** Ids of the keys in the file; the first seals. */
  readonly keyIds: readonly string[];
  /** What is sealed with the first key, and with another one that is in the file. */
  readonly sealedWithFirst: number;
  readonly sealedWithOthers: number;
  /** Sealed with a key that is not in the file, or damaged, by `table.column`: nobody here can read it. */
  readonly unreadable: Readonly<Record<string, number>>;
}

export interface Rotated extends KeysStatus {
  /** `false`: an earlier rotation was gone on with. */
  readonly newKey: boolean;
  /** Texts sealed anew by this call. */
  readonly resealed: number;
}

/** Changes the key an installation seals with, beside running servers. */
export interface KeyRotation {
  status(): Promise<KeysStatus>;
  /**
   * Puts a new key in front and seals everything anew with it, a batch a transaction. Gone on with when called again: as
   * long as old keys are in the file no further key is made. What cannot be read stays as it is and is counted.
   */
  rotate(onProgress?: (progress: RotationProgress) => void): Promise<Rotated>;
  /** Notes that the keys which are not in the file are lost for good, so that the installation goes on without them. */
  giveUp(): Promise<KeysStatus & { readonly givenUp: readonly string[] }>;
  /** Takes the old keys out of the file. Throws `keys_in_use` while one of them opens something. */
  retire(): Promise<KeysStatus & { readonly retired: readonly string[] }>;
}

export interface RotationProgress {
  /** `table.column` */
  readonly column: string;
  readonly resealed: number;
}

const BATCH = 200;
/** A server that had sealed before it saw the new key may commit after the walk, so the walk is repeated. */
const PASSES = 5;

export function createKeyRotation(
  database: Database,
  keyFile: string,
  options: { readonly batch?: number } = {},
): KeyRotation {
  const values = createSealedValues(database);
  const transactions = createTransactions(database);
  const batch = options.batch ?? BATCH;
  const status = async () => statusOf(await readKeyFile(keyFile), await values.counts());
  return {
    status,
    rotate: async (onProgress) => {
      const { keys, isNew } = await transactions.transact(async (transaction) => {
        // Of two that begin at once the second would overwrite the key the first already seals with.
        await values.lockKeys(transaction);
        const before = await readKeyFile(keyFile);
        if (before.length > 1) return { keys: before, isNew: false };
        const rotated = [newKey(), ...before];
        await replaceKeyFile(keyFile, rotated);
        return { keys: rotated, isNew: true };
      });
      const sealer = createSealer(keys);
      let resealed = 0;
      for (let pass = 0; pass < PASSES; pass++) {
        let done = 0;
        for await (const { column, readable } of oldTexts(values, { keys, batch })) {
          const changes = readable.map(({ plaintext, ...value }) => ({
            ...value,
            resealed: sealer.seal(plaintext, value.context),
          }));
          done += await transactions.transact((tx) => values.replace(tx, column, changes));
          onProgress?.({
            column: `${column.table}.${column.column}`,
            resealed: resealed + done,
          });
        }
        resealed += done;
        if (done === 0) break;
      }
      return { ...(await status()), newKey: isNew, resealed };
    },
    giveUp: () =>
      transactions.transact(async (transaction) => {
        await values.lockKeys(transaction);
        const keys = await readKeyFile(keyFile);
        const counts = await values.counts();
        const known = keys.map(keyIdOf);
        const foreign = counts.map(({ keyId }) => keyId).filter((id) => !known.includes(id));
        const givenUp = [...new Set(foreign)].sort();
        await replaceKeyFile(keyFile, keys, givenUp);
        return { ...statusOf(keys, counts), givenUp };
      }),
    retire: async () => {
      // Until then a running server may still seal with a key that is to go.
      await whenFollowed(keyFile);
      return transactions.transact(async (transaction) => {
        await values.lockKeys(transaction);
        const keys = await readKeyFile(keyFile);
        let inUse = 0;
        for await (const { readable } of oldTexts(values, { keys, batch })) {
          inUse += readable.length;
        }
        if (inUse > 0) {
          throw new AppError(
            'keys_in_use',
            `${String(inUse)} stored texts are still sealed with an old key. Run: vouch keys rotate`,
            { data: { inUse } },
          );
        }
        const kept = keys.slice(0, 1);
        if (keys.length > 1) await replaceKeyFile(keyFile, kept);
        return {
          ...statusOf(kept, await values.counts()),
          retired: keys.slice(1).map(keyIdOf),
        };
      });
    },
  };
}

type Column = SealedValues['columns'][number];

/** A batch of texts that an old key of the file opens; what no key opens stays for the day its key is found. */
interface OldTexts {
  readonly column: Column;
  readonly readable: readonly (SealedValue & { readonly plaintext: string })[];
}

async function* oldTexts(
  values: SealedValues,
  { keys, batch: limit }: { readonly keys: readonly Uint8Array[]; readonly batch: number },
): AsyncGenerator<OldTexts> {
  const sealer = createSealer(keys);
  const keyId = keys.map(keyIdOf)[0] ?? '';
  for (const column of values.columns) {
    for (let after: SealedValue['key'] | null = null; ;) {
      const page: readonly SealedValue[] = await values.sealedOtherwise(column, {
        keyId,
        after,
        limit,
      });
      const readable = page.flatMap((value) => {
        const plaintext = opened(sealer, value, column.formerContext);
        return plaintext === null ? [] : [{ ...value, plaintext }];
      });
      if (readable.length > 0) yield { column, readable };
      const last = page.at(-1);
      if (last === undefined || page.length < limit) break;
      after = last.key;
    }
  }
}

function opened(
  sealer: Sealer,
  { sealed, context }: Pick<SealedValue, 'sealed' | 'context'>,
  formerContext?: string,
): string | null {
  try {
    return sealer.open(sealed, context);
  } catch (error) {
    if (!isAppError(error, 'unreadable')) throw error;
    return formerContext === undefined ? null : opened(sealer, { sealed, context: formerContext });
  }
}

function statusOf(keys: readonly Uint8Array[], counts: readonly SealedCount[]): KeysStatus {
  const keyIds = keys.map(keyIdOf);
  const unreadable: Record<string, number> = {};
  let [sealedWithFirst, sealedWithOthers] = [0, 0];
  for (const { column, keyId, count } of counts) {
    if (keyId === keyIds[0]) sealedWithFirst += count;
    else if (keyIds.includes(keyId)) sealedWithOthers += count;
    else unreadable[column] = (unreadable[column] ?? 0) + count;
  }
  return { keyIds, sealedWithFirst, sealedWithOthers, unreadable };
}
