import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * What a browser fetches before anything is shown: the entries, the chunks they import outright, and their styles.
 *
 * @param {Record<string, any>} bundle the output of a build, by file name
 * @returns {{ files: { name: string; gzipBytes: number }[]; gzipBytes: number }}
 */
export function firstLoad(bundle) {
  const names = new Set();
  const visit = (name) => {
    const output = bundle[name];
    if (output === undefined || names.has(name)) return;
    names.add(name);
    if (output.type !== 'chunk') return;
    for (const imported of output.imports) visit(imported);
    for (const style of output.viteMetadata?.importedCss ?? []) visit(style);
  };
  for (const output of Object.values(bundle)) {
    if (output.type === 'chunk' && output.isEntry) visit(output.fileName);
  }
  const files = [...names].map((name) => ({
    name,
    gzipBytes: gzipSync(bundle[name].code ?? bundle[name].source).length,
  }));
  return { files, gzipBytes: files.reduce((sum, file) => sum + file.gzipBytes, 0) };
}

/**
 * Writes down how much the first load weighs and refuses a build that is heavier.
 *
 * @param {{ name: string; gzipKiB: number; reportFile: string }} budget
 * @returns {import('vite').Plugin}
 */
export function sizeBudget({ name, gzipKiB, reportFile }) {
  return {
    name: `vouch:size:${name}`,
    enforce: 'post',
    generateBundle(_options, bundle) {
      const { files, gzipBytes } = firstLoad(bundle);
      const report = { name, gzipBytes, budgetBytes: gzipKiB * 1024, files };
      mkdirSync(dirname(reportFile), { recursive: true });
      writeFileSync(reportFile, `${JSON.stringify(report, null, 2)}\n`);
      if (gzipBytes > gzipKiB * 1024) {
        this.error(
          `${name}: the first load is ${(gzipBytes / 1024).toFixed(1)} KiB gzipped, the budget is ${String(gzipKiB)} KiB.`,
        );
      }
    },
  };
}
