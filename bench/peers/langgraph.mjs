// LangGraph: an agent node and a tools node over its SQLite saver; the write waits in interrupt(). Durability `sync`: each
// step is stored before the next begins, as ours is.
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { AIMessage, HumanMessage, SystemMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import {
  Command,
  END,
  interrupt,
  MessagesAnnotation,
  START,
  StateGraph,
} from '@langchain/langgraph';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import { ToolNode } from '@langchain/langgraph/prebuilt';
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

const THREAD = 'thread';

export async function open(folder, { script, sync = 'NORMAL', onWrite = () => undefined }) {
  const db = openPeerDatabase(Sqlite, join(folder, 'langgraph.db'), sync);
  const readPage = tool(async ({ page }) => pageText(page), {
    ...READ_TOOL,
    schema: z.object({
      page: z.number(),
      fields: z.array(z.string()),
      language: z.number(),
      because: z.string(),
    }),
  });
  const publishPage = tool(
    async (args) => {
      const { approved } = interrupt({ tool: WRITE_TOOL.name, args });
      if (!approved) return 'declined';
      onWrite(args);
      return 'Published.';
    },
    {
      ...WRITE_TOOL,
      schema: z.object({
        page: z.number(),
        field: z.string(),
        value: z.string(),
        base: z.string(),
      }),
    },
  );
  const agent = async ({ messages }) => {
    const request = [new SystemMessage(INSTRUCTIONS), ...messages];
    const { call, text } = answerAt(
      request.filter((message) => message.getType() === 'ai').length,
      script,
    );
    const answer =
      call === undefined
        ? new AIMessage(text)
        : new AIMessage({
            content: '',
            tool_calls: [{ id: call.id, name: call.name, args: call.args, type: 'tool_call' }],
          });
    return { messages: [answer] };
  };
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('agent', agent)
    .addNode('tools', new ToolNode([readPage, publishPage]))
    .addEdge(START, 'agent')
    .addConditionalEdges(
      'agent',
      ({ messages }) => ((messages.at(-1).tool_calls ?? []).length > 0 ? 'tools' : END),
      ['tools', END],
    )
    .addEdge('tools', 'agent')
    .compile({ checkpointer: new SqliteSaver(db) });
  const options = {
    configurable: { thread_id: THREAD },
    recursionLimit: 10_000,
    durability: 'sync',
  };
  const emptyFile = usedBytes(db);
  return {
    start: () => graph.invoke({ messages: [new HumanMessage(REQUEST)] }, options),
    suspended: (state) => (state.__interrupt__ ?? []).length > 0,
    resume: () => graph.invoke(new Command({ resume: { approved: true } }), options),
    done: ({ messages }) => messages.at(-1).content === LAST_WORDS,
    bytes: () => ({
      payload:
        sumOf(db, 'select sum(length(checkpoint) + length(metadata)) from checkpoints') +
        sumOf(db, 'select sum(length(value)) from writes'),
      file: usedBytes(db) - emptyFile,
    }),
    close: async () => {
      db.close();
    },
  };
}
