import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import type { Database } from '../../src/adapters/storage/index.ts';

/** A plugin that notes what is asked of a database, and how the database finds the rows of the first statement of it. */
export function noteQueries() {
  const asked: RootOperationNode[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked.push(node);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const firstPlan = async ({ dialect, writes }: Database): Promise<string> => {
    const [node] = asked;
    if (node === undefined) throw new Error('nothing was asked');
    const { sql, parameters } = writes.getExecutor().compileQuery(node, { queryId: 'plan' });
    if (dialect === 'postgres') {
      // A small table is always read whole, unless that is forbidden.
      await writes.executeQuery(CompiledQuery.raw('set enable_seqscan = off'));
    }
    const explain = dialect === 'postgres' ? 'explain' : 'explain query plan';
    const { rows } = await writes.executeQuery(
      CompiledQuery.raw(`${explain} ${sql}`, [...parameters]),
    );
    return JSON.stringify(rows);
  };
  return { plugin, firstPlan };
}
