import type { PageTreeNode } from '../../../../../src/contracts/index.ts';
import { allPages } from '../../../lib/page-tree.ts';

/** The next page with open points after `current` in the order of the tree, from the top again at its end. */
export function nextPage(roots: readonly PageTreeNode[], current: number): PageTreeNode | null {
  const pages = allPages(roots);
  const at = pages.findIndex(({ uid }) => uid === current);
  const after = [...pages.slice(at + 1), ...pages.slice(0, Math.max(0, at))];
  return after.find(({ openPoints, readOnly }) => openPoints > 0 && readOnly === null) ?? null;
}
