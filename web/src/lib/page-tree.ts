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

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** Whether every word asked for stands in the title or the path, accents and case aside. */
export function matchesSearch(
  { title, path }: Pick<PageTreeNode, 'title' | 'path'>,
  search: string,
): boolean {
  const text = fold(`${title} ${path}`);
  return fold(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
