import type {
  AnswerInput,
  ConversationStreamEvent,
  ConversationView,
  CreateConversation,
  DecideCard,
  OpenPointView,
  OpenTab,
  PinConversation,
  RenameConversation,
  SendMessage,
} from './chat.ts';
import type { CreateEmbedToken, EmbedToken } from './embedding.ts';
import type { ExplainTool, GovernanceOverview, ToolExplanation } from './governance.ts';
import type {
  AddMcpServer,
  ApproveMcpServer,
  ChangeMcpServer,
  McpOverview,
  McpReview,
  McpServerView,
} from './mcp.ts';
import type {
  AddConfiguration,
  AddModel,
  AddProvider,
  ChangeConfiguration,
  ChangeModel,
  ChangeProvider,
  ConfigurationView,
  DiscoveredModel,
  ModelsOverview,
  ProviderTest,
  ProviderView,
  TestProvider,
} from './models.ts';
import type { FoundPages, HistoryEntryView, PageView, SiteView } from './pages.ts';
import type {
  AccessPreview,
  AddGroup,
  AddPerson,
  ChangeGroup,
  ChangePerson,
  GroupView,
  InvitedPerson,
  PasswordLink,
  PasswordLinkState,
  PeopleAuditEntry,
  PeopleOverview,
  PersonView,
  SessionView,
  UsePasswordLink,
} from './people.ts';
import type { EraseRequest, ErasurePlan, PersonalExport } from './personal-data.ts';
import type { PlaygroundRequest, PlaygroundRun, Rehearsal } from './playground.ts';
import type { RollBack } from './records.ts';
import type {
  AnswerRun,
  ApproveRun,
  DenyRun,
  InboxItem,
  InspectedRun,
  RunDecided,
  RunEvent,
  RunListItem,
  RunView,
} from './runs.ts';
import type {
  AddApiKey,
  AddServiceAccount,
  ChangeServiceAccount,
  NewApiKey,
  ServiceAccountView,
  StartRun,
  StartedRun,
} from './service-accounts.ts';
import type { LinkToken, Me, Setup, SetupState } from './session.ts';
import type { SettingView } from './settings.ts';
import type {
  AddSignInProvider,
  ChangeSignInProvider,
  SignInChoice,
  SignInLink,
  SignInProviderTest,
  SignInProviderView,
} from './sign-in.ts';
import type {
  AddSkillSource,
  ChangeSkillSource,
  SkillSourceView,
  SkillSyncState,
} from './skill-sources.ts';
import type {
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
  SetAttachment,
  SkillAuditEntry,
  SkillHistoryEntry,
  SkillReview,
  SkillSummary,
  SwitchSkill,
  WriteSkill,
} from './skills.ts';
import type {
  ArchiveSnippet,
  ChangeSnippetUse,
  CreateSnippet,
  MarkSnippet,
  SnippetAuditEntry,
  SnippetHistoryEntry,
  SnippetSummary,
  SnippetUse,
  SnippetView,
  WriteSnippet,
} from './snippets.ts';
import type { StaleRun } from './stale-runs.ts';
import type {
  AttachTaskSkill,
  ChangeTask,
  CreateTask,
  RunTask,
  TaskOptions,
  TaskResult,
  TaskView,
} from './tasks.ts';
import type { SwitchTool, SwitchToolGroup, ToolGroupView, ToolName } from './tools.ts';
import type { CreateTourSeries, TourPosition, TourSeriesView } from './tours.ts';
import type { TrialEvent, TrySkill } from './trials.ts';
import type { Budget, UsageOverview } from './usage.ts';
import type {
  AddWebhook,
  ChangeWebhook,
  NewWebhookSecret,
  WebhookDelivery,
  WebhookView,
} from './webhooks.ts';

/**
 * Every route of the HTTP API with what is sent and what comes back: types alone, so that a client carries no schemas. The
 * description of the API is held against it. `body`: JSON unless it is bytes; `query`: names of what may be asked for after
 * `?`; `answer`: `null` = none; `once`: takes an `Idempotency-Key`; `stream`: answers with events of that shape.
 */
export interface ApiRoutes {
  'GET /api/tasks': { answer: readonly TaskView[] };
  'POST /api/tasks': { body: CreateTask; answer: TaskView };
  'GET /api/task-options': { answer: TaskOptions };
  'GET /api/tasks/:uid': { answer: TaskView };
  'PUT /api/tasks/:uid': { body: ChangeTask; answer: TaskView };
  'PUT /api/tasks/:uid/skills/:skill': { body: AttachTaskSkill; answer: TaskView };
  'POST /api/tasks/:uid/run': { body: RunTask; answer: TaskResult; once: true };
  'GET /api/task-results': { answer: readonly TaskResult[] };
  'GET /api/task-results/:uuid': { answer: TaskResult };
  'GET /api/skills': { answer: readonly SkillSummary[] };
  'POST /api/skills': { body: CreateSkill; answer: SkillReview };
  'PUT /api/skills/:uid': { body: WriteSkill; answer: SkillReview };
  'GET /api/skills/:uid/review': { answer: SkillReview };
  'POST /api/skills/:uid/approve': { body: ApproveSkill; answer: SkillReview };
  'GET /api/skills/:uid/reach': { query: 'digest'; answer: RevokeReach };
  'POST /api/skills/:uid/revoke': { body: RevokeSkill; answer: SkillReview };
  'GET /api/skills/:uid/history': { answer: readonly SkillHistoryEntry[] };
  'POST /api/skills/:uid/rollback': { body: RollBack; answer: SkillReview };
  'POST /api/skills/:uid/enabled': { body: SwitchSkill; answer: SkillReview };
  'PUT /api/skills/:uid/data-class': { body: DeclareDataClass; answer: SkillReview };
  'PUT /api/skills/:uid/attachment': { body: SetAttachment; answer: SkillReview };
  'POST /api/skills/:uid/trial': { body: TrySkill; answer: TrialEvent; stream: true };
  'GET /api/skills/:uid/export': { answer: string };
  'GET /api/audit': {
    query: 'skill' | 'source' | 'event' | 'person';
    answer: readonly SkillAuditEntry[];
  };
  'GET /api/audit/people': { answer: readonly AuditPerson[] };
  'GET /api/skill-attachments': { answer: readonly ConfigurationSkills[] };
  'PUT /api/skill-attachments/:configuration': {
    body: OrderAttachments;
    answer: readonly AttachedSkill[];
  };
  'PUT /api/skill-attachments/:configuration/:skill': {
    body: SetAttachment;
    answer: readonly AttachedSkill[];
  };
  'GET /api/skill-sources': { answer: readonly SkillSourceView[] };
  'POST /api/skill-sources': {
    body: CreateBackendSource | AddSkillSource;
    answer: SkillSourceView;
  };
  'PUT /api/skill-sources/:uid': { body: ChangeSkillSource; answer: SkillSourceView };
  'POST /api/skill-sources/:uid/sync': { answer: SkillSyncState };
  'GET /api/skill-sources/:uid/sync': { answer: SkillSyncState };
  'DELETE /api/skill-sources/:uid/sync': { answer: SkillSyncState };
  'GET /api/tool-names': { answer: readonly ToolName[] };
  'GET /api/tools': { answer: readonly ToolGroupView[] };
  'PUT /api/tools/:name': { body: SwitchTool; answer: readonly ToolGroupView[] };
  'PUT /api/tool-groups/:name': { body: SwitchToolGroup; answer: readonly ToolGroupView[] };
  'GET /api/snippets': { answer: readonly SnippetSummary[] };
  'POST /api/snippets': { body: CreateSnippet; answer: SnippetView };
  'GET /api/snippets/:uid': { answer: SnippetView };
  'PUT /api/snippets/:uid': { body: WriteSnippet; answer: SnippetView };
  'DELETE /api/snippets/:uid': { answer: unknown };
  'POST /api/snippets/:uid/mark': { body: MarkSnippet; answer: SnippetView };
  'DELETE /api/snippets/:uid/mark': { answer: SnippetView };
  'POST /api/snippets/:uid/archived': { body: ArchiveSnippet; answer: SnippetView };
  'GET /api/snippets/:uid/history': { answer: readonly SnippetHistoryEntry[] };
  'POST /api/snippets/:uid/rollback': { body: RollBack; answer: SnippetView };
  'GET /api/snippets/:uid/audit': { answer: readonly SnippetAuditEntry[] };
  'GET /api/snippet-audit': { answer: readonly SnippetAuditEntry[] };
  'GET /api/snippet-uses': { answer: readonly SnippetUse[] };
  'PUT /api/snippet-uses/:configurationUid': { body: ChangeSnippetUse; answer: SnippetUse };
  'GET /api/models': { answer: ModelsOverview };
  'POST /api/providers': { body: AddProvider; answer: ProviderView };
  'PUT /api/providers/:uid': { body: ChangeProvider; answer: ProviderView };
  'POST /api/providers/:uid/test': { body: TestProvider; answer: ProviderTest };
  'POST /api/providers/:uid/discover': { answer: readonly DiscoveredModel[] };
  'POST /api/providers/:uid/models': { body: AddModel; answer: ProviderView };
  'PUT /api/models/:uid': { body: ChangeModel; answer: ProviderView };
  'POST /api/configurations': { body: AddConfiguration; answer: ConfigurationView };
  'PUT /api/configurations/:uid': { body: ChangeConfiguration; answer: ConfigurationView };
  'GET /api/mcp-servers': { answer: McpOverview };
  'POST /api/mcp-servers': { body: AddMcpServer; answer: McpServerView };
  'PUT /api/mcp-servers/:uid': { body: ChangeMcpServer; answer: McpServerView };
  'DELETE /api/mcp-servers/:uid': { answer: null };
  'POST /api/mcp-servers/:uid/look': { answer: McpServerView };
  'GET /api/mcp-servers/:uid/review': { answer: McpReview };
  'POST /api/mcp-servers/:uid/approve': { body: ApproveMcpServer; answer: McpServerView };
  'GET /healthz': { answer: unknown };
  'GET /readyz': { answer: unknown };
  'GET /metrics': { answer: string };
  'POST /api/setup/state': { body: LinkToken; answer: SetupState };
  'POST /api/setup': { body: Setup; answer: unknown };
  'POST /api/auth/*': { answer: unknown };
  'GET /api/openapi.json': { answer: unknown };
  'GET /api/reference': { answer: string };
  'GET /api/me': { answer: Me };
  'POST /api/embed/tokens': { body: CreateEmbedToken; answer: EmbedToken };
  'POST /api/embed/tokens/renewal': { answer: EmbedToken };
  'GET /api/site': { answer: SiteView };
  'GET /api/search': { query: 'query' | 'limit'; answer: FoundPages };
  'GET /api/pages/:uid': { answer: PageView };
  'GET /api/pages/:uid/link': { query: 'to'; answer: { readonly uid: number } };
  'GET /api/pages/:uid/history': { answer: readonly HistoryEntryView[] };
  'GET /api/pages/:uid/open-points': { answer: readonly OpenPointView[] };
  'GET /api/open-points': { answer: readonly OpenPointView[] };
  'POST /api/history/:id/undo': { answer: HistoryEntryView };
  'GET /preview/:uid': { answer: string };
  'GET /preview-asset/*': { answer: Blob };
  'GET /api/catalogue': { query: 'page'; answer: readonly CatalogueEntry[] };
  'GET /api/conversations': {
    query: 'page' | 'search' | 'archived';
    answer: readonly ConversationView[];
  };
  'POST /api/conversations': { body: CreateConversation; answer: ConversationView; once: true };
  'GET /api/conversations/:uuid': { answer: ConversationView };
  'DELETE /api/conversations/:uuid': { answer: null };
  'POST /api/conversations/:uuid/messages': {
    body: SendMessage;
    answer: ConversationView;
    once: true;
  };
  'POST /api/conversations/:uuid/decision': {
    body: DecideCard;
    answer: ConversationView;
    once: true;
  };
  'POST /api/conversations/:uuid/input': {
    body: AnswerInput;
    answer: ConversationView;
    once: true;
  };
  'POST /api/conversations/:uuid/end-process': { answer: ConversationView; once: true };
  'POST /api/conversations/:uuid/stop': { answer: ConversationView };
  'POST /api/conversations/:uuid/title': { body: RenameConversation; answer: ConversationView };
  'POST /api/conversations/:uuid/pin': { body: PinConversation; answer: ConversationView };
  'POST /api/conversations/:uuid/tab': { body: OpenTab; answer: ConversationView };
  'POST /api/conversations/:uuid/archive': { answer: ConversationView };
  'POST /api/conversations/:uuid/unarchive': { answer: ConversationView };
  'POST /api/conversations/:uuid/attachments': {
    body: Blob | ArrayBuffer | string;
    query: 'name';
    answer: ConversationView;
  };
  'GET /api/conversations/:uuid/attachments/:attachment': { answer: Blob };
  'DELETE /api/conversations/:uuid/attachments/:attachment': { answer: ConversationView };
  'GET /api/conversations/:uuid/stream': { answer: ConversationStreamEvent; stream: true };
  'GET /api/tours': { answer: readonly TourSeriesView[] };
  'POST /api/tours': { body: CreateTourSeries; answer: TourSeriesView; once: true };
  'GET /api/tours/:uuid': { answer: TourSeriesView };
  'POST /api/tours/:uuid/look': { answer: TourSeriesView };
  'POST /api/tours/:uuid/pause': { answer: TourSeriesView };
  'POST /api/tours/:uuid/resume': { answer: TourSeriesView };
  'POST /api/tours/:uuid/stop': { answer: TourSeriesView };
  'POST /api/tours/:uuid/skip': { body: TourPosition; answer: TourSeriesView };
  'POST /api/tours/:uuid/retry': { body: TourPosition; answer: TourSeriesView };
  'GET /api/runs': { query: 'whose'; answer: readonly RunListItem[] };
  'GET /api/stale-runs': { answer: readonly StaleRun[] };
  'GET /api/inbox': { answer: readonly InboxItem[] };
  'GET /api/runs/:uuid': { answer: RunView };
  'GET /api/runs/:uuid/inspection': { answer: InspectedRun };
  'GET /api/runs/:uuid/events': { query: 'after'; answer: readonly RunEvent[] };
  'POST /api/runs/:uuid/approve': { body: ApproveRun; answer: RunDecided; once: true };
  'POST /api/runs/:uuid/deny': { body: DenyRun; answer: RunDecided; once: true };
  'POST /api/runs/:uuid/answer': { body: AnswerRun; answer: RunDecided; once: true };
  'POST /api/runs/:uuid/cancel': { answer: { readonly cancelled: boolean } };
  'GET /api/usage': { query: 'from' | 'to'; answer: UsageOverview };
  'PUT /api/budgets': { body: Budget; answer: UsageOverview };
  'POST /api/playground/rehearsal': { body: PlaygroundRequest; answer: Rehearsal };
  'POST /api/playground/runs': { body: PlaygroundRequest; answer: PlaygroundRun; once: true };
  'GET /api/governance': { answer: GovernanceOverview };
  'POST /api/governance/explain': { body: ExplainTool; answer: ToolExplanation };
  'GET /api/webhooks': { answer: readonly WebhookView[] };
  'POST /api/webhooks': { body: AddWebhook; answer: NewWebhookSecret };
  'PUT /api/webhooks/:id': { body: ChangeWebhook; answer: WebhookView };
  'DELETE /api/webhooks/:id': { answer: null };
  'POST /api/webhooks/:id/secret': { answer: NewWebhookSecret };
  'POST /api/webhooks/:id/test': { answer: WebhookDelivery };
  'GET /api/webhooks/:id/deliveries': { answer: readonly WebhookDelivery[] };
  'POST /api/webhooks/:id/deliveries/:delivery/again': { answer: WebhookDelivery };
  'GET /api/settings': { answer: readonly SettingView[] };
  'POST /api/password-link/state': { body: LinkToken; answer: PasswordLinkState };
  'POST /api/password-link': { body: UsePasswordLink; answer: unknown };
  'GET /api/me/sessions': { answer: readonly SessionView[] };
  'DELETE /api/me/sessions': { answer: null };
  'DELETE /api/me/sessions/:session': { answer: null };
  'GET /api/me/sign-in-links': { answer: readonly SignInLink[] };
  'DELETE /api/me/sign-in-links/:provider': { answer: null };
  'GET /api/people': { answer: PeopleOverview };
  'POST /api/people': { body: AddPerson; answer: InvitedPerson };
  'PUT /api/people/:id': { body: ChangePerson; answer: PersonView };
  'POST /api/people/:id/link': { answer: PasswordLink };
  'DELETE /api/people/:id/two-factor': { answer: PersonView };
  'POST /api/people/:id/see-as': { answer: AccessPreview };
  'GET /api/people/:id/sessions': { answer: readonly SessionView[] };
  'DELETE /api/people/:id/sessions': { answer: null };
  'GET /api/people/:id/sign-in-links': { answer: readonly SignInLink[] };
  'DELETE /api/people/:id/sign-in-links/:provider': { answer: null };
  'GET /api/people-audit': { answer: readonly PeopleAuditEntry[] };
  'POST /api/groups': { body: AddGroup; answer: GroupView };
  'PUT /api/groups/:id': { body: ChangeGroup; answer: GroupView };
  'DELETE /api/groups/:id': { answer: null };
  'POST /api/me/data': { answer: PersonalExport };
  'POST /api/people/:id/data': { answer: PersonalExport };
  'GET /api/people/:id/erasure': { answer: ErasurePlan };
  'POST /api/people/:id/erasure': { body: EraseRequest; answer: ErasurePlan };
  'GET /api/sign-in-choices': { answer: readonly SignInChoice[] };
  'GET /api/sign-in-providers': { answer: readonly SignInProviderView[] };
  'POST /api/sign-in-providers': { body: AddSignInProvider; answer: SignInProviderView };
  'PUT /api/sign-in-providers/:id': { body: ChangeSignInProvider; answer: SignInProviderView };
  'DELETE /api/sign-in-providers/:id': { answer: null };
  'POST /api/sign-in-providers/:id/test': { answer: SignInProviderTest };
  'GET /api/service-accounts': { answer: readonly ServiceAccountView[] };
  'POST /api/service-accounts': { body: AddServiceAccount; answer: ServiceAccountView };
  'PUT /api/service-accounts/:id': { body: ChangeServiceAccount; answer: ServiceAccountView };
  'POST /api/service-accounts/:id/keys': { body: AddApiKey; answer: NewApiKey };
  'POST /api/runs': { body: StartRun; answer: StartedRun; once: true };
  'DELETE /api/service-accounts/:id/keys/:key': { answer: null };
}

export type ApiRoute = keyof ApiRoutes;
