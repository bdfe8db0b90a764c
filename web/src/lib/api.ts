import { z } from 'zod';
import {
  AttachedSkill,
  AuditPerson,
  CatalogueEntry,
  ConfigurationSkills,
  ConversationView,
  HistoryEntryView,
  InboxItem,
  InspectedRun,
  Me,
  OpenPointView,
  FoundPages,
  PageView,
  RevokeReach,
  RunDecided,
  RunEvent,
  RunListItem,
  SetupState,
  SiteView,
  SkillAuditEntry,
  SkillHistoryEntry,
  SkillReview,
  SkillSourceView,
  SkillSummary,
  SkillSyncState,
  TrialEvent,
  TaskOptions,
  TaskResult,
  TaskView,
  ToolName,
  type AddSkillSource,
  type AnswerInput,
  type ChangeSkillSource,
  type ChangeTask,
  type CreateConversation,
  type CreateTask,
  type DecideCard,
  type LoadMode,
  type RunTask,
  type SendMessage,
  type Setup,
  type TrustLevel,
  type TrySkill,
  type WriteSkill,
  type SnippetDataClass,
} from '../../../src/contracts/index.ts';
import { request, requestAs, requestEvents } from './request.ts';

type Signal = AbortSignal | undefined;

/** Which audit rows; an empty value = all. `person: 'system'` = what nobody did in person. */
export interface AuditFilter {
  readonly skill: string;
  readonly source: string;
  readonly person: string;
  readonly event: string;
}

const id = encodeURIComponent;
const query = (parameters: Record<string, string | number | null | undefined>) => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search.toString()}`;
};
const post = (body: unknown = {}) => ({ method: 'POST', body }) as const;
/** A post that matters: done once, sent again when no answer comes. */
const once = (body: unknown = {}) => ({ ...post(body), once: true }) as const;
const put = (body: unknown) => ({ method: 'PUT', body }) as const;
const conversation = (uuid: string) => `/api/conversations/${id(uuid)}`;
const skill = (uid: number) => `/api/skills/${String(uid)}`;
const run = (uuid: string) => `/api/runs/${id(uuid)}`;
const task = (uid: number) => `/api/tasks/${String(uid)}`;
const source = (uid: number) => `/api/skill-sources/${String(uid)}`;

/** The server, one function a route. All of them throw `ApiError`. */
export const api = {
  // who is here
  setupState: (token: string, signal?: Signal) =>
    requestAs(SetupState, '/api/setup/state', { ...post({ token }), signal }),
  setup: (body: Setup) => request('/api/setup', post(body)),
  signIn: (email: string, password: string) =>
    request('/api/auth/sign-in/email', post({ email, password })),
  signOut: () => request('/api/auth/sign-out', post()),
  me: (signal?: Signal) => requestAs(Me, '/api/me', { signal }),

  // pages
  site: (signal?: Signal) => requestAs(SiteView, '/api/site', { signal }),
  search: (words: string, signal?: Signal) =>
    requestAs(FoundPages, `/api/search${query({ query: words })}`, { signal }),
  page: (uid: number, signal?: Signal) =>
    requestAs(PageView, `/api/pages/${String(uid)}`, { signal }),
  pageLink: (uid: number, to: string) =>
    requestAs(
      z.object({ uid: z.number().int() }),
      `/api/pages/${String(uid)}/link${query({ to })}`,
      {},
    ),
  pageHistory: (uid: number, signal?: Signal) =>
    requestAs(z.array(HistoryEntryView), `/api/pages/${String(uid)}/history`, { signal }),
  pageOpenPoints: (uid: number, signal?: Signal) =>
    requestAs(z.array(OpenPointView), `/api/pages/${String(uid)}/open-points`, { signal }),
  undo: (historyId: string) =>
    requestAs(HistoryEntryView, `/api/history/${id(historyId)}/undo`, post()),
  openPoints: (signal?: Signal) =>
    requestAs(z.array(OpenPointView), '/api/open-points', { signal }),

  // chat
  catalogue: (page: number | null, signal?: Signal) =>
    requestAs(z.array(CatalogueEntry), `/api/catalogue${query({ page })}`, { signal }),
  conversations: (page: number | null, signal?: Signal) =>
    requestAs(z.array(ConversationView), `/api/conversations${query({ page })}`, { signal }),
  /** One's conversations, on whatever page: found by a text, or those that are archived. */
  findConversations: (search: string, archived: boolean, signal?: Signal) =>
    requestAs(
      z.array(ConversationView),
      `/api/conversations${query({ search, archived: archived ? 'true' : null })}`,
      {
        signal,
      },
    ),
  renameConversation: (uuid: string, title: string) =>
    requestAs(ConversationView, `${conversation(uuid)}/title`, post({ title })),
  pinConversation: (uuid: string, pinned: boolean) =>
    requestAs(ConversationView, `${conversation(uuid)}/pin`, post({ pinned })),
  openConversation: (uuid: string, open: boolean) =>
    requestAs(ConversationView, `${conversation(uuid)}/tab`, post({ open })),
  archiveConversation: (uuid: string) =>
    requestAs(ConversationView, `${conversation(uuid)}/archive`, post()),
  unarchiveConversation: (uuid: string) =>
    requestAs(ConversationView, `${conversation(uuid)}/unarchive`, post()),
  attach: (uuid: string, file: File) =>
    requestAs(ConversationView, `${conversation(uuid)}/attachments${query({ name: file.name })}`, {
      method: 'POST',
      file,
    }),
  /** Where an image of a message is read. */
  imagePath: (uuid: string, attachment: string) =>
    `${conversation(uuid)}/attachments/${id(attachment)}`,
  detach: (uuid: string, attachment: string) =>
    requestAs(ConversationView, `${conversation(uuid)}/attachments/${id(attachment)}`, {
      method: 'DELETE',
    }),
  deleteConversation: (uuid: string) => request(conversation(uuid), { method: 'DELETE' }),
  stopTurn: (uuid: string) => requestAs(ConversationView, `${conversation(uuid)}/stop`, post()),
  conversation: (uuid: string, signal?: Signal) =>
    requestAs(ConversationView, conversation(uuid), { signal }),
  createConversation: (body: CreateConversation) =>
    requestAs(ConversationView, '/api/conversations', once(body)),
  sendMessage: (uuid: string, body: SendMessage) =>
    requestAs(ConversationView, `${conversation(uuid)}/messages`, once(body)),
  decide: (uuid: string, body: DecideCard) =>
    requestAs(ConversationView, `${conversation(uuid)}/decision`, once(body)),
  answerInput: (uuid: string, body: AnswerInput) =>
    requestAs(ConversationView, `${conversation(uuid)}/input`, once(body)),
  endProcess: (uuid: string) =>
    requestAs(ConversationView, `${conversation(uuid)}/end-process`, once()),
  conversationStreamUrl: (uuid: string) => `${conversation(uuid)}/stream`,

  // skills
  skills: (signal?: Signal) => requestAs(z.array(SkillSummary), '/api/skills', { signal }),
  toolNames: (signal?: Signal) => requestAs(z.array(ToolName), '/api/tool-names', { signal }),
  skillReview: (uid: number, signal?: Signal) =>
    requestAs(SkillReview, `${skill(uid)}/review`, { signal }),
  approveSkill: (uid: number, digest: string) =>
    requestAs(SkillReview, `${skill(uid)}/approve`, post({ digest })),
  revokeReach: (uid: number, digest: string, signal?: Signal) =>
    requestAs(RevokeReach, `${skill(uid)}/reach${query({ digest })}`, { signal }),
  revokeSkill: (uid: number, digest: string, reason: string) =>
    requestAs(SkillReview, `${skill(uid)}/revoke`, post({ digest, reason })),
  /** Runs to its end; hanging up ends it. */
  trySkill: (
    uid: number,
    body: TrySkill,
    options: { signal: AbortSignal; onEvent: (event: TrialEvent) => void },
  ) => requestEvents(TrialEvent, `${skill(uid)}/trial`, { ...post(body), ...options }),
  createSkill: (body: WriteSkill & { sourceUid: number }) =>
    requestAs(SkillReview, '/api/skills', post(body)),
  writeSkill: (uid: number, body: WriteSkill) => requestAs(SkillReview, skill(uid), put(body)),
  skillHistory: (uid: number, signal?: Signal) =>
    requestAs(z.array(SkillHistoryEntry), `${skill(uid)}/history`, { signal }),
  rollbackSkill: (uid: number, historyId: number) =>
    requestAs(SkillReview, `${skill(uid)}/rollback`, post({ historyId })),
  setSkillDataClass: (uid: number, dataClass: SnippetDataClass | null) =>
    requestAs(SkillReview, `${skill(uid)}/data-class`, put({ dataClass })),
  setSkillEnabled: (uid: number, enabled: boolean) =>
    requestAs(SkillReview, `${skill(uid)}/enabled`, post({ enabled })),
  setSkillAttachment: (uid: number, loadMode: LoadMode | null) =>
    request(`${skill(uid)}/attachment`, put({ loadMode })),
  skillSources: (signal?: Signal) =>
    requestAs(z.array(SkillSourceView), '/api/skill-sources', { signal }),
  createSkillSource: (body: { title: string; trustLevel: TrustLevel }) =>
    requestAs(SkillSourceView, '/api/skill-sources', post(body)),
  addSkillSource: (body: AddSkillSource) =>
    requestAs(SkillSourceView, '/api/skill-sources', post(body)),
  changeSkillSource: (uid: number, body: ChangeSkillSource) =>
    requestAs(SkillSourceView, source(uid), put(body)),
  startSync: (uid: number) => requestAs(SkillSyncState, `${source(uid)}/sync`, post()),
  syncState: (uid: number, signal?: Signal) =>
    requestAs(SkillSyncState, `${source(uid)}/sync`, { signal }),
  cancelSync: (uid: number) =>
    requestAs(SkillSyncState, `${source(uid)}/sync`, { method: 'DELETE' }),
  audit: (filter: AuditFilter, signal?: Signal) =>
    requestAs(z.array(SkillAuditEntry), `/api/audit${query({ ...filter })}`, { signal }),
  auditPeople: (signal?: Signal) =>
    requestAs(z.array(AuditPerson), '/api/audit/people', { signal }),
  skillAttachments: (signal?: Signal) =>
    requestAs(z.array(ConfigurationSkills), '/api/skill-attachments', { signal }),
  setAttachment: (configuration: number, skillUid: number, loadMode: LoadMode | null) =>
    requestAs(
      z.array(AttachedSkill),
      `/api/skill-attachments/${String(configuration)}/${String(skillUid)}`,
      put({ loadMode }),
    ),
  orderAttachments: (configuration: number, skillUids: readonly number[]) =>
    requestAs(
      z.array(AttachedSkill),
      `/api/skill-attachments/${String(configuration)}`,
      put({ skillUids }),
    ),

  // runs
  runs: (whose: 'all' | 'mine', signal?: Signal) =>
    requestAs(z.array(RunListItem), `/api/runs?whose=${whose}`, { signal }),
  inbox: (signal?: Signal) => requestAs(z.array(InboxItem), '/api/inbox', { signal }),
  inspectRun: (uuid: string, signal?: Signal) =>
    requestAs(InspectedRun, `${run(uuid)}/inspection`, { signal }),
  runEvents: (uuid: string, signal?: Signal) =>
    requestAs(z.array(RunEvent), `${run(uuid)}/events`, { signal }),
  approveRun: (uuid: string, cardDigest: string) =>
    requestAs(RunDecided, `${run(uuid)}/approve`, once({ cardDigest })),
  denyRun: (uuid: string, cardDigest: string) =>
    requestAs(RunDecided, `${run(uuid)}/deny`, once({ cardDigest })),
  answerRun: (uuid: string, body: AnswerInput) =>
    requestAs(RunDecided, `${run(uuid)}/answer`, once(body)),
  cancelRun: (uuid: string) => request(`${run(uuid)}/cancel`, post()),

  // tasks
  tasks: (signal?: Signal) => requestAs(z.array(TaskView), '/api/tasks', { signal }),
  task: (uid: number, signal?: Signal) => requestAs(TaskView, task(uid), { signal }),
  taskOptions: (signal?: Signal) => requestAs(TaskOptions, '/api/task-options', { signal }),
  createTask: (body: CreateTask) => requestAs(TaskView, '/api/tasks', post(body)),
  changeTask: (uid: number, body: ChangeTask) => requestAs(TaskView, task(uid), put(body)),
  attachTaskSkill: (uid: number, skillUid: number, loadMode: LoadMode | null) =>
    requestAs(TaskView, `${task(uid)}/skills/${String(skillUid)}`, put({ loadMode })),
  runTask: (uid: number, body: RunTask) => requestAs(TaskResult, `${task(uid)}/run`, once(body)),
  taskResults: (signal?: Signal) => requestAs(z.array(TaskResult), '/api/task-results', { signal }),
  taskResult: (uuid: string, signal?: Signal) =>
    requestAs(TaskResult, `/api/task-results/${id(uuid)}`, { signal }),
} as const;
