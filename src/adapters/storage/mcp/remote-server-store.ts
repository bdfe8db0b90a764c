import { sql, type Kysely, type Updateable } from 'kysely';
import type {
  RemoteServer,
  RemoteServerFields,
  RemoteServerStore,
  RemoteServerWriter,
} from '../../../tools/index.ts';
import { orNull, toFlag, toJson } from '../columns.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { inTransaction, lockName } from '../transactions.ts';
import { serverOf, toolsOf } from './rows.ts';
import type { McpServerTable } from './tables.ts';

/** Servers of tools in the database. */
export function createRemoteServerStore(database: Database): RemoteServerStore {
  const servers = () => database.reads.selectFrom('mcp_server').selectAll();
  return {
    servers: async () => (await servers().orderBy('identifier').execute()).map(serverOf),
    server: async (uid) =>
      orNull(await servers().where('uid', '=', uid).executeTakeFirst(), serverOf),
    sealedToken: async ({ uid, revision }) => {
      const row = await database.reads
        .selectFrom('mcp_server')
        .select('sealed_token')
        .where('uid', '=', uid)
        .where('revision', '=', revision)
        .executeTakeFirst();
      return row?.sealed_token ?? null;
    },
    catalogue: async (uid, digest) => {
      const row = await database.reads
        .selectFrom('mcp_catalogue')
        .select('tools')
        .where('server_uid', '=', uid)
        .where('digest', '=', digest)
        .executeTakeFirst();
      return orNull(row, ({ tools }) => toolsOf(tools));
    },
    within: (transaction) => ({
      lock: () => lockName(transaction, 'mcp-servers'),
      ...writer(inTransaction(transaction)),
    }),
  };
}

type Tx = Kysely<Schema>;

function writer(tx: Tx): Omit<RemoteServerWriter, 'lock'> {
  return {
    add: async (fields, atMs) => {
      const added = await tx
        .insertInto('mcp_server')
        .values({
          identifier: fields.identifier,
          name: fields.name,
          transport: JSON.stringify(fields.transport),
          revision: 1,
          data_class: fields.dataClass,
          requires_approval: toFlag(fields.requiresApproval),
          operation_ms: fields.operationMs,
          max_response_bytes: fields.maxResponseBytes,
          calls_per_segment: fields.callsPerSegment,
          is_active: toFlag(fields.isActive),
          created_at_ms: atMs,
          updated_at_ms: atMs,
        })
        .onConflict((conflict) => conflict.column('identifier').doNothing())
        .returning('uid')
        .executeTakeFirst();
      return added?.uid ?? null;
    },
    change: async (uid, changes, atMs) => {
      let update = tx
        .updateTable('mcp_server')
        .set({ ...columns(changes), updated_at_ms: atMs })
        .where('uid', '=', uid);
      if (changes.transport !== undefined) {
        update = update.set((eb) => ({ ...FORGOTTEN, revision: eb('revision', '+', 1) }));
        await tx.deleteFrom('mcp_catalogue').where('server_uid', '=', uid).execute();
        await dropSwitches(tx, uid);
      }
      await update.execute();
    },
    setSealedToken: async (uid, sealed, atMs) => {
      await tx
        .updateTable('mcp_server')
        .set({ sealed_token: sealed, updated_at_ms: atMs })
        .where('uid', '=', uid)
        .execute();
    },
    recordCatalogue: async (server, { digest, tools }, atMs) => {
      const { numUpdatedRows } = await tx
        .updateTable('mcp_server')
        .set({
          seen_digest: digest,
          answered_at_ms: atMs,
          failed_at_ms: null,
          failure: null,
          // Once stopped, only an approval ends it, whatever the server names next.
          stopped_at_ms: sql<number | null>`case
            when stopped_at_ms is null and approved_digest is not null and approved_digest <> ${digest} then ${atMs}
            else stopped_at_ms end`,
        })
        .where('uid', '=', server.uid)
        .where('revision', '=', server.revision)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await tx
        .insertInto('mcp_catalogue')
        .values({ server_uid: server.uid, digest, tools: JSON.stringify(tools) })
        .onConflict((conflict) => conflict.columns(['server_uid', 'digest']).doNothing())
        .execute();
      await dropOldCatalogues(tx, server.uid);
      return true;
    },
    recordAnswer: async (server, atMs) => {
      await seenAs(tx, server, { answered_at_ms: atMs, failed_at_ms: null, failure: null });
    },
    recordFailure: async (server, { atMs, message }) => {
      await seenAs(tx, server, { failed_at_ms: atMs, failure: message });
    },
    approve: async (uid, { digest, by, atMs }) => {
      const { numUpdatedRows } = await tx
        .updateTable('mcp_server')
        .set({
          approved_digest: digest,
          approved_by: by,
          approved_at_ms: atMs,
          stopped_at_ms: null,
          updated_at_ms: atMs,
        })
        .where('uid', '=', uid)
        .where('seen_digest', '=', digest)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await dropOldCatalogues(tx, uid);
      return true;
    },
    remove: async (uid) => {
      await dropSwitches(tx, uid);
      await tx.deleteFrom('mcp_catalogue').where('server_uid', '=', uid).execute();
      const { numDeletedRows } = await tx
        .deleteFrom('mcp_server')
        .where('uid', '=', uid)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

const FORGOTTEN = {
  sealed_token: null,
  seen_digest: null,
  approved_digest: null,
  approved_by: null,
  approved_at_ms: null,
  stopped_at_ms: null,
  answered_at_ms: null,
  failed_at_ms: null,
  failure: null,
};

/** Of the server as it was reached then: what is known of it otherwise is another one's. */
async function seenAs(
  tx: Tx,
  { uid, revision }: Pick<RemoteServer, 'uid' | 'revision'>,
  seen: Updateable<McpServerTable>,
): Promise<void> {
  await tx
    .updateTable('mcp_server')
    .set(seen)
    .where('uid', '=', uid)
    .where('revision', '=', revision)
    .execute();
}

/** Another server of this name, or at another address, must not find its tools switched on already. */
async function dropSwitches(tx: Tx, uid: number): Promise<void> {
  const row = await tx
    .selectFrom('mcp_server')
    .select('identifier')
    .where('uid', '=', uid)
    .executeTakeFirst();
  if (row === undefined) return;
  const group = `mcp_${row.identifier}`;
  const prefix = `${group}_`;
  await tx
    .deleteFrom('tool_state')
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'group'), eb('name', '=', group)]),
        eb.and([
          eb('kind', '=', 'tool'),
          sql<boolean>`substr(name, 1, ${sql.lit(prefix.length)}) = ${prefix}`,
        ]),
      ]),
    )
    .execute();
}

async function dropOldCatalogues(tx: Tx, uid: number): Promise<void> {
  const server = tx.selectFrom('mcp_server').where('uid', '=', uid);
  await tx
    .deleteFrom('mcp_catalogue')
    .where('server_uid', '=', uid)
    .where((eb) =>
      eb.and([
        eb('digest', '!=', eb.fn.coalesce(server.select('seen_digest'), sql<string>`''`)),
        eb('digest', '!=', eb.fn.coalesce(server.select('approved_digest'), sql<string>`''`)),
      ]),
    )
    .execute();
}

/** The columns of the fields that are given. */
function columns(fields: Partial<Omit<RemoteServerFields, 'identifier'>>) {
  return {
    name: fields.name,
    transport: toJson(fields.transport),
    data_class: fields.dataClass,
    requires_approval: toFlag(fields.requiresApproval),
    operation_ms: fields.operationMs,
    max_response_bytes: fields.maxResponseBytes,
    calls_per_segment: fields.callsPerSegment,
    is_active: toFlag(fields.isActive),
  };
}
