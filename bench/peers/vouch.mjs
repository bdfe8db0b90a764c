// Vouch as a program embeds it: SQLite, the journal sealed, every tool result bounded, every step recorded under a lease.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRuntime, NO_CONTENT_RIGHTS, readResult, Sqlite } from '../lib/vouch-build.mjs';
import {
  answerAt,
  INSTRUCTIONS,
  pageText,
  READ_TOOL,
  REQUEST,
  WRITE_TOOL,
} from '../lib/script.mjs';

const EDITOR = {
  kind: 'user',
  userId: 'editor',
  name: 'Editor',
  isAdministrator: false,
  groupIds: [],
  grants: ['approve_own_changes'],
  rights: NO_CONTENT_RIGHTS,
};

/** `answered`: how many answers of the model the history already holds. */
export async function open(
  folder,
  { script, sync = 'NORMAL', onWrite = () => undefined, answered = 0 },
) {
  const tool = (spec, more) => ({
    ...spec,
    group: 'editing',
    enabledByDefault: true,
    requiresAdministrator: false,
    ...more,
  });
  const tools = [
    tool(READ_TOOL, {
      effect: 'read_only',
      execute: async ({ page }) => readResult(pageText(page)),
    }),
    tool(WRITE_TOOL, {
      effect: 'non_idempotent_write',
      preview: async ({ page, value }) => ({
        lines: [`Page ${page}: ${value}`],
        fields: [],
        target: null,
        failed: false,
      }),
      execute: async (args) => {
        onWrite(args);
        const write = {
          target: null,
          completeness: 'complete',
          hookFailedAfterWrite: false,
          historyId: null,
        };
        return { ...readResult('Published.'), write };
      },
    }),
  ];
  const model = {
    name: 'script',
    builtIn: false,
    contextWindowTokens: 2_000_000,
    generate: async ({ messages }) => {
      const index = messages.filter(({ role }) => role === 'assistant').length - answered;
      const { call, text } = answerAt(index, script);
      const toolCalls =
        call === undefined
          ? []
          : [
              {
                id: call.id,
                name: call.name,
                arguments: call.args,
                rawArguments: JSON.stringify(call.args),
              },
            ];
      return {
        text: text ?? '',
        toolCalls,
        usage: { promptTokens: 0, completionTokens: 0 },
        finishReason: call === undefined ? 'stop' : 'tool_calls',
      };
    },
  };
  const runtime = await createRuntime({
    model,
    people: [EDITOR],
    tools,
    dataDir: folder,
    synchronous: sync.toLowerCase(),
    configuration: { prompt: INSTRUCTIONS, maxIterations: 5_000 },
    settings: { maxRounds: 5_000 },
  });
  const idFile = join(folder, 'run-id');
  const database = join(folder, 'vouch.db');
  const emptyFile = fileBytes(database);
  return {
    start: async (history = []) => {
      const result = await runtime.run({
        configurationUid: runtime.configurationUid,
        messages: [...history, { role: 'user', content: REQUEST }],
        actor: EDITOR,
      });
      writeFileSync(idFile, result.uuid);
      return result;
    },
    suspended: ({ outcome }) => outcome === 'awaiting_approval',
    // As a person does it: look at the card, then answer on exactly that card.
    resume: async () => {
      const uuid = readFileSync(idFile, 'utf8');
      const view = await runtime.status(uuid, EDITOR);
      return runtime.approve(
        uuid,
        { approved: true, cardDigest: view.card.digest },
        { actor: EDITOR },
      );
    },
    done: ({ outcome, termination }) => outcome === 'completed' && termination === 'completed',
    bytes: () => ({
      payload: rowBytes(database, ['run', 'run_event', 'run_content', 'run_journal']),
      file: fileBytes(database) - emptyFile,
    }),
    list: () => runtime.list({ ...EDITOR, isAdministrator: true }, 50),
    holding: () => runtime.holding({ skillUid: 1, digest: 'none' }),
    close: () => runtime.close(),
  };
}

/** Bytes of every column of every row. */
function rowBytes(file, tables) {
  const db = new Sqlite(file);
  const total = tables.reduce((sum, table) => {
    const columns = db.pragma(`table_info(${table})`).map(({ name }) => name);
    const each = columns.map((name) => `coalesce(length(cast("${name}" as blob)), 0)`).join(' + ');
    return sum + (db.prepare(`select sum(${each}) as bytes from ${table}`).get().bytes ?? 0);
  }, 0);
  db.close();
  return total;
}

function fileBytes(file) {
  const db = new Sqlite(file);
  const { bytes } = db
    .prepare(
      'select (page_count - freelist_count) * page_size as bytes from pragma_page_count, pragma_freelist_count, pragma_page_size',
    )
    .get();
  db.close();
  return bytes;
}
