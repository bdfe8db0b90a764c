// OpenAI Agents: the streamed run's state stored whole after each tool result, which is how it survives a crash; the write
// needs approval.
import { join } from 'node:path';
import { Agent, Runner, RunState, setTracingDisabled, tool, Usage } from '@openai/agents';
import Sqlite from 'better-sqlite3';
import { z } from 'zod';
import {
  answerAt,
  INSTRUCTIONS,
  LAST_WORDS,
  pageText,
  READ_TOOL,
  REQUEST,
  WRITE_TOOL,
} from '../lib/script.mjs';
import { openPeerDatabase, sumOf, usedBytes } from '../lib/peer-database.mjs';

setTracingDisabled(true);

class ScriptedModel {
  #script;

  constructor(script) {
    this.#script = script;
  }

  async getResponse({ input }) {
    const items = typeof input === 'string' ? [] : input;
    const index = items.filter(({ type }) => type === 'function_call').length;
    const { call, text } = answerAt(index, this.#script);
    const item =
      call === undefined
        ? {
            type: 'message',
            id: `message_${index}`,
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text }],
          }
        : {
            type: 'function_call',
            id: `item_${call.id}`,
            callId: call.id,
            name: call.name,
            status: 'completed',
            arguments: JSON.stringify(call.args),
          };
    return { usage: new Usage(), output: [item], responseId: `response_${index}` };
  }

  async *getStreamedResponse(request) {
    const { output, responseId } = await this.getResponse(request);
    yield { type: 'response_started' };
    const usage = { requests: 1, inputTokens: 0, outputTokens: 0, totalTokens: 0 };
    yield { type: 'response_done', response: { id: responseId, output, usage } };
  }
}

export async function open(folder, { script, sync = 'NORMAL', onWrite = () => undefined }) {
  const db = openPeerDatabase(Sqlite, join(folder, 'openai-agents.db'), sync);
  db.exec('create table if not exists stored (id integer primary key, state text not null)');
  const store = db.prepare(
    'insert into stored (id, state) values (1, ?) on conflict (id) do update set state = excluded.state',
  );
  const agent = new Agent({
    name: 'Editor',
    instructions: INSTRUCTIONS,
    model: new ScriptedModel(script),
    tools: [
      tool({
        name: READ_TOOL.name,
        description: READ_TOOL.description,
        parameters: z.object({
          page: z.number(),
          fields: z.array(z.string()),
          language: z.number(),
          because: z.string(),
        }),
        execute: async ({ page }) => pageText(page),
      }),
      tool({
        name: WRITE_TOOL.name,
        description: WRITE_TOOL.description,
        needsApproval: true,
        parameters: z.object({
          page: z.number(),
          field: z.string(),
          value: z.string(),
          base: z.string(),
        }),
        execute: async (args) => {
          onWrite(args);
          return 'Published.';
        },
      }),
    ],
  });
  const runner = new Runner({ tracingDisabled: true });
  const run = async (input) => {
    const streamed = await runner.run(agent, input, { maxTurns: 10_000, stream: true });
    for await (const event of streamed) {
      if (event.type === 'run_item_stream_event' && event.name === 'tool_output') {
        store.run(streamed.state.toString());
      }
    }
    await streamed.completed;
    store.run(streamed.state.toString());
    return streamed;
  };
  const emptyFile = usedBytes(db);
  return {
    start: () => run(REQUEST),
    suspended: ({ interruptions }) => (interruptions ?? []).length > 0,
    resume: async () => {
      const stored = db.prepare('select state from stored').pluck().get();
      const state = await RunState.fromString(agent, stored);
      for (const interruption of state.getInterruptions()) state.approve(interruption);
      return run(state);
    },
    done: ({ finalOutput }) => finalOutput === LAST_WORDS,
    bytes: () => ({
      payload: sumOf(db, 'select sum(length(cast(state as blob))) from stored'),
      file: usedBytes(db) - emptyFile,
    }),
    close: async () => {
      db.close();
    },
  };
}
