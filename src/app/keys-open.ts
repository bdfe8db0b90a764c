import { join } from 'node:path';
import { createClosing } from './closing.ts';
import { commandFoundation } from './command-foundation.ts';
import { createKeyRotation, type KeyRotation } from './keys-rotation.ts';
import type { Settings } from './settings.ts';

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
    const { database } = await commandFoundation(settings, opened, options);
    const rotation = createKeyRotation(database, join(settings.dataDir, 'vouch.key'));
    return { ...rotation, close: () => opened.close() };
  } catch (error) {
    await opened.close().catch(() => undefined);
    throw error;
  }
}
