import type { Tool } from './tool.ts';

/** What the rules about effects and approvals need to know of a tool. */
export type ToolNature = Pick<Tool, 'effect' | 'remote' | 'requiresApproval'>;

/**
 * Whether a call of this tool waits for a person (facts §4). A local write always does: no declaration switches that off
 * (DEC-08). A tool of another server does unless its operator said otherwise.
 */
export function requiresApproval(tool: ToolNature): boolean {
  if (tool.remote === true) return tool.requiresApproval !== false;
  return tool.requiresApproval === true || tool.effect !== 'read_only';
}

/** Whether the call may change a record. */
export function isWrite(tool: Pick<Tool, 'effect'>): boolean {
  return tool.effect !== 'read_only';
}
