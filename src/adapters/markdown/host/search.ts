import { readFile } from 'node:fs/promises';
import { excerpt, singleLine } from '../../../base/index.ts';
import type { PageContent, SearchHit } from '../../../content/index.ts';

export const MIN_QUERY_CHARACTERS = 2;
export const DEFAULT_HITS = 20;

/** Where a page holds the query, or `null`: its title first, then its description, then its text. */
export function hitOn(content: PageContent, query: string): SearchHit | null {
  const { page } = content;
  const base = { page: page.uid, path: page.path, title: page.title, language: page.language };
  const found = (
    where: SearchHit['where'],
    text: string,
    element: number | null,
  ): SearchHit | null => {
    const at = text.toLowerCase().indexOf(query);
    return at === -1 ? null : { ...base, where, element, excerpt: around(text, at, query.length) };
  };
  const byTitle = found('title', page.title, null);
  if (byTitle !== null) return byTitle;
  const byDescription = found('description', page.fields['description'] ?? '', null);
  if (byDescription !== null) return byDescription;
  for (const element of content.elements) {
    const hit = found('text', element.text, element.uid);
    if (hit !== null) return hit;
  }
  return null;
}

function around(text: string, at: number, length: number): string {
  const start = Math.max(0, at - 50);
  const piece = text.slice(start, at + length + 90);
  return excerpt(singleLine(`${start > 0 ? '…' : ''}${piece}`), 160);
}

/** Whether a file holds every word of the query somewhere, markup or name included. */
export async function mayHold(
  file: { readonly real: string; readonly path: string },
  query: string,
): Promise<boolean> {
  const text = await readFile(file.real, 'utf8').catch(() => '');
  const all = `${file.path.replaceAll(/[-_]+/g, ' ')}\n${text}`.toLowerCase();
  return query.split(/\s+/).every((word) => all.includes(word));
}
