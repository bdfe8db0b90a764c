export {
  errorResult,
  unknownEffect,
  readResult,
  type CallPreview,
  type DataClass,
  type RunReach,
  type SkillLoad,
  type Tool,
  type ToolArguments,
  type ToolContext,
  type ToolEffect,
  type ToolExecution,
  type ToolGroup,
  type ToolReport,
  type ToolResult,
  type WriteStatement,
} from './tool.ts';
export { isWrite, requiresApproval, type ToolNature } from './effects.ts';
export { createToolRegistry, type ToolRegistry } from './registry.ts';
export { blockedInput, HIGHEST_DATA_CLASS, maySee, type InputSource } from './data-class.ts';
export { zoneCeiling } from './zone-ceiling.ts';
export {
  createToolService,
  type ToolConfiguration,
  type ToolService,
  type ToolServiceDeps,
  type ToolSwitches,
} from './tool-service.ts';
export { simulatedTools } from './simulated-tools.ts';
export {
  dataClassOf,
  LOAD_TOOL,
  switchFacts,
  toolDecision,
  toolDenials,
  type ToolDecision,
  type ToolDenial,
  type ToolGateFacts,
  type ToolSwitchStates,
} from './tool-decision.ts';
export { intersectAllowList, resolveAllowList, type AllowList } from './allow-list.ts';
export { boundResult, MAX_RESULT_BYTES, type ResultBounds } from './bound-result.ts';
export { denialResult, type DecidedBy } from './denial-result.ts';
export { builtinTools } from './builtin/index.ts';
export {
  createLiveRegistry,
  createRemoteServerService,
  createRemoteTools,
  remoteTokenContext,
  type Catalogue,
  type ListedTool,
  type RemoteAddress,
  type RemoteAnswer,
  type RemoteConnections,
  type RemoteServer,
  type RemoteServerFields,
  type RemoteServerService,
  type RemoteServerStore,
  type RemoteServerWriter,
  type RemoteSession,
  type RemoteTools,
  type RemoteToolsDeps,
  type RemoteToolSpec,
  type RemoteTransport,
} from './remote/index.ts';
