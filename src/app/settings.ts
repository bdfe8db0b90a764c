import { readFile } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { AppError, type PrivateAddresses } from '../base/index.ts';
import { ProviderKind, type PrivacyLevel, type TrustLevel } from '../contracts/index.ts';
import { PROVIDER_KINDS, type ModelSettings } from '../models/index.ts';
import type { LogLevel } from './log.ts';
import { ENVIRONMENT, SettingsFile } from './settings-schema.ts';

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
  };
  readonly database: DatabaseSettings;
  readonly content: {
    /** The folder of the site. */
    readonly root: string;
    /** Whether no folder was named: the demo site is copied there on first start. */
    readonly isDemo: boolean;
    /** `null`: the name of the folder. */
    readonly siteName: string | null;
  };
  readonly model: ModelSettings;
  readonly models: {
    /** Which addresses of the own network providers that people enter may have. Default none. */
    readonly privateAddresses: PrivateAddresses;
    /** Keys that providers may name by their variable: every `VOUCH_KEY_…` of the environment. */
    readonly keys: Readonly<Record<string, string>>;
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
  readonly privacy: {
    /** How much of what is said in runs and tasks is kept (SEC-05). Default metadata. */
    readonly level: PrivacyLevel;
    /** Days after the end that ended runs, the content of their steps and answers of tasks are kept; 0 = for good. Default 30. */
    readonly runDays: number;
    readonly stepDays: number;
    readonly taskDays: number;
  };
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
}

export type DatabaseSettings =
  | {
      readonly dialect: 'sqlite';
      readonly file: string;
      readonly synchronous: 'full' | 'normal' | 'off';
    }
  | { readonly dialect: 'postgres'; readonly url: string; readonly connections: number };

export type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_FILE = 'vouch.config.json';
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
  const raw = text === null ? {} : parseJson(text, problems);
  const merged = withEnvironment(raw, env, problems);
  const parsed = SettingsFile.safeParse(merged);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const place = issue.path.join('.');
      problems.push(`${place === '' ? 'The settings' : place}: ${issue.message}.`);
    }
    throw invalid(problems);
  }
  const settings = build(parsed.data, { env, cwd, problems });
  if (problems.length > 0) throw invalid(problems);
  return settings;
}

/** Origins from which people may sign in, given the address of the server: on one's own machine, each of its names. */
export function trustedOriginsOf(baseUrl: string): readonly string[] {
  const url = new URL(baseUrl);
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  if (!names.includes(url.hostname)) return [url.origin];
  const port = url.port === '' ? '' : `:${url.port}`;
  return names.map((name) => `${url.protocol}//${name}${port}`);
}

interface BuildContext {
  readonly env: Environment;
  readonly cwd: string;
  readonly problems: string[];
}

function build(file: SettingsFile, context: BuildContext): Settings {
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
    },
    database: databaseOf(file.database ?? {}, dataDir, context),
    content: {
      root: file.content?.root ? resolve(context.cwd, file.content.root) : join(dataDir, 'site'),
      isDemo: file.content?.root === undefined,
      siteName:
        file.content?.siteName ?? (file.content?.root === undefined ? DEMO_SITE_NAME : null),
    },
    model: modelOf(file.model ?? {}, context),
    models: {
      privateAddresses: file.models?.privateAddresses ?? 'none',
      keys: providerKeys(context.env),
    },
    mcp: {
      commands: file.mcp?.commands ?? 'refused',
      privateAddresses: file.mcp?.privateAddresses ?? 'none',
      callsPerSegment: file.mcp?.callsPerSegment ?? 20,
      maxTools: file.mcp?.maxTools ?? 500,
      maxPages: file.mcp?.maxPages ?? 50,
    },
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

/** An origin is scheme, host and port: what a browser writes into `Origin`. A path would never match. */
function embedOriginsOf(written: readonly string[], { problems }: BuildContext): string[] {
  return written.map((address) => {
    const { origin, href } = new URL(address);
    if (href !== `${origin}/`) {
      problems.push(
        `server.embedOrigins (VOUCH_EMBED_ORIGINS) names origins, without path or query: ${origin} instead of ${address}.`,
      );
    }
    return origin;
  });
}

function privacyOf(file: NonNullable<SettingsFile['privacy']>): Settings['privacy'] {
  const all = file.retentionDays ?? 30;
  return {
    level: file.level ?? 'metadata',
    runDays: file.runDays ?? all,
    stepDays: file.stepDays ?? all,
    taskDays: file.taskDays ?? all,
  };
}

function databaseOf(
  file: NonNullable<SettingsFile['database']>,
  dataDir: string,
  { cwd, problems }: BuildContext,
): DatabaseSettings {
  const dialect = file.dialect ?? (file.url === undefined ? 'sqlite' : 'postgres');
  if (dialect === 'postgres') {
    if (file.url === undefined) {
      problems.push(
        'database.dialect is postgres, but there is no address: set database.url (VOUCH_DATABASE_URL).',
      );
    }
    if (file.file !== undefined || file.synchronous !== undefined) {
      problems.push(
        'database.file and database.synchronous are for SQLite, but the database is PostgreSQL: remove them, or database.url.',
      );
    }
    return { dialect, url: file.url ?? '', connections: file.connections ?? 5 };
  }
  if (file.url !== undefined) {
    problems.push(
      'database.dialect is sqlite, but database.url names a PostgreSQL server: keep one.',
    );
  }
  return {
    dialect,
    file: file.file === undefined ? join(dataDir, 'vouch.db') : resolve(cwd, file.file),
    synchronous: file.synchronous ?? 'full',
  };
}

function modelOf(
  file: NonNullable<SettingsFile['model']>,
  { env, problems }: BuildContext,
): ModelSettings {
  const provider = file.provider ?? 'checklist';
  const ownKey = env['VOUCH_MODEL_API_KEY'] || null;
  if (provider === 'checklist') {
    const stray = [
      ...(ownKey === null ? [] : ['VOUCH_MODEL_API_KEY']),
      ...Object.keys(file).filter((name) => name !== 'provider'),
    ];
    if (stray.length > 0) {
      problems.push(
        `A model is set (${stray.join(', ')}) but no provider: set model.provider (VOUCH_MODEL_PROVIDER) to one of ${ProviderKind.options.join(', ')}.`,
      );
    }
    return { provider };
  }
  if (file.model === undefined) {
    problems.push(`model.provider is ${provider}, so model.model (VOUCH_MODEL) must name a model.`);
  }
  const { address, needsKey, keyVariable } = PROVIDER_KINDS[provider];
  if (file.baseUrl === undefined && address === null) {
    problems.push(
      `model.provider is ${provider}, so model.baseUrl (VOUCH_MODEL_BASE_URL) must say where it is.`,
    );
  }
  const customary = keyVariable === null ? null : env[keyVariable] || null;
  const apiKey = ownKey ?? customary;
  if (needsKey && apiKey === null) {
    problems.push(
      `model.provider is ${provider}, so the environment must hold its key: VOUCH_MODEL_API_KEY${keyVariable === null ? '' : ` or ${keyVariable}`}.`,
    );
  }
  return {
    provider,
    model: file.model ?? '',
    apiKey,
    baseUrl: file.baseUrl ?? null,
    contextWindowTokens: file.contextWindowTokens ?? null,
    ...(file.trustZone === undefined ? {} : { trustZone: file.trustZone }),
  };
}

function providerKeys(env: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      /^VOUCH_KEY_[A-Z0-9_]+$/.test(name) && value !== undefined && value !== ''
        ? [[name, value]]
        : [],
    ),
  );
}

async function readSettingsFile(options: {
  readonly file?: string;
  readonly cwd: string;
}): Promise<string | null> {
  const name = options.file ?? DEFAULT_FILE;
  const path = isAbsolute(name) ? name : join(options.cwd, name);
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (missing && options.file === undefined) return null;
    throw invalid([
      missing
        ? `The settings file ${path} does not exist.`
        : `The settings file ${path} cannot be read.`,
    ]);
  }
}

function parseJson(text: string, problems: string[]): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
    problems.push('The settings file must hold one JSON object.');
  } catch (error) {
    problems.push(`The settings file is not JSON: ${(error as Error).message}.`);
  }
  throw invalid(problems);
}

/** The file's settings with the environment's over them; names a `VOUCH_` variable that is none of ours. */
function withEnvironment(
  raw: Record<string, unknown>,
  env: Environment,
  problems: string[],
): Record<string, unknown> {
  const merged = structuredClone(raw);
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith('VOUCH_') || text === undefined || text === '') continue;
    if (NOT_SETTINGS.test(name)) continue;
    const target = ENVIRONMENT[name];
    if (target === undefined) {
      problems.push(`The environment variable ${name} is not known.`);
      continue;
    }
    const [path, kind] = target;
    const value = readVariable(text, kind);
    const [group = '', member] = path.split('.');
    if (member === undefined) merged[group] = value;
    else merged[group] = { ...(merged[group] as object | undefined), [member]: value };
  }
  if (problems.length > 0) throw invalid(problems);
  return merged;
}

function readVariable(text: string, kind: 'number' | 'list' | undefined) {
  if (kind === 'list') return text.split(',').map((item) => item.trim());
  return kind === 'number' && text.trim() !== '' ? Number(text) : text;
}

/** Variables that begin with `VOUCH_` and are read elsewhere. */
const NOT_SETTINGS = /^VOUCH_(MODEL_API_KEY|KEY_[A-Z0-9_]+|CHROMIUM|CONFIG|TEST_.*)$/;

function invalid(problems: readonly string[]): AppError {
  return new AppError('settings_invalid', problems.join('\n'), { data: { problems } });
}
