import { createToolRegistry, type ToolRegistry } from './registry.ts';
import { errorResult, type Tool } from './tool.ts';

/**
 * The tools of a trial (WEB-04): reads as they are, writes with their previews but with nothing behind them, and none that
 * would reach another server.
 */
export function simulatedTools(registry: ToolRegistry): ToolRegistry {
  return createToolRegistry(
    registry
      .all()
      .filter((tool) => tool.remote !== true)
      .map(simulated),
  );
}

function simulated(tool: Tool): Tool {
  if (tool.effect === 'read_only') return tool;
  return {
    ...tool,
    // A trial never approves anything; should one ever, there is still nothing here that could write.
    execute: () => Promise.resolve(errorResult('This is a trial; nothing is written.')),
  };
}
