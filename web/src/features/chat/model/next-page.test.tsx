import { expect, it } from 'vitest';
import type { PageTreeNode } from '../../../../../src/contracts/index.ts';
import { nextPage } from './next-page.ts';

const node = (uid: number, openPoints: number, children: PageTreeNode[] = []): PageTreeNode => ({
  uid,
  path: String(uid),
  title: String(uid),
  language: 'en',
  hidden: false,
  readOnly: null,
  openPoints,
  children,
});

it('the next page is the next one in the tree that has open points, from the top after the end', () => {
  const tree = [node(1, 2, [node(2, 0), node(3, 1)]), node(4, 0)];
  expect(nextPage(tree, 2)?.uid).toBe(3);
  expect(nextPage(tree, 3)?.uid).toBe(1);
  expect(nextPage([node(1, 5)], 1)).toBeNull();
});
