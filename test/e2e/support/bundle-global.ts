import { build } from 'vite';

/** Puts the program together anew, so that what is tested is never that of yesterday's source. */
export async function setup(): Promise<void> {
  await build({ configFile: 'vite.bundle.config.ts', logLevel: 'warn' });
}
