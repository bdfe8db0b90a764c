import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { Settings, Vouch } from '../app/index.ts';
import { AppError } from '../base/index.ts';

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
 * The same where there has to be an installation. Throws `not_found` where there is none: a command called in the wrong folder
 * would make a second one and answer from it.
 */
export async function settingsOfInstallation(command: Command): Promise<Settings> {
  const settings = await settingsFor(command);
  const { database, dataDir } = settings;
  // Whether a database server has tables is found out by asking it.
  if (database.dialect !== 'sqlite' || existsSync(database.file)) return settings;
  throw new AppError(
    'not_found',
    `There is no installation in ${dataDir}: name its folder with VOUCH_DATA_DIR or its settings with --config. A new one is made by vouch serve or vouch setup.`,
  );
}

/**
 * Opens the installation for one command and closes it whatever happens. What the program logs meanwhile is told on
 * standard error in sentences; the JSON of a server's log would stand in the middle of the answer on a terminal.
 * `mayBegin`: makes an installation where there is none, as a start does.
 */
export async function withVouch<T>(
  command: Command,
  work: (vouch: Vouch) => Promise<T>,
  { mayBegin = false } = {},
): Promise<T> {
  const settings = await (mayBegin ? settingsFor(command) : settingsOfInstallation(command));
  const { createVouch, quieterLevel } = await app();
  const vouch = await createVouch(settings, {
    logLevel: quieterLevel(settings.logLevel),
    logForm: 'text',
    isBesideServer: true,
  });
  try {
    return await work(vouch);
  } finally {
    await vouch.close();
  }
}
