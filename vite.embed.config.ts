import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { sizeBudget } from './scripts/first-load.mjs';
import { noEval, noJsonSchema, ourLanguagesOnly, schemasWhereUsed } from './vite.config.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The element takes every style into its shadow root by itself; a sheet for the document would never be loaded. */
const noDocumentSheets: Plugin = {
  name: 'vouch:no-document-sheets',
  enforce: 'pre',
  load: (id) => (id.endsWith('.css') ? '' : null),
};

/** The element for other pages: `dist/embed/vouch-chat.js` and what it loads. */
export default defineConfig({
  root: 'web',
  base: './',
  publicDir: false,
  plugins: [
    ourLanguagesOnly,
    noEval,
    noJsonSchema,
    schemasWhereUsed,
    noDocumentSheets,
    react(),
    sizeBudget({
      name: 'vouch-chat.js',
      gzipKiB: 160,
      reportFile: path('./dist/size-embed.json'),
    }),
  ],
  resolve: {
    alias: {
      'react-router': path('./web/src/embed/guest-router.tsx'),
      './administration-error-strings.ts': path('./web/src/embed/no-administration-errors.ts'),
    },
  },
  build: {
    outDir: '../dist/embed',
    emptyOutDir: true,
    modulePreload: false,
    cssCodeSplit: true,
    rolldownOptions: {
      input: path('./web/src/embed/main.tsx'),
      output: {
        entryFileNames: 'vouch-chat.js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
});
