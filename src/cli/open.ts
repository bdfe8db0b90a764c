import type { Command } from 'commander';
import type { Settings, Vouch } from '../app/index.ts';

/** The program itself, loaded by the commands that need it once they do: help and refusals answer at once. */
export const app = () => import('../app/index.ts');

/** Reads the settings a command runs with. */
export async function settingsFor(command: Command): Promise<Settings> {
  const { config } = command.optsWithGlobals<{ config?: string }>();
  const { loadSettings } = await app();
  return loadSettings({
    cwd: process.cwd(),
    env: process.env,
    ...(config === undefined ? {} : { file: config }),
  });
}

/**
 * Opens the installation for one command and closes it whatever happens. What the program logs meanwhile is told on
 * standard error in sentences; the JSON of a server's log would stand in the middle of the answer on a terminal.
 */
export async function withVouch<T>(
  command: Command,
  work: (vouch: Vouch) => Promise<T>,
): Promise<T> {
  const settings = await settingsFor(command);
  const { createVouch, quieterLevel } = await app();
  const vouch = await createVouch(settings, {
    logLevel: quieterLevel(settings.logLevel),
    logForm: 'text',
  });
  try {
    return await work(vouch);
  } finally {
    await vouch.close();
  }
}
