import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { outsideReason } from '../site/content-roots.ts';
import type { SiteState } from '../site/site.ts';

/** Languages pages are also written in. */
const LANGUAGES: Readonly<Record<string, string>> = {
  html: 'HTML',
  htm: 'HTML',
  adoc: 'AsciiDoc',
  rst: 'reStructuredText',
  org: 'Org',
  textile: 'Textile',
  njk: 'a Nunjucks template',
  liquid: 'a Liquid template',
  mdoc: 'Markdoc',
  ipynb: 'a notebook',
};

const SKIPPED = new Set(['node_modules', '_site', 'bower_components', 'vendor']);

/** Pages of a site that are not Markdown: told, never touched. Files outside the content folders are none of its pages. */
export async function otherPages(
  root: string,
  state: Pick<SiteState, 'profile' | 'content'>,
): Promise<readonly { readonly path: string; readonly reason: string }[]> {
  const found: { path: string; reason: string }[] = [];
  const visit = async (prefix: string): Promise<void> => {
    const entries = await readdir(join(root, prefix), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) continue;
      const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
      if (entry.isDirectory()) await visit(path);
      const language = LANGUAGES[/\.([a-z]+)$/i.exec(entry.name)?.[1]?.toLowerCase() ?? ''];
      if (!entry.isFile() || language === undefined) continue;
      const isOutside = outsideReason(path, {
        generator: state.profile.name,
        content: state.content,
      });
      if (isOutside === null) {
        found.push({ path, reason: `It is ${language}; only Markdown is edited.` });
      }
    }
  };
  for (const folder of state.content.roots) await visit(folder);
  return found;
}
