import { sql, type Kysely, type RawBuilder } from 'kysely';
import { NO_CONTENT_RIGHTS, type PersonalDataStore } from '../../../actors/index.ts';
import type { Database } from '../database.ts';
import type { AnySchema } from '../migrate.ts';
import { SEALED_COLUMNS } from '../sealed/sealed-columns.ts';
import { inTransaction } from '../transactions.ts';
import { personalTables, personRule, type OwnedBy } from './personal-data-rules.ts';

type Row = Readonly<Record<string, unknown>>;
type Any = Kysely<AnySchema>;

/** What is about the person in entries of the people's log; the rest says what may be done, not who somebody is. */
const NAMING = ['name', 'email'];

/** Everything about people in the database. `open`: reads a sealed text; `null` when it cannot be read. */
export function createPersonalDataStore(
  database: Database,
  open: (sealed: string, context: string) => string | null,
): PersonalDataStore {
  const reads = database.reads as unknown as Any;
  return {
    rowsOf: async (userId) => {
      const tables: Record<string, Record<string, unknown>[]> = {};
      for (const { table, by, hides = [] } of personalTables()) {
        const { rows } = await sql<Row>`
          select * from ${sql.table(table)} where ${isOwned(by, userId)}`.execute(reads);
        if (rows.length > 0) tables[table] = rows.map((row) => shown(table, row, { hides, open }));
      }
      return tables;
    },
    plan: async (userId) => {
      const counts = new Map<string, number>();
      for (const { table, kind, fate, by } of personalTables()) {
        const { rows } = await sql<{ n: number }>`
          select count(*) as n from ${sql.table(table)} where ${isOwned(by, userId)}`.execute(
          reads,
        );
        const key = JSON.stringify({ kind, fate });
        counts.set(key, (counts.get(key) ?? 0) + (rows[0]?.n ?? 0));
      }
      type Line = Awaited<ReturnType<PersonalDataStore['plan']>>[number];
      return [...counts]
        .filter(([, rows]) => rows > 0)
        .map(([key, rows]) => ({ ...(JSON.parse(key) as Omit<Line, 'rows'>), rows }))
        .sort((a, b) => a.kind.localeCompare(b.kind) || a.fate.localeCompare(b.fate));
    },
    within: (transaction) => {
      const tx = inTransaction(transaction) as unknown as Any;
      return {
        erase: async ({ userId, pseudonym, atMs }) => {
          for (const { table, fate, by, empties = [] } of personalTables()) {
            if (fate === 'deleted') {
              await sql`
                delete from ${sql.table(table)} where ${isOwned(by, userId)}`.execute(tx);
            } else if (empties.length > 0) {
              const set = sql.join(empties.map((column) => sql`${sql.ref(column)} = null`));
              await sql`
                update ${sql.table(table)} set ${set} where ${isOwned(by, userId)}`.execute(tx);
            }
          }
          await scrubAudit(tx, userId, pseudonym);
          await emptyAccount(tx, { userId, pseudonym, atMs });
        },
      };
    },
  };
}

/** The condition for a row to be a person's. */
function isOwned(by: OwnedBy, userId: string): RawBuilder<boolean> {
  if ('columns' in by) {
    return sql`(${sql.join(
      by.columns.map((column) => sql`${sql.ref(column)} = ${userId}`),
      sql` or `,
    )})`;
  }
  const parent = personRule(by.of);
  if (parent === null || parent.fate === 'impersonal') throw new Error(`${by.of} is nobody’s`);
  return sql`${sql.ref(by.column)} in
    (select ${sql.ref(by.key)} from ${sql.table(by.of)} where ${isOwned(parent.by, userId)})`;
}

/** A row as its person may take it along. */
function shown(
  table: string,
  row: Row,
  {
    hides,
    open,
  }: {
    readonly hides: readonly string[];
    readonly open: (sealed: string, context: string) => string | null;
  },
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !hides.includes(column))
      .map(([column, value]) => {
        const sealed = SEALED_COLUMNS.find(
          (each) => each.table === table && each.column === column,
        );
        if (sealed === undefined || typeof value !== 'string') return [column, value];
        const key = Object.fromEntries(
          sealed.key.map((part) => [part, row[part] as string | number]),
        );
        return [column, open(value, sealed.contextOf(key))];
      }),
  );
}

/** The one change the people's log ever sees: what it says of somebody who was deleted names nobody. */
async function scrubAudit(tx: Any, userId: string, pseudonym: string): Promise<void> {
  const { rows } = await sql<{ uid: number; detail: string }>`
    select uid, detail from people_audit where subject_id = ${userId}`.execute(tx);
  for (const { uid, detail } of rows) {
    const kept = Object.entries(JSON.parse(detail) as Row).filter(
      ([name]) => !NAMING.includes(name),
    );
    await sql`
      update people_audit
      set subject_name = ${pseudonym}, detail = ${JSON.stringify(Object.fromEntries(kept))}
      where uid = ${uid}`.execute(tx);
  }
}

async function emptyAccount(
  tx: Any,
  { userId, pseudonym, atMs }: { userId: string; pseudonym: string; atMs: number },
): Promise<void> {
  await sql`
    update auth_user
    set name = ${pseudonym}, email = ${`${userId}@deleted.invalid`}, image = null,
      "twoFactorEnabled" = null
    where id = ${userId}`.execute(tx);
  await sql`
    update person
    set is_administrator = 0, is_disabled = 1, grants = '[]', locale = 'en',
      rights = ${JSON.stringify(NO_CONTENT_RIGHTS)}, erased_at_ms = ${atMs}
    where user_id = ${userId}`.execute(tx);
}
