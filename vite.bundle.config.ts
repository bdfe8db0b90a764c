import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const source = (name: string) => fileURLToPath(new URL(`./src/${name}`, import.meta.url));

/** npm makes a program executable when it first links a checkout, and never again: the next build would take that away. */
const EXECUTABLE: Plugin = {
  name: 'executable',
  writeBundle: ({ dir }) => chmod(join(dir ?? '', 'vouch.js'), 0o755),
};

/**
 * The program and the library in few files: `dist/bundle`. Started from the compiler's own output, each would open some
 * three thousand files first. Packages with files or binaries of their own beside them stay outside. The folder is as deep as
 * those of `src`, so that what stands beside the package is found from either.
 */
export default defineConfig({
  plugins: [EXECUTABLE],
  ssr: { noExternal: true, external: ['better-sqlite3', 'pg', 'pino', 'mammoth', 'unpdf'] },
  build: {
    ssr: true,
    outDir: 'dist/bundle',
    target: 'node20',
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        vouch: source('cli/main.ts'),
        index: source('index.ts'),
        testing: source('testing/index.ts'),
        'digest-worker': source('adapters/markdown/page/digest-worker.ts'),
        'page-worker': source('adapters/markdown/host/page-worker.ts'),
        'extract-process': source('adapters/attachments/extract-process.ts'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
