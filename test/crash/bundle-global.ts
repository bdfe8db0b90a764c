import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the program the crash tests start and kill. */
    crashProcess: string;
  }
}

/** Puts the processes' program into one file, so that starting one costs no compiler; it goes with the test run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cache = join(import.meta.dirname, '../../.cache');
  await mkdir(cache, { recursive: true });
  const outDir = await mkdtemp(join(cache, 'crash-'));
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['better-sqlite3', 'pg'] },
    build: {
      ssr: join(import.meta.dirname, 'process-entry.ts'),
      outDir,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'process.mjs' } },
    },
  });
  project.provide('crashProcess', join(outDir, 'process.mjs'));
  return () => rm(outDir, { recursive: true, force: true });
}
