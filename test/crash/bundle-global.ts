import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the program the crash tests start and kill. */
    crashProcess: string;
    /** Path of the program that writes a site beside others. */
    siteProcess: string;
  }
}

/** Puts the processes' programs into a few files, so that starting one costs no compiler; they go with the test run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cache = join(import.meta.dirname, '../../.cache');
  await mkdir(cache, { recursive: true });
  const outDir = await mkdtemp(join(cache, 'crash-'));
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['better-sqlite3', 'pg'] },
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      rolldownOptions: {
        input: {
          process: join(import.meta.dirname, 'process-entry.ts'),
          site: join(import.meta.dirname, 'site-entry.ts'),
        },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  project.provide('crashProcess', join(outDir, 'process.mjs'));
  project.provide('siteProcess', join(outDir, 'site.mjs'));
  return () => rm(outDir, { recursive: true, force: true });
}
