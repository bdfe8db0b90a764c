import { join } from 'node:path';
import { systemClock, systemIds } from '../base/index.ts';
import { createClosing } from './closing.ts';
import { createKeyRotation, type KeyRotation } from './keys-rotation.ts';
import { createLog, quieterLevel } from './log.ts';
import type { Settings } from './settings.ts';
import { layFoundation } from './wiring/index.ts';

/**
 * The keys of an installation, for the command line: nothing but data folder and database is opened. `acceptsLostKeys`: also
 * when they open nothing of what is stored.
 */
export async function openKeyRotation(
  settings: Settings,
  options: { readonly acceptsLostKeys?: boolean } = {},
): Promise<KeyRotation & { close(): Promise<void> }> {
  const opened = createClosing();
  try {
    const { database } = await layFoundation(
      {
        settings,
        clock: systemClock,
        ids: systemIds,
        fetch,
        log: createLog(quieterLevel(settings.logLevel), { form: 'text' }),
        opened,
      },
      options,
    );
    const rotation = createKeyRotation(database, join(settings.dataDir, 'vouch.key'));
    return { ...rotation, close: () => opened.close() };
  } catch (error) {
    await opened.close().catch(() => undefined);
    throw error;
  }
}
