import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', '.git', '.cache', 'coverage', 'data']);

/** The files below a folder whose path `accepts`; folders that hold no sources are left out. */
export function filesBelow(folder: string, accepts: (name: string) => boolean): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path, accepts);
    return accepts(entry.name) ? [path] : [];
  });
}

/** The ids of the statements in conformance.md, in order. */
export function statementIds(text: string): string[] {
  return [...text.matchAll(/^- ([A-Z]{3}-\d\d) /gm)].map((match) => match[1] ?? '');
}

/** The ids that titles in a test file cite: text literals that begin with one id or several. */
export function citedIds(text: string): string[] {
  return [...text.matchAll(/['"`]\s*((?:[A-Z]{3}-\d\d\b[\s,·+&/]*)+)/g)].flatMap(
    (title) => title[1]?.match(/[A-Z]{3}-\d\d/g) ?? [],
  );
}

/** Every id cited by a test below `root`, with the file that cites it first. */
export function citations(root: string): Map<string, string> {
  const cited = new Map<string, string>();
  const isTest = (name: string) => /\.(test|spec|prop|e2e)\.tsx?$/.test(name);
  for (const path of filesBelow(root, isTest)) {
    for (const id of citedIds(readFileSync(path, 'utf8'))) {
      if (!cited.has(id)) cited.set(id, path);
    }
  }
  return cited;
}
