import type { PageTreeNode } from '../../../src/contracts/index.ts';

/** Every page of a tree, each before those below it. */
export function allPages(roots: readonly PageTreeNode[]): PageTreeNode[] {
  return roots.flatMap((root) => [root, ...allPages(root.children)]);
}

export type PageFilter = 'all' | 'drafts' | 'open';

export function passesFilter(
  { hidden, openPoints }: Pick<PageTreeNode, 'hidden' | 'openPoints'>,
  filter: PageFilter,
): boolean {
  if (filter === 'drafts') return hidden;
  return filter === 'all' || openPoints > 0;
}

/** A text as it is searched: whatever the case and the accents. */
export const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');

/** Whether every word asked for stands in the title or the path, accents and case aside. */
export function matchesSearch(
  { title, path }: Pick<PageTreeNode, 'title' | 'path'>,
  search: string,
): boolean {
  const text = folded(`${title} ${path}`);
  return folded(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
