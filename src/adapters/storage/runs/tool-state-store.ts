import type { ToolStates } from '../../../runs/index.ts';
import type { ToolGroup } from '../../../tools/index.ts';
import { fromFlag } from '../columns.ts';
import type { Database } from '../database.ts';

/** The global switches of tools and groups, as they are stored; a tool without a row follows its own default. */
export function createToolStateStore(database: Database): ToolStates {
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
  };
}
