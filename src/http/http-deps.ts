import type {
  Accounts,
  ActorDirectory,
  PasswordLinks,
  People,
  PeopleAdministration,
  PeopleSessions,
  PersonalData,
  ServiceAccounts,
  SignInLinks,
  SignInProviders,
} from '../actors/index.ts';
import type { Clock, Ids, Receipts, Sealer } from '../base/index.ts';
import type {
  ChatService,
  ConversationStream,
  SkillTrials,
  SlashMenu,
  TourSeriesService,
} from '../chat/index.ts';
import type { ContentHost } from '../content/index.ts';
import type {
  ChatModels,
  ConfigurationReader,
  ModelService,
  UsageService,
} from '../models/index.ts';
import type { SnippetService } from '../prompts/index.ts';
import type { HealthDeps } from './health-deps.ts';
import type { Governance, HostedRuntime, Playground } from '../runs/index.ts';
import type { SkillIngest, SkillService } from '../skills/index.ts';
import type { SettingsService } from './settings-routes.ts';
import type { TaskService } from '../tasks/index.ts';
import type { ToolService } from '../tools/index.ts';
import type { WebhookService } from '../webhooks/index.ts';
import type { RemoteServerService } from '../tools/index.ts';

/** What the web interface and the API stand on. */
export interface HttpDeps extends HealthDeps {
  readonly accounts: Accounts;
  readonly people: Pick<People, 'setupState' | 'createAdministrator' | 'person'>;
  readonly peopleAdministration: PeopleAdministration;
  readonly passwordLinks: Pick<PasswordLinks, 'state' | 'use'>;
  readonly sessions: PeopleSessions;
  readonly serviceAccounts: ServiceAccounts;
  readonly signInProviders: SignInProviders;
  readonly signInLinks: SignInLinks;
  readonly personalData: PersonalData;
  readonly directory: ActorDirectory;
  readonly host: ContentHost;
  readonly chat: ChatService;
  readonly stream: ConversationStream;
  readonly slashMenu: SlashMenu;
  readonly tours: TourSeriesService;
  readonly skills: SkillService;
  readonly ingest: SkillIngest;
  readonly snippets: SnippetService;
  readonly trials: Pick<SkillTrials, 'begin'>;
  /** Runs, to look at, to cancel, and to decide outside their conversations. */
  readonly runs: Pick<
    HostedRuntime,
    'enqueue' | 'list' | 'status' | 'events' | 'cancel' | 'inbox' | 'waiting' | 'inspect' | 'stale'
  >;
  readonly playground: Playground;
  readonly governance: Governance;
  readonly settingsService: SettingsService;
  readonly tasks: TaskService;
  readonly tools: ToolService;
  readonly configurations: ConfigurationReader;
  readonly models: ChatModels;
  readonly modelService: ModelService;
  readonly usage: UsageService;
  readonly remoteServers: RemoteServerService;
  /** Requests that are carried out once, however often they are sent. */
  readonly receipts: Receipts;
  /** Programs that are told of events. */
  readonly webhooks: WebhookService;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Seals the tokens of embedded chats. */
  readonly sealer: Sealer;
  /** For what went wrong unexpectedly. Never a body, a cookie or a query. */
  readonly log: (message: string, data: Readonly<Record<string, unknown>>) => void;
}

export interface HttpOptions {
  /** Where people reach this server. Its origin may change state here; over https it is kept to https. */
  readonly baseUrl: string;
  /** What the site is called while its host does not answer and has not done so before. Default: no name. */
  readonly siteName?: string;
  /** Further origins whose pages may change state here. Default none. */
  readonly trustedOrigins?: readonly string[];
  /** Folder of the built web interface; `null` = none is served. */
  readonly webRoot: string | null;
  /** Folder of the built element for other pages; without one, none is served. */
  readonly embedRoot?: string;
  /** Origins whose pages may embed the chat. Default none. */
  readonly embedOrigins?: readonly string[];
  /** Between two signs of life of an event stream. Default 15,000. */
  readonly heartbeatMs?: number;
  /** Largest request body. Default 1 MiB. */
  readonly maxBodyBytes?: number;
}
