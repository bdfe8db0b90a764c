/**
 * Vouch as a library: the ports a host, a model or a tool implements, and what is needed to run agents over them.
 * Fakes of the ports are in `vouch/testing`.
 */
export { AppError, isAppError, systemClock, systemIds } from './base/index.ts';
export type { Clock, Ids, Json, Sealer, Transaction, Transactions } from './base/index.ts';
export { ERROR_STATUS } from './contracts/index.ts';
export type {
  DenialReason,
  ErrorCode,
  FieldChange,
  LoadMode,
  Locale,
  PendingCall,
  PendingCard,
  Progress,
  RecordRef,
  RunEvent,
  RunEventKind,
  RunNotice,
  RunOutcome,
  RunStatus,
  RunTermination,
  RunView,
  SkillVersionFields,
  TrustLevel,
  WriteCompleteness,
  WriteTarget,
} from './contracts/index.ts';
export type {
  Actor,
  ActorDirectory,
  AllOr,
  AnonymousActor,
  ContentRights,
  Grant,
  Scope,
  ServiceActor,
  UserActor,
} from './actors/index.ts';
export type {
  AppliedChange,
  ChangeRefusal,
  ChangeRefusalCode,
  ContentChange,
  ContentElement,
  ContentHost,
  ElementKind,
  FieldDescription,
  HistoryEntry,
  Localised,
  PageContent,
  PageNode,
  PageRecord,
  PageTree,
  PlannedChange,
  PlanResult,
  RecordType,
  ReferenceRecord,
  RenderedPage,
  SearchHit,
  SiteDescription,
  TableName,
  WriteContext,
} from './content/index.ts';
export type {
  ChatModel,
  ChatModels,
  Configuration,
  ConfigurationReader,
  ModelAnswer,
  ModelMessage,
  ModelRequest,
  ModelToolCall,
  ModelToolSpec,
  ModelUsage,
} from './models/index.ts';
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
} from './runs/index.ts';
