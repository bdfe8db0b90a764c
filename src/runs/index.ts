export type {
  AgentRuntime,
  ApprovalDecision,
  GuardedCancel,
  RunListener,
  RunRequest,
  RunResult,
  RunStep,
  WakeUp,
  WakeUpCall,
} from './runtime.ts';
export { createAgentRuntime } from './agent-runtime.ts';
export { decidedRun, standingRun } from './decided-run.ts';
export type { HostedRuntime } from './hosted-runtime.ts';
export {
  createCompletions,
  type AppliedSkill,
  type Completion,
  type CompletionRequest,
  type Completions,
} from './completion.ts';
export { keptContent, type Content } from './rules/kept-content.ts';
export type { RunInbox } from './inbox.ts';
export { createGovernance, type Governance, type GovernanceDeps } from './governance.ts';
export { configurationAllowList } from './skill-set.ts';
export type { RunToolExplanation } from './explain-tool.ts';
export { createPlayground, type Playground } from './playground.ts';
export type { WaitingRun } from './waiting-runs.ts';
export type { InboxVerdict } from './rules/inbox-verdict.ts';
export type {
  FaultPoint,
  RunLog,
  RuntimeDeps,
  RuntimeSettings,
  ToolStates,
  WaitingNotice,
} from './deps.ts';
export type { Recovered } from './recovery.ts';
export type { ImageReader } from './request-images.ts';
export type {
  NewRun,
  NewRunEvent,
  PendingEffect,
  RunChange,
  RunChanged,
  RunGuard,
  RunRow,
  RunStepContent,
  RunStore,
  RunWriter,
} from './run-store.ts';
export { createMemoryRunStore, type MemoryRunStore, type StoredRun } from './memory-run-store.ts';
export type { Invocation } from './rules/continuation.ts';
export { readOutcome, type ApprovalReading, type ReturnedApproval } from './rules/read-outcome.ts';
