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
export { readOutcome, type ApprovalReading, type ReturnedApproval } from './rules/read-outcome.ts';
