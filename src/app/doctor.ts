import { join } from 'node:path';
import { systemClock, type Clock } from '../base/index.ts';
import { checkDatabase } from './doctor-database.ts';
import { checkContent, checkDataFolder, checkKeyFile } from './doctor-files.ts';
import { skipped, type Finding } from './doctor-findings.ts';
import { checkPort, checkProvider, checkTokens } from './doctor-network.ts';
import { checkEnteredProviders } from './doctor-providers.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { createSealer } from './keys.ts';
import { livingProcesses } from './other-processes.ts';
import type { Settings } from './settings.ts';

export type { Finding } from './doctor-findings.ts';

/**
 * Looks an installation over, beside a running server or before a start: nothing is created, migrated or changed but a probe
 * file that is removed again. Every check is told, in order.
 */
export async function examine(
  settings: Settings,
  given: { readonly clock?: Clock; readonly fetch?: typeof fetch } = {},
): Promise<readonly Finding[]> {
  const reach = { clock: given.clock ?? systemClock, fetch: given.fetch ?? fetch };
  const folder = await checkDataFolder(settings.dataDir);
  const { finding: keyFile, keys } = await checkKeyFile(join(settings.dataDir, 'vouch.key'));
  const database = await checkDatabase(settings.database, { clock: reach.clock, keys });
  const { facts, providers } = database;
  // As the server reaches them: what administrators typed goes only where the settings let it.
  const guarded =
    given.fetch ??
    createGuardedFetch({
      allowed: settings.models.privateAddresses,
      setting: 'models.privateAddresses',
    });
  const serverRuns = (await livingProcesses(join(settings.dataDir, 'processes'))).length > 0;
  return [
    ...folder,
    keyFile,
    ...database.findings,
    await checkContent(settings.content, facts?.pagePaths ?? null),
    await checkPort(settings, serverRuns, reach),
    await checkProvider(settings, reach),
    ...(keys.length === 0
      ? []
      : await checkEnteredProviders(providers, {
          ...reach,
          fetch: guarded,
          sealer: createSealer(keys),
          keys: settings.models.keys,
        })),
    ...(facts === null || keys.length === 0
      ? [
          skipped(
            'source_tokens',
            'Not looked at: the database or the keys have to be mended first.',
          ),
        ]
      : await checkTokens(facts.tokens, createSealer(keys), reach)),
  ];
}
