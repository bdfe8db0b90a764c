export {
  DenialReason,
  FieldChange,
  LocalisedText,
  LoadMode,
  Locale,
  RecordRef,
  RollBack,
  TrustLevel,
  WriteCompleteness,
  WriteTarget,
} from './records.ts';
export {
  AnswerRun,
  ApproveRun,
  DenyRun,
  HeldProcess,
  InboxItem,
  InspectedRun,
  PendingCall,
  PendingCard,
  Progress,
  RunDecided,
  RunEvent,
  RunEventKind,
  RunInspection,
  RunListItem,
  RunOutcome,
  RunTermination,
  RunView,
} from './runs.ts';
export {
  isTerminal,
  isWaiting,
  OPEN_STATUSES,
  RunStatus,
  TERMINAL_STATUSES,
  WAITING_STATUSES,
  type TerminalStatus,
  type WaitingStatus,
} from './run-status.ts';
export {
  HIDDEN_CHARACTER,
  visibleParts,
  withVisibleCharacters,
  type VisiblePart,
} from './hidden-characters.ts';
export { isWhollyShown } from './shown-card.ts';
export {
  ChangeRefusalCode,
  CompositionNotice,
  NoticeCode,
  RunNotice,
  type SaidNotice,
} from './notices.ts';
export { refusedWords, wantedWords } from './refused-words.ts';
export { PrivacyLevel } from './privacy.ts';
export {
  AccessPreview,
  AddGroup,
  AddPerson,
  ChangeGroup,
  ChangePerson,
  Grant,
  GroupView,
  InvitedPerson,
  PasswordLink,
  PasswordLinkKind,
  PasswordLinkState,
  PasswordProblem,
  PeopleAuditEntry,
  PeopleActorKind,
  PeopleAuditField,
  PeopleEvent,
  PeopleOverview,
  PersonState,
  PersonView,
  RightsOptions,
  RightsView,
  SessionView,
  UsePasswordLink,
} from './people.ts';
export {
  AddSignInProvider,
  ChangeSignInProvider,
  ClaimedGroup,
  SignInChoice,
  SignInElsewhere,
  SignInLink,
  SignInProblem,
  SignInProviderTest,
  SignInProviderView,
  StartSignIn,
} from './sign-in.ts';
export {
  EraseRequest,
  ErasurePlan,
  PersonalDataFate,
  PersonalDataKind,
  PersonalExport,
} from './personal-data.ts';
export {
  AddApiKey,
  AddServiceAccount,
  ApiKeyView,
  ChangeServiceAccount,
  NewApiKey,
  Scope,
  ServiceAccountView,
  StartedRun,
  StartRun,
} from './service-accounts.ts';
export { StaleRun, StaleRunKind } from './stale-runs.ts';
export {
  AnswerInput,
  CarriedOut,
  ConversationEntry,
  ConversationStatus,
  ConversationStreamEvent,
  ConversationView,
  CreateConversation,
  DecideCard,
  OpenPointView,
  OpenTab,
  PinConversation,
  ProposalOutcome,
  ProposalOutcomeKind,
  RenameConversation,
  SendMessage,
} from './chat.ts';
export {
  ApproveSkill,
  AttachedSkill,
  AuditPerson,
  CatalogueEntry,
  ConfigurationSkills,
  CreateBackendSource,
  CreateSkill,
  DeclareDataClass,
  OrderAttachments,
  RevokeReach,
  RevokeSkill,
  SealState,
  SetAttachment,
  SkillAuditEntry,
  SkillHistoryEntry,
  SkillOrigin,
  SkillReview,
  SkillSummary,
  SkillVersionFields,
  SkillVersionSummary,
  SwitchSkill,
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
  ArchiveSnippet,
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
export { outcomeWord, type OutcomeWord } from './outcome-word.ts';
export { SwitchTool, SwitchToolGroup, ToolGroupView, ToolName, ToolView } from './tools.ts';
export { TrialCall, TrialEnding, TrialEvent, TrySkill } from './trials.ts';
export {
  AddConfiguration,
  AddModel,
  AddProvider,
  ChangeConfiguration,
  ChangeModel,
  ChangeProvider,
  ConfigurationView,
  DiscoveredModel,
  ModelsOverview,
  ModelView,
  ProviderKind,
  ProviderTest,
  ProviderView,
  TestProvider,
  TrustZone,
} from './models.ts';
export {
  ExplainTool,
  GateAnswer,
  GovernanceOverview,
  GovernanceProfile,
  GovernanceProfileName,
  GovernanceSettings,
  SkillLack,
  ToolExplanation,
  ToolGate,
} from './governance.ts';
export { APPROVER_WORDS, GATE_WORDS, type GateDetail } from './gate-words.ts';
export { gateWhy, missingSteps, stepWords, type MissingStep } from './missing-steps.ts';
export { SettingView, type SettingValue } from './settings.ts';
export { PlaygroundRequest, PlaygroundRun, Rehearsal } from './playground.ts';
export {
  Budget,
  BudgetLimits,
  BudgetScope,
  BudgetStop,
  BudgetUsed,
  UsageDay,
  UsageOverview,
  UsageShare,
  UsageSum,
} from './usage.ts';
export {
  AddMcpServer,
  ApproveMcpServer,
  ChangeMcpServer,
  McpOverview,
  McpReview,
  McpServerState,
  McpServerView,
  McpToolView,
  RemoteDataClass,
  RemoteToolProblem,
} from './mcp.ts';
export {
  AddWebhook,
  ChangeWebhook,
  NewWebhookSecret,
  WebhookDelivery,
  WebhookDeliveryState,
  WebhookEventType,
  WebhookPayload,
  WebhookProblem,
  WebhookView,
} from './webhooks.ts';
export {
  CreateTourSeries,
  MAX_TOUR_PAGES,
  TourPageState,
  TourPosition,
  TourSeriesPage,
  TourSeriesState,
  TourSeriesView,
} from './tours.ts';
export {
  HistoryEntryView,
  FoundPages,
  PageHit,
  PageSearchQuery,
  PageTreeNode,
  PageView,
  SiteView,
  UnreadReason,
} from './pages.ts';
export { ErrorBody, LinkToken, Me, Setup, SetupState } from './session.ts';
export { CreateEmbedToken, EmbedToken, EmbedTokenMessage } from './embedding.ts';
export { ERROR_STATUS, type ErrorCode } from './errors.ts';
export type { ApiRoute, ApiRoutes } from './api-routes.ts';
export { ClearHighlightMessage, HighlightMessage, OpenPageMessage } from './highlight-message.ts';
export {
  AttachTaskSkill,
  ChangeTask,
  CreateTask,
  RunTask,
  TaskApplied,
  TaskCategory,
  TaskFormat,
  TaskInput,
  TaskOptions,
  TaskResult,
  TaskSkillView,
  TaskUsage,
  TaskView,
  WriteTask,
} from './tasks.ts';
export {
  AttachmentKind,
  AttachmentView,
  ImageKind,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_PIXELS,
  MAX_IMAGE_SIDE,
  MAX_MESSAGE_IMAGE_BYTES,
} from './attachments.ts';
