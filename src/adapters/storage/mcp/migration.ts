import { countedId, FLAG, TIME_MS } from '../columns.ts';
import type { Migration } from '../migrate.ts';

/** Servers of tools, and what they named (facts §4). */
export const mcpMigration: Migration = {
  name: '0018-mcp',
  up: async (db, dialect) => {
    await db.schema
      .createTable('mcp_server')
      .addColumn('uid', ...countedId(dialect))
      .addColumn('identifier', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('transport', 'text', (column) => column.notNull())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('sealed_token', 'text')
      .addColumn('data_class', 'text')
      .addColumn('requires_approval', FLAG, (column) => column.notNull())
      .addColumn('operation_ms', 'integer', (column) => column.notNull())
      .addColumn('max_response_bytes', 'integer', (column) => column.notNull())
      .addColumn('calls_per_segment', 'integer', (column) => column.notNull())
      .addColumn('is_active', FLAG, (column) => column.notNull())
      .addColumn('seen_digest', 'text')
      .addColumn('approved_digest', 'text')
      .addColumn('approved_by', 'text')
      .addColumn('approved_at_ms', TIME_MS)
      .addColumn('stopped_at_ms', TIME_MS)
      .addColumn('answered_at_ms', TIME_MS)
      .addColumn('failed_at_ms', TIME_MS)
      .addColumn('failure', 'text')
      .addColumn('created_at_ms', TIME_MS, (column) => column.notNull())
      .addColumn('updated_at_ms', TIME_MS, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('mcp_catalogue')
      .addColumn('server_uid', 'bigint', (column) => column.notNull().references('mcp_server.uid'))
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('tools', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('mcp_catalogue_key', ['server_uid', 'digest'])
      .execute();
  },
};
