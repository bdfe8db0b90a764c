import type { ToolRegistry } from '../registry.ts';
import type { Tool } from '../tool.ts';

/**
 * A registry whose own tools never change, with those of other servers beside them as they were at the last `refresh`. A
 * foreign tool never takes the name of another one.
 */
export function createLiveRegistry(
  own: ToolRegistry,
  remote: () => Promise<readonly Tool[]>,
): ToolRegistry & { refresh(): Promise<void> } {
  let foreign: ReadonlyMap<string, Tool> = new Map();
  return {
    tool: (name) => own.tool(name) ?? foreign.get(name) ?? null,
    all: () => [...own.all(), ...foreign.values()],
    refresh: async () => {
      const tools = new Map<string, Tool>();
      for (const tool of await remote()) {
        if (own.tool(tool.name) === null && !tools.has(tool.name)) tools.set(tool.name, tool);
      }
      foreign = tools;
    },
  };
}
