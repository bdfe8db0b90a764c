import type { ToolGroup, ToolSwitches } from '../../../tools/index.ts';
import { fromFlag, toFlag } from '../columns.ts';
import type { Database } from '../database.ts';
import { inTransaction } from '../transactions.ts';

/** The global switches of tools and groups, as they are stored; a tool without a row follows its own default. */
export function createToolStateStore(database: Database): ToolSwitches {
  return {
    states: async () => {
      const rows = await database.reads.selectFrom('tool_state').selectAll().execute();
      const of = (kind: string) =>
        rows
          .filter((row) => row.kind === kind)
          .map((row) => [row.name, fromFlag(row.enabled)] as const);
      return {
        tools: new Map(of('tool')),
        groups: new Map(of('group').map(([name, enabled]) => [name as ToolGroup, enabled])),
      };
    },
    within: (transaction) => {
      const db = inTransaction(transaction);
      const set = async (kind: string, name: string, enabled: boolean): Promise<void> => {
        const flag = toFlag(enabled);
        await db
          .insertInto('tool_state')
          .values({ kind, name, enabled: flag })
          .onConflict((conflict) =>
            conflict.columns(['kind', 'name']).doUpdateSet({ enabled: flag }),
          )
          .execute();
      };
      return {
        setTool: async (name, enabled) => {
          if (enabled !== null) return set('tool', name, enabled);
          await db
            .deleteFrom('tool_state')
            .where('kind', '=', 'tool')
            .where('name', '=', name)
            .execute();
        },
        setGroup: (group, enabled) => set('group', group, enabled),
      };
    },
  };
}
