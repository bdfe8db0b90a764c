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
