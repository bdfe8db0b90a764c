import { sql, type Kysely } from 'kysely';
import type { Transaction } from '../../../base/index.ts';
import type { Database } from '../database.ts';
import type { AnySchema } from '../migrate.ts';
import { inTransaction, lockName } from '../transactions.ts';
import { keyIdSql, SEALED_COLUMNS, type SealedColumn, type SealedKey } from './sealed-columns.ts';

export interface SealedValue {
  readonly key: SealedKey;
  readonly context: string;
  readonly sealed: string;
}

/** How many texts of a column are sealed with one key. */
export interface SealedCount {
  /** `table.column` */
  readonly column: string;
  /** As `keyIdOf` tells it; texts that name no key count under ''. */
  readonly keyId: string;
  readonly count: number;
}

/** Everything sealed in the database, whatever it is for. */
export interface SealedValues {
  readonly columns: readonly SealedColumn[];
  counts(): Promise<readonly SealedCount[]>;
  /** Keys that one text of each column is sealed with, each once: enough to tell whether a key file is the right one. */
  someKeyIds(): Promise<readonly string[]>;
  /** Texts of a column that are not sealed with `keyId`, in the order of their keys, after one. */
  sealedOtherwise(
    column: SealedColumn,
    page: { readonly keyId: string; readonly after: SealedKey | null; readonly limit: number },
  ): Promise<readonly SealedValue[]>;
  /** Keeps other processes from changing keys until the transaction ends. */
  lockKeys(transaction: Transaction): Promise<void>;
  /** Replaces texts that are still what they were; tells how many were. */
  replace(
    transaction: Transaction,
    column: SealedColumn,
    changes: readonly (SealedValue & { readonly resealed: string })[],
  ): Promise<number>;
}

export function createSealedValues(database: Database): SealedValues {
  const reads = database.reads as unknown as Kysely<AnySchema>;
  return {
    columns: SEALED_COLUMNS,
    counts: async () => {
      const counts = await Promise.all(SEALED_COLUMNS.map((each) => countsOf(reads, each)));
      return counts.flat();
    },
    someKeyIds: async () => {
      const ids = await Promise.all(SEALED_COLUMNS.map((each) => someKeyId(reads, each)));
      return [...new Set(ids.flat())];
    },
    sealedOtherwise: async (column, { keyId, after, limit }) => {
      let query = reads
        .selectFrom(column.table)
        .select([...column.key, column.column])
        .where(column.column, 'is not', null)
        .where(column.column, 'not like', `v1.${keyId}.%`);
      if (after !== null) query = query.where(isAfter(column, after));
      for (const part of column.key) query = query.orderBy(part);
      const rows = (await query.limit(limit).execute()) as Record<string, string | number>[];
      return rows.map((row) => {
        const key = Object.fromEntries(column.key.map((part) => [part, row[part] ?? '']));
        return { key, context: column.contextOf(key), sealed: String(row[column.column]) };
      });
    },
    lockKeys: (transaction) => lockName(transaction, 'vouch-keys'),
    replace: async (transaction, column, changes) => {
      const tx = inTransaction(transaction) as unknown as Kysely<AnySchema>;
      let replaced = 0;
      for (const { key, sealed, resealed } of changes) {
        let update = tx
          .updateTable(column.table)
          .set({ [column.column]: resealed })
          // What was written meanwhile is newer, and sealed by whoever wrote it.
          .where(column.column, '=', sealed);
        for (const [part, value] of Object.entries(key)) update = update.where(part, '=', value);
        const { numUpdatedRows } = await update.executeTakeFirst();
        replaced += Number(numUpdatedRows);
      }
      return replaced;
    },
  };
}

async function countsOf(
  reads: Kysely<AnySchema>,
  { table, column }: SealedColumn,
): Promise<readonly SealedCount[]> {
  const { rows } = await sql<{ id: string; n: number }>`
    select ${sql.raw(keyIdSql(column))} as id, count(*) as n
    from ${sql.table(table)} where ${sql.ref(column)} is not null group by 1 order by 1`.execute(
    reads,
  );
  return rows.map(({ id, n }) => ({
    column: `${table}.${column}`,
    keyId: id,
    count: n,
  }));
}

async function someKeyId(
  reads: Kysely<AnySchema>,
  { table, column }: SealedColumn,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${sql.raw(keyIdSql(column))} as id
    from ${sql.table(table)} where ${sql.ref(column)} is not null limit 1`.execute(reads);
  return rows.map(({ id }) => id).filter((id) => id !== '');
}

/** The rows whose key comes after one, part by part. */
function isAfter(column: SealedColumn, after: SealedKey) {
  const parts = column.key.map((part) => sql.ref(part));
  const values = column.key.map((part) => sql`${after[part] ?? ''}`);
  return sql<boolean>`(${sql.join(parts)}) > (${sql.join(values)})`;
}
