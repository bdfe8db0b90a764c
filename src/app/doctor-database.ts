import {
  appliedMigrations,
  createProviderStore,
  databaseTime,
  inspectDatabase,
  MIGRATIONS,
  missingMigrations,
  openDatabase,
  tryTransaction,
  type Database,
  type DatabaseFindings,
} from '../adapters/storage/index.ts';
import { isAppError, type Clock } from '../base/index.ts';
import { kindOf } from './backup-paths.ts';
import { ok, problem, reasonOf, warning, type Finding } from './doctor-findings.ts';
import type { EnteredProvider } from './doctor-providers.ts';
import { keyIdOf } from './keys.ts';
import type { DatabaseSettings } from './settings.ts';

const BUSY_MS = 1_500;
const CLOCK_WARNING_MS = 5_000;
const CLOCK_PROBLEM_MS = 60_000;

export interface DatabaseChecks {
  readonly findings: readonly Finding[];
  /** `null` when the database could not be looked into. */
  readonly facts: DatabaseFindings | null;
  /** Of models that administrators entered; empty when the database could not be looked into. */
  readonly providers: readonly EnteredProvider[];
}

/** Whether the database answers, takes transactions, is up to date, agrees on the time, and opens with the keys there are. */
export async function checkDatabase(
  settings: DatabaseSettings,
  given: { readonly clock: Clock; readonly keys: readonly Uint8Array[] },
): Promise<DatabaseChecks> {
  if (settings.dialect === 'sqlite' && (await kindOf(settings.file)) === null) {
    const finding = warning(
      'database',
      `There is no database ${settings.file} yet.`,
      'A first start creates it. If there was one, set dataDir or database.file to where it is now, or run: vouch restore FILE',
    );
    return { findings: [finding], facts: null, providers: [] };
  }
  let database: Database | null = null;
  try {
    database = await openDatabase(
      settings.dialect === 'sqlite' ? { ...settings, busyTimeoutMs: BUSY_MS } : settings,
      given.clock,
    );
    await tryTransaction(database);
    return await lookInto(database, given);
  } catch (error) {
    return { findings: [unavailable(error)], facts: null, providers: [] };
  } finally {
    await database?.close();
  }
}

async function lookInto(
  database: Database,
  { clock, keys }: { readonly clock: Clock; readonly keys: readonly Uint8Array[] },
): Promise<DatabaseChecks> {
  const findings = [ok('database', 'The database answers and takes transactions.')];
  const migrations = checkMigrations(await appliedMigrations(database));
  findings.push(migrations);
  const there = await databaseTime(database);
  if (migrations.status !== 'ok') {
    findings.push(clockFinding({ nowMs: clock.now(), databaseMs: there, latestAtMs: null }));
    return { findings, facts: null, providers: [] };
  }
  const facts = await inspectDatabase(database);
  const { latestAtMs } = facts;
  findings.push(clockFinding({ nowMs: clock.now(), databaseMs: there, latestAtMs }));
  findings.push(keysFinding(facts, keys));
  return { findings, facts, providers: await enteredProviders(database) };
}

async function enteredProviders(database: Database): Promise<readonly EnteredProvider[]> {
  const store = createProviderStore(database);
  return Promise.all(
    (await store.providers()).map(async (provider) => ({
      provider,
      sealedKey: await store.sealedKey(provider),
    })),
  );
}

function unavailable(error: unknown): Finding {
  const reason = reasonOf(error);
  if (/SQLITE_BUSY|database is locked/.test(`${codeOf(error)} ${reason}`)) {
    return problem(
      'database',
      'The database is locked: another program has held it for longer than it may.',
      'Find the program that has the file open (lsof on it, a backup tool, a database browser) and close it. The file must not be on a network disk.',
    );
  }
  return problem(
    'database',
    isAppError(error) ? error.message : `The database cannot be used: ${reason}.`,
    'Check dataDir, database.file or database.url, and that this account may read and write there; for PostgreSQL that the server runs. A damaged file: vouch restore FILE.',
  );
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const codes = [error, cause].map((each) => (each as { code?: unknown } | undefined)?.code);
  return codes.filter((code) => typeof code === 'string').join(' ');
}

function checkMigrations(applied: readonly string[]): Finding {
  try {
    const missing = missingMigrations(
      MIGRATIONS.map(({ name }) => name),
      applied,
    );
    if (applied.length === 0) {
      return warning(
        'migrations',
        'The database is empty.',
        'A first start makes its tables. If there was an installation, set database.file or database.url to where it is.',
      );
    }
    return missing.length === 0
      ? ok('migrations', 'The tables are those of this version.')
      : problem(
          'migrations',
          `The database lacks ${String(missing.length)} steps of this version: ${missing.join(', ')}.`,
          'Make a backup, then start this version once (vouch serve): it brings the tables up to date.',
        );
  } catch (error) {
    return problem(
      'migrations',
      reasonOf(error),
      'Install the version that wrote it, or restore a backup of this version.',
    );
  }
}

/** A clock that is far off makes leases, sessions and the order of what happened wrong. */
export function clockFinding(times: {
  readonly nowMs: number;
  readonly databaseMs: number | null;
  readonly latestAtMs: number | null;
}): Finding {
  const { nowMs, databaseMs, latestAtMs } = times;
  const remedy = 'Set the clock of this machine by the network (timedatectl set-ntp true).';
  const apartMs = databaseMs === null ? 0 : Math.abs(nowMs - databaseMs);
  const aheadMs = latestAtMs === null ? 0 : latestAtMs - nowMs;
  if (apartMs > CLOCK_WARNING_MS) {
    const message = `The clock of this machine and that of the database are ${seconds(apartMs)} apart.`;
    return apartMs > CLOCK_PROBLEM_MS
      ? problem('clock', message, `${remedy} Look at the database’s machine too.`)
      : warning('clock', message, remedy);
  }
  if (aheadMs > CLOCK_PROBLEM_MS) {
    return problem(
      'clock',
      `The database holds something recorded ${seconds(aheadMs)} from now: this clock is behind the one that wrote it.`,
      remedy,
    );
  }
  return ok('clock', 'The clock agrees with the database.');
}

function keysFinding({ sealed }: DatabaseFindings, keys: readonly Uint8Array[]): Finding {
  const ids = keys.map(keyIdOf);
  const foreign = sealed.filter(({ keyId }) => !ids.includes(keyId));
  const count = foreign.reduce((sum, each) => sum + each.count, 0);
  if (count === 0) return ok('keys', 'The keys open everything that is stored.');
  if (keys.length === 0)
    return problem(
      'keys',
      `${String(count)} texts are sealed, and no key file that could open them is there.`,
      'Put vouch.key back before the next start: it is in every backup. If it is lost for good: vouch keys lost',
    );
  const columns = [...new Set(foreign.map(({ column }) => column))].join(', ');
  return problem(
    'keys',
    `The key file opens ${String(count)} stored texts not (${columns}): it is not the one they were sealed with.`,
    'Stop the server and put the right vouch.key back (it is in every backup), or add its line at the end of the file. Without it, cancel the runs that wait and give sources their tokens again.',
  );
}

function seconds(ms: number): string {
  const whole = Math.round(ms / 1_000);
  return whole < 120 ? `${String(whole)} s` : `${String(Math.round(whole / 60))} min`;
}
