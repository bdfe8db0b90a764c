import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs `work` with a folder of its own, which is removed afterwards. */
export async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
