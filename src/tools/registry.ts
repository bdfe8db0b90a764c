import { AppError } from '../base/index.ts';
import { requiresApproval } from './effects.ts';
import type { Tool } from './tool.ts';

/** Every tool of this installation, by name. */
export interface ToolRegistry {
  tool(name: string): Tool | null;
  /** In the order they were registered. */
  all(): readonly Tool[];
  /** Brings the tools of other servers up to date; asked before tools are decided on. Default: they never change. */
  refresh?(): Promise<void>;
}

/**
 * Collects the tools. Throws `internal` at start-up for what must never run: two tools of one name, a name a provider
 * would not take, a write without a preview, and a tool that would need an approval and an answer at once (TOL-04).
 */
export function createToolRegistry(tools: readonly Tool[]): ToolRegistry {
  const byName = new Map<string, Tool>();
  for (const tool of tools) {
    const problem = toolProblem(tool) ?? (byName.has(tool.name) ? 'is registered twice' : null);
    if (problem !== null) {
      throw new AppError('internal', `The tool "${tool.name}" ${problem}.`, {
        data: { tool: tool.name },
      });
    }
    byName.set(tool.name, tool);
  }
  return {
    tool: (name) => byName.get(name) ?? null,
    all: () => [...byName.values()],
  };
}

function toolProblem(tool: Tool): string | null {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(tool.name)) return 'has a name providers do not take';
  if (tool.inputSchema !== undefined && requiresApproval(tool)) {
    return 'asks for an approval and for an answer; it can do one of both';
  }
  if (tool.effect !== 'read_only' && tool.remote !== true && tool.preview === undefined) {
    return 'writes without a preview';
  }
  return null;
}
