import { z } from 'zod';
import { SnippetDataClass } from './snippets.ts';

/** A tool as administrators see it. Names and descriptions of remote tools are foreign text: escape them. */
export const ToolView = z.object({
  name: z.string(),
  description: z.string(),
  effect: z.enum(['read_only', 'idempotent_write', 'non_idempotent_write']),
  /** Offered by another server. */
  remote: z.boolean(),
  /** A call waits for a person. */
  requiresApproval: z.boolean(),
  requiresAdministrator: z.boolean(),
  dataClass: SnippetDataClass,
  enabledByDefault: z.boolean(),
  /** An administrator's switch; `null` = the tool's own default. */
  switch: z.boolean().nullable(),
  /** Switch, default and group taken together. */
  enabled: z.boolean(),
  /** Active configurations that do not offer it to an administrator, with the first gate that says no (facts §4). */
  notOffered: z.array(
    z.object({ configurationUid: z.number().int(), name: z.string(), reason: z.string() }),
  ),
});
export type ToolView = z.infer<typeof ToolView>;

export const ToolGroupView = z.object({
  group: z.string(),
  /** Switched off, no switch of a tool lifts it. */
  enabled: z.boolean(),
  tools: z.array(ToolView),
});
export type ToolGroupView = z.infer<typeof ToolGroupView>;

/** A tool as somebody names it who writes skills. Name and description of a remote tool are foreign text: escape them. */
export const ToolName = ToolView.pick({ name: true, description: true }).extend({
  group: z.string(),
});
export type ToolName = z.infer<typeof ToolName>;

/** `null` = back to the tool's own default. */
export const SwitchTool = z.object({ enabled: z.boolean().nullable() });
export type SwitchTool = z.infer<typeof SwitchTool>;

export const SwitchToolGroup = z.object({ enabled: z.boolean() });
export type SwitchToolGroup = z.infer<typeof SwitchToolGroup>;
