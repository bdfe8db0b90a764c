import { signInSecretContext } from '../../../actors/index.ts';
import { imageContext } from '../../../chat/index.ts';
import { keyContext } from '../../../models/index.ts';
import { FORMER_TOKEN_CONTEXT, sourceTokenContext } from '../../../skills/index.ts';
import { taskAnswerContext } from '../../../tasks/index.ts';
import { remoteTokenContext } from '../../../tools/index.ts';
import { webhookSecretContext } from '../../../webhooks/index.ts';

/** A column whose texts are sealed, and the context each is sealed under: a text moved elsewhere does not open. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The primary key, which orders the walk through the column. */
  readonly key: readonly string[];
  readonly contextOf: (key: SealedKey) => string;
  /** What older texts of the column are sealed under; a change of keys seals them anew as they ought to be. */
  readonly formerContext?: string;
}

/** Values of a row's primary key, by column. */
export type SealedKey = Readonly<Record<string, string | number>>;

/**
 * Every sealed column there is. A new one belongs here, or a change of keys would leave it behind; a test holds the list
 * against the tables.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  runColumn('request'),
  runColumn('suspended'),
  runColumn('text'),
  {
    table: 'run_journal',
    column: 'entry',
    key: ['run_uuid', 'position'],
    contextOf: ({ run_uuid: uuid, position }) => `run/${String(uuid)}/journal/${String(position)}`,
  },
  {
    table: 'run_content',
    column: 'content',
    key: ['run_uuid', 'sequence'],
    contextOf: ({ run_uuid: uuid }) => `run/${String(uuid)}/content`,
  },
  {
    table: 'task_result',
    column: 'answer',
    key: ['uuid'],
    contextOf: ({ uuid }) => taskAnswerContext(String(uuid)),
  },
  {
    table: 'conversation_image',
    column: 'piece',
    key: ['attachment_uuid', 'position'],
    contextOf: ({ attachment_uuid: uuid, position }) =>
      imageContext(String(uuid), Number(position)),
  },
  {
    table: 'skill_remote',
    column: 'sealed_token',
    key: ['source_uid'],
    contextOf: ({ source_uid: uid }) => sourceTokenContext(Number(uid)),
    formerContext: FORMER_TOKEN_CONTEXT,
  },
  {
    table: 'provider',
    column: 'sealed_key',
    key: ['uid'],
    contextOf: ({ uid }) => keyContext(Number(uid)),
  },
  {
    table: 'mcp_server',
    column: 'sealed_token',
    key: ['uid'],
    contextOf: ({ uid }) => remoteTokenContext(Number(uid)),
  },
  {
    table: 'webhook',
    column: 'sealed_secret',
    key: ['id'],
    contextOf: ({ id }) => webhookSecretContext(String(id), 'secret'),
  },
  {
    table: 'webhook',
    column: 'sealed_former',
    key: ['id'],
    contextOf: ({ id }) => webhookSecretContext(String(id), 'former'),
  },
  {
    table: 'sign_in_provider',
    column: 'sealed_secret',
    key: ['provider_id'],
    contextOf: ({ provider_id: id }) => signInSecretContext(String(id)),
  },
];

/** SQL for the id of the key that sealed a text of a column; '' for a text that names none. */
export function keyIdSql(column: string): string {
  return `case when ${column} like 'v1.________.%' then substr(${column}, 4, 8) else '' end`;
}

function runColumn(column: string): SealedColumn {
  return {
    table: 'run',
    column,
    key: ['uuid'],
    contextOf: ({ uuid }) => `run/${String(uuid)}/${column}`,
  };
}
