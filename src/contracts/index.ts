export {
  DenialReason,
  FieldChange,
  LoadMode,
  Locale,
  RecordRef,
  TrustLevel,
  WriteCompleteness,
  WriteTarget,
} from './records.ts';
export {
  AnswerRun,
  ApproveRun,
  DenyRun,
  InboxItem,
  PendingCall,
  PendingCard,
  Progress,
  RunDecided,
  RunEvent,
  RunEventKind,
  RunInspection,
  RunListItem,
  RunNotice,
  RunOutcome,
  RunStatus,
  RunTermination,
  RunView,
} from './runs.ts';
export {
  AnswerInput,
  ConversationEntry,
  ConversationStatus,
  ConversationStreamEvent,
  ConversationView,
  CreateConversation,
  DecideCard,
  HeldProcess,
  OpenPointView,
  ProposalOutcome,
  ProposalOutcomeKind,
  SendMessage,
} from './chat.ts';
export {
  ApproveSkill,
  CatalogueEntry,
  CreateBackendSource,
  CreateSkill,
  RevokeReach,
  RevokeSkill,
  SealState,
  SkillAuditEntry,
  SkillHistoryEntry,
  SkillOrigin,
  SkillReview,
  SkillSummary,
  SkillVersionFields,
  SkillVersionSummary,
  WriteSkill,
} from './skills.ts';
export {
  AddSkillSource,
  ChangeSkillSource,
  SkillSourceView,
  SkillSyncState,
  SyncCounts,
  SyncLine,
  SyncProblem,
  SyncProgress,
  SyncStatus,
} from './skill-sources.ts';
export {
  ChangeSnippetUse,
  CreateSnippet,
  MarkSnippet,
  SNIPPET_TEXT_LIMIT,
  SnippetAuditEntry,
  SnippetDataClass,
  SnippetFields,
  SnippetHistoryEntry,
  SnippetMarkState,
  SnippetSummary,
  SnippetUse,
  SnippetView,
  WriteSnippet,
} from './snippets.ts';
export { TrialCall, TrialEnding, TrialEvent, TrySkill } from './trials.ts';
export { ProviderKind } from './models.ts';
export { HistoryEntryView, PageTreeNode, PageView, SiteView } from './pages.ts';
export { ErrorBody, Me, Setup, SetupState } from './session.ts';
export { ERROR_STATUS, type ErrorCode } from './errors.ts';
export { ClearHighlightMessage, HighlightMessage } from './highlight-message.ts';
