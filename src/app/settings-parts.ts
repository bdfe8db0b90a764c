import { join, resolve } from 'node:path';
import { ProviderKind, type PrivacyLevel } from '../contracts/index.ts';
import { PROVIDER_KINDS, type ModelSettings } from '../models/index.ts';
import type { SettingsFile } from './settings-schema.ts';
import type { Environment } from './settings-sources.ts';

/** What the parts of the settings are made from, and where their problems go. */
export interface SettingsContext {
  readonly env: Environment;
  readonly cwd: string;
  readonly problems: string[];
}

export interface PrivacySettings {
  /** How much of what is said in runs and tasks is kept (SEC-05). Default metadata. */
  readonly level: PrivacyLevel;
  /** Days after the end that ended runs, the content of their steps and answers of tasks are kept; 0 = for good. Default 30. */
  readonly runDays: number;
  readonly stepDays: number;
  readonly taskDays: number;
  /** Days for which is kept who used which model how much; 0 = for good. Default 400, at least 32. */
  readonly usageDays: number;
}

export type DatabaseSettings =
  | {
      readonly dialect: 'sqlite';
      readonly file: string;
      readonly synchronous: 'full' | 'normal' | 'off';
    }
  | { readonly dialect: 'postgres'; readonly url: string; readonly connections: number };

/** An origin is scheme, host and port: what a browser writes into `Origin`. A path would never match. */
export function embedOriginsOf(
  written: readonly string[],
  { problems }: SettingsContext,
): string[] {
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

export function privacyOf(file: NonNullable<SettingsFile['privacy']>): PrivacySettings {
  const all = file.retentionDays ?? 30;
  return {
    level: file.level ?? 'metadata',
    runDays: file.runDays ?? all,
    stepDays: file.stepDays ?? all,
    taskDays: file.taskDays ?? all,
    usageDays: file.usageDays ?? 400,
  };
}

export function databaseOf(
  file: NonNullable<SettingsFile['database']>,
  dataDir: string,
  { cwd, problems }: SettingsContext,
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

export function modelOf(
  file: NonNullable<SettingsFile['model']>,
  { env, problems }: SettingsContext,
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
    seesImages: file.images === 'shown',
    ...(file.trustZone === undefined ? {} : { trustZone: file.trustZone }),
  };
}

export function providerKeys(env: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      /^VOUCH_KEY_[A-Z0-9_]+$/.test(name) && value !== undefined && value !== ''
        ? [[name, value]]
        : [],
    ),
  );
}
