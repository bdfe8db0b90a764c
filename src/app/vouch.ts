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
import type { MetricsSource, Readiness, SettingsService } from '../http/index.ts';
import type { Governance, HostedRuntime, Playground } from '../runs/index.ts';
import type { SnippetService } from '../prompts/index.ts';
import type { SkillIngest, SkillService } from '../skills/index.ts';
import type { TaskService } from '../tasks/index.ts';
import type { ToolService } from '../tools/index.ts';
import type { RemoteServerService } from '../tools/index.ts';
import type { WebhookService } from '../webhooks/index.ts';
import type { Logger } from './log.ts';
import type { Settings } from './settings.ts';

/** An installation that has been put together and not yet opened to anybody. */
export interface Vouch {
  readonly settings: Settings;
  /** Where people reach the server. */
  readonly baseUrl: string;
  /** Whether that is said by the settings or by a server that runs, and no guess. */
  readonly isBaseUrlKnown: boolean;
  /** Notes where this process is reached, for commands beside it. */
  readonly serves: (url: string) => Promise<void>;
  readonly log: Logger;
  readonly accounts: Accounts;
  readonly people: People;
  readonly peopleAdministration: PeopleAdministration;
  readonly passwordLinks: PasswordLinks;
  readonly sessions: PeopleSessions;
  readonly serviceAccounts: ServiceAccounts;
  /** Where people have accounts they sign in with. */
  readonly signInProviders: SignInProviders;
  /** The accounts there that people enter with. */
  readonly signInLinks: SignInLinks;
  /** A person's own data, taken along or deleted. */
  readonly personalData: PersonalData;
  readonly directory: ActorDirectory;
  readonly configurations: ConfigurationReader;
  readonly models: ChatModels;
  readonly modelService: ModelService;
  /** What models are used for, and budgets. */
  readonly usage: UsageService;
  /** Servers of tools. */
  readonly remoteServers: RemoteServerService;
  readonly host: ContentHost;
  readonly skills: SkillService;
  readonly ingest: SkillIngest;
  readonly snippets: SnippetService;
  readonly trials: SkillTrials;
  readonly runtime: HostedRuntime;
  /** Trying a configuration. */
  readonly playground: Playground;
  readonly governance: Governance;
  /** The settings, for administrators to see. */
  readonly settingsService: SettingsService;
  readonly tasks: TaskService;
  readonly tools: ToolService;
  readonly chat: ChatService;
  readonly stream: ConversationStream;
  readonly slashMenu: SlashMenu;
  readonly tours: TourSeriesService;
  readonly receipts: Receipts;
  /** Programs that are told of events. */
  readonly webhooks: WebhookService;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly sealer: Sealer;
  /** Whether the database answers. */
  readonly isHealthy: () => Promise<boolean>;
  /** Whether this process can take requests and work. */
  readonly readiness: () => Promise<Readiness>;
  /** Wakes what an earlier process left unfinished: interrupted runs and conversations. From then on it takes work. */
  resumeInterrupted(): Promise<void>;
  /** Figures for Prometheus; `null` = there are none. */
  readonly metrics: MetricsSource | null;
  /** Ends the event streams of this process; browsers come back to another server, or to this one. */
  endStreams(): void;
  /**
   * Takes no more work and hands over what is under way, within the setting `work.stopSeconds`. Returns whether everything
   * came to rest. Call it before `close`; without it `close` waits for whatever is under way.
   */
  stopWork(): Promise<boolean>;
  /** Lets work in progress come to rest, then closes database and files. */
  close(): Promise<void>;
}
