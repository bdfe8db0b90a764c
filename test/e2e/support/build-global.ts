import { ensureBuilt } from '../../../scripts/setup.mjs';

/**
 * Builds server and web unless that was done with these sources, so that what is tested is never that of yesterday. Where it was,
 * nothing is touched: other suites may be reading it.
 */
export async function setup(): Promise<void> {
  await ensureBuilt();
}
