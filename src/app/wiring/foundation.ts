import { join } from 'node:path';
import {
  createSealedValues,
  createTransactions,
  migrate,
  MIGRATIONS,
  openDatabase,
  openPostgresBroadcast,
  type Database,
  type PostgresBroadcast,
} from '../../adapters/storage/index.ts';
import type { Clock, Ids, Transactions } from '../../base/index.ts';
import type { Closing } from '../closing.ts';
import { openDataFolder } from '../data-folder.ts';
import { loadKeys, type Keys } from '../keys.ts';
import { openKeys } from '../keys-guard.ts';
import type { Logger } from '../log.ts';
import { servedAt, type ProcessRegistry } from '../other-processes.ts';
import type { Settings } from '../settings.ts';

/** What every part of an installation stands on. */
export interface Foundation {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly fetch: typeof fetch;
  readonly log: Logger;
  /** Where parts put what has to be closed, each before what it needs. */
  readonly opened: Closing;
  readonly keys: Keys;
  readonly processes: ProcessRegistry;
  readonly database: Database;
  readonly transactions: Transactions;
  /** Between the processes of a PostgreSQL database; `null` on SQLite, where they look at the rows. */
  readonly broadcast: PostgresBroadcast | null;
  /** Where people reach the server. */
  readonly baseUrl: string;
  /** Whether that is said by the settings or by a server that runs, and no guess. */
  readonly isBaseUrlKnown: boolean;
}

/**
 * Opens data folder, database and keys, and brings the tables up to date. `acceptsLostKeys`: also with a key file that opens
 * nothing of what is stored, which is refused otherwise. `isBesideServer`: without an address in the settings, that of the
 * server that runs on the data folder counts.
 */
export async function layFoundation(
  given: Pick<Foundation, 'settings' | 'clock' | 'ids' | 'fetch' | 'log' | 'opened'>,
  { acceptsLostKeys = false, isBesideServer = false } = {},
): Promise<Foundation> {
  const { settings, clock, ids, log, opened } = given;
  const processes = await openDataFolder(settings.dataDir);
  opened.add({ close: () => processes.leave() });
  const database = await openDatabase(settings.database, clock);
  opened.add(database);
  await migrate(database, MIGRATIONS, clock);
  const keyFile = join(settings.dataDir, 'vouch.key');
  const keys = acceptsLostKeys
    ? await loadKeys(keyFile)
    : await openKeys(keyFile, createSealedValues(database));
  const broadcast =
    settings.database.dialect === 'postgres'
      ? await openPostgresBroadcast(settings.database.url, { clock, sender: ids.uuid(), log })
      : null;
  if (broadcast !== null) opened.add(broadcast);
  const { baseUrl, host, port } = settings.server;
  const isSet = baseUrl !== null || settings.sources['server.port'] !== undefined;
  const running =
    isSet || !isBesideServer ? null : await servedAt(join(settings.dataDir, 'processes'));
  return {
    ...given,
    keys,
    processes,
    database,
    broadcast,
    transactions: createTransactions(database),
    baseUrl: baseUrl ?? running ?? `http://${host}:${String(port)}`,
    isBaseUrlKnown: isSet || running !== null,
  };
}
