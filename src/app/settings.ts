import { join, resolve } from 'node:path';
import type { core } from 'zod';
import type { PrivateAddresses } from '../base/index.ts';
import { refusedWords, wantedWords, type TrustLevel } from '../contracts/index.ts';
import type { ModelSettings } from '../models/index.ts';
import type { LogLevel } from './log.ts';
import {
  databaseOf,
  embedOriginsOf,
  modelOf,
  privacyOf,
  providerKeys,
  type DatabaseSettings,
  type PrivacySettings,
  type SettingsContext,
} from './settings-parts.ts';
import {
  invalidSettings,
  parseSettings,
  readSettingsFile,
  sourcesOf,
  withEnvironment,
  type Environment,
  type SettingSources,
} from './settings-sources.ts';
import { ENVIRONMENT, SettingsFile } from './settings-schema.ts';
import { saidOfSite, type SaidOfSite } from './site-settings.ts';

export type { DatabaseSettings } from './settings-parts.ts';
export type { Environment } from './settings-sources.ts';

/** Everything an installation can be told, read once at start. Paths are absolute. */
export interface Settings {
  /** Where the database, the key file and the demo site live. Default `./data`. */
  readonly dataDir: string;
  /** Default `info`. */
  readonly logLevel: LogLevel;
  readonly server: {
    /** Default 127.0.0.1: this machine only. */
    readonly host: string;
    /** Default 4317; 0 takes a free one. */
    readonly port: number;
    /** Where people reach the server; `null`: at host and port. An https address makes cookies secure. */
    readonly baseUrl: string | null;
    /** Origins whose pages may embed the chat. Default none. */
    readonly embedOrigins: readonly string[];
    /** Default 7. */
    readonly sessionDays: number;
    /** From one address. Default 10. */
    readonly signInAttemptsPerMinute: number;
    /** How long an invitation can be used. Default 7. */
    readonly invitationDays: number;
    /** How long a link to a new password can be used. Default 24. */
    readonly resetHours: number;
  };
  readonly database: DatabaseSettings;
  readonly content: {
    /** The folder of the site. */
    readonly root: string;
    /** Whether no folder was named: the demo site is copied there on first start. */
    readonly isDemo: boolean;
    /** `null`: the name of the folder. */
    readonly siteName: string | null;
    /**
     * `on`: the system tells what others write, where it does so file by file (Linux). `off`: every file is looked at
     * whenever somebody asks, for disks that other machines write. Default `on`.
     */
    readonly watch: 'on' | 'off';
    /** Commits what is written, every change or a tour as one. Default `off`. */
    readonly git: 'off' | 'change' | 'tour';
  } & SaidOfSite;
  readonly model: ModelSettings;
  readonly models: {
    /** Which addresses of the own network providers that people enter may have. Default none. */
    readonly privateAddresses: PrivateAddresses;
    /** Keys that providers may name by their variable: every `VOUCH_KEY_…` of the environment. */
    readonly keys: Readonly<Record<string, string>>;
  };
  readonly signIn: {
    /** Which addresses of the own network sign-in providers may have; with any, `http:` is taken too. Default none. */
    readonly privateAddresses: PrivateAddresses;
  };
  readonly mcp: {
    /** Whether servers of tools may be commands on this machine. Default refused. */
    readonly commands: 'refused' | 'allowed';
    /** Which addresses of the own network servers of tools may have. Default none. */
    readonly privateAddresses: PrivateAddresses;
    /** Calls to all servers of tools together, in one segment of a run. Default 20. */
    readonly callsPerSegment: number;
    /** Tools one server may name. Default 500. */
    readonly maxTools: number;
    /** Pages of a server's list that are read. Default 50. */
    readonly maxPages: number;
  };
  readonly webhooks: {
    /** Which addresses of the own network programs that are told of events may have. Default none. */
    readonly privateAddresses: PrivateAddresses;
  };
  readonly skills: {
    /** Admission (ADM-02). Default untrusted. */
    readonly minTrustLevel: TrustLevel;
    /** Framing (ADM-02). Default verified. */
    readonly instructionTrustLevel: TrustLevel;
    /** Of the fenced block. Default 24,000. */
    readonly maxBytes: number;
    /** Files one sync reads. Default 500. */
    readonly syncMaxFiles: number;
    /** Default 120. */
    readonly syncMaxSeconds: number;
  };
  readonly privacy: PrivacySettings;
  readonly work: {
    /** Turns and runs one process works on side by side. Default 4. */
    readonly concurrency: number;
    /** How long a process that stops waits for a model's answer. Default 20. */
    readonly stopSeconds: number;
    /** After so long without a sign of life another worker takes a run over. Default 60. */
    readonly leaseSeconds: number;
  };
  /** What a reader of `/metrics` has to show; `null`: there are none. */
  readonly metricsToken: string | null;
  /** Whether spans are written. Default `false`. */
  readonly traces: boolean;
  readonly chat: {
    /** Default 10,000. */
    readonly maxMessageCharacters: number;
    /** Conversations that work at once. Default 3. */
    readonly maxActivePerUser: number;
    /** Default 50. */
    readonly maxConversationsPerUser: number;
    /** Days without use after which a conversation is archived. Default 30. */
    readonly archiveAfterDays: number;
    /** Days in the archive after which it is deleted. Default 90. */
    readonly deleteArchivedAfterDays: number;
    /** Text of all files of one message. Default 50,000. */
    readonly maxAttachmentCharacters: number;
    /** Pages of one file. Default 200. */
    readonly maxAttachmentPages: number;
  };
  /** Who set what is not at its default. */
  readonly sources: SettingSources;
}

const DEMO_SITE_NAME = 'Aldersee Library';
const LOOPBACK = ['127.0.0.1', 'localhost', '::1'];

/**
 * Reads the settings file (`file`, or `vouch.config.json` in `cwd` when there is one) and the environment, which wins.
 * Throws `settings_invalid` with a sentence for every problem.
 */
export async function loadSettings(options: {
  readonly file?: string;
  readonly env: Environment;
  readonly cwd: string;
}): Promise<Settings> {
  const text = await readSettingsFile(options);
  return settingsOf(text, options.env, options.cwd);
}

/** The settings of a file's text (`null`: no file) and an environment. */
export function settingsOf(text: string | null, env: Environment, cwd: string): Settings {
  const problems: string[] = [];
  const raw = text === null ? {} : parseSettings(text, problems);
  const merged = withEnvironment(raw, env, problems);
  const parsed = SettingsFile.safeParse(merged, {
    error: wantedWords,
    reportInput: true,
  });
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      problems.push(
        keyInFile(issue) ??
          refusedWords(issue, nameOf(issue.path.filter((part) => typeof part === 'string'))),
      );
    }
    throw invalidSettings(problems);
  }
  const sources = sourcesOf(raw, env);
  const settings = { ...build(parsed.data, { env, cwd, problems }), sources };
  if (problems.length > 0) throw invalidSettings(problems);
  return settings;
}

/** What to say of a key in the file, where many look for it first. */
function keyInFile(issue: core.$ZodIssue): string | null {
  return issue.code === 'unrecognized_keys' && issue.keys.includes('apiKey')
    ? `${issue.path.join('.')}.apiKey is not read from the file: keys come from the environment, as VOUCH_MODEL_API_KEY.`
    : null;
}

/** A setting by its name, with the variable that sets it too. */
function nameOf(path: readonly string[]): string {
  const name = path.join('.');
  const variable = Object.entries(ENVIRONMENT).find(([, [of]]) => of === name)?.[0];
  if (name === '') return 'The settings file';
  return variable === undefined ? name : `${name} (${variable})`;
}

/** Origins from which people may sign in, given the address of the server: on one's own machine, each of its names. */
export function trustedOriginsOf(baseUrl: string): readonly string[] {
  const url = new URL(baseUrl);
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  if (!names.includes(url.hostname)) return [url.origin];
  const port = url.port === '' ? '' : `:${url.port}`;
  return names.map((name) => `${url.protocol}//${name}${port}`);
}

function build(file: SettingsFile, context: SettingsContext): Omit<Settings, 'sources'> {
  const dataDir = resolve(context.cwd, file.dataDir ?? 'data');
  const host = file.server?.host ?? '127.0.0.1';
  if (!LOOPBACK.includes(host) && file.server?.baseUrl === undefined) {
    context.problems.push(
      `server.host ${host} opens the server to other machines, so server.baseUrl (VOUCH_BASE_URL) must say at which address people reach it.`,
    );
  }
  return {
    dataDir,
    logLevel: file.logLevel ?? 'info',
    server: {
      host,
      port: file.server?.port ?? 4317,
      baseUrl: file.server?.baseUrl?.replace(/\/+$/, '') ?? null,
      embedOrigins: embedOriginsOf(file.server?.embedOrigins ?? [], context),
      sessionDays: file.server?.sessionDays ?? 7,
      signInAttemptsPerMinute: file.server?.signInAttemptsPerMinute ?? 10,
      invitationDays: file.server?.invitationDays ?? 7,
      resetHours: file.server?.resetHours ?? 24,
    },
    database: databaseOf(file.database ?? {}, dataDir, context),
    content: {
      root: file.content?.root ? resolve(context.cwd, file.content.root) : join(dataDir, 'site'),
      isDemo: file.content?.root === undefined,
      siteName:
        file.content?.siteName ?? (file.content?.root === undefined ? DEMO_SITE_NAME : null),
      watch: file.content?.watch ?? 'on',
      git: file.content?.git ?? 'off',
      ...saidOfSite(file.content ?? {}),
    },
    model: modelOf(file.model ?? {}, context),
    models: {
      privateAddresses: file.models?.privateAddresses ?? 'none',
      keys: providerKeys(context.env),
    },
    signIn: { privateAddresses: file.signIn?.privateAddresses ?? 'none' },
    mcp: {
      commands: file.mcp?.commands ?? 'refused',
      privateAddresses: file.mcp?.privateAddresses ?? 'none',
      callsPerSegment: file.mcp?.callsPerSegment ?? 20,
      maxTools: file.mcp?.maxTools ?? 500,
      maxPages: file.mcp?.maxPages ?? 50,
    },
    webhooks: { privateAddresses: file.webhooks?.privateAddresses ?? 'none' },
    skills: {
      minTrustLevel: file.skills?.minTrustLevel ?? 'untrusted',
      instructionTrustLevel: file.skills?.instructionTrustLevel ?? 'verified',
      maxBytes: file.skills?.maxBytes ?? 24_000,
      syncMaxFiles: file.skills?.syncMaxFiles ?? 500,
      syncMaxSeconds: file.skills?.syncMaxSeconds ?? 120,
    },
    privacy: privacyOf(file.privacy ?? {}),
    work: {
      concurrency: file.work?.concurrency ?? 4,
      stopSeconds: file.work?.stopSeconds ?? 20,
      leaseSeconds: file.work?.leaseSeconds ?? 60,
    },
    metricsToken: file.metrics?.token ?? null,
    traces: file.telemetry?.traces ?? false,
    chat: {
      maxMessageCharacters: file.chat?.maxMessageCharacters ?? 10_000,
      maxActivePerUser: file.chat?.maxActivePerUser ?? 3,
      maxConversationsPerUser: file.chat?.maxConversationsPerUser ?? 50,
      archiveAfterDays: file.chat?.archiveAfterDays ?? 30,
      deleteArchivedAfterDays: file.chat?.deleteArchivedAfterDays ?? 90,
      maxAttachmentCharacters: file.chat?.maxAttachmentCharacters ?? 50_000,
      maxAttachmentPages: file.chat?.maxAttachmentPages ?? 200,
    },
  };
}
