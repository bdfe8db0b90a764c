import type { PageNode } from '../../../content/index.ts';

/** A page before it has its place in the tree. */
export interface FlatPage extends Omit<PageNode, 'children'> {
  /** Position its front matter asks for, or `null`. */
  readonly order: number | null;
}

const INDEX = /^(?:_?index|readme)(?:\.[a-z]{2}(?:[-_][a-z]{2,4})?)?$/i;

/** Whether a page stands for its folder. */
export function isIndex(path: string): boolean {
  return INDEX.test(stemOf(path));
}

/** File name without its extension. */
export function stemOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.[^.]+$/, '');
}

function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/');
}

/**
 * Pages by folder: a page lies under the index page of its folder, or of the nearest folder above that has one; without any
 * it is a root. Two index pages of one folder (languages by suffix) each take the pages of their language.
 */
export function buildTree(pages: readonly FlatPage[]): readonly PageNode[] {
  const indexes = new Map<string, FlatPage[]>();
  for (const page of pages) {
    if (isIndex(page.path)) listUnder(indexes, folderOf(page.path)).push(page);
  }
  const children = new Map<number | null, FlatPage[]>();
  for (const page of pages) {
    listUnder(children, parentOf(page, indexes)?.uid ?? null).push(page);
  }
  const nodesUnder = (parent: number | null): readonly PageNode[] =>
    [...(children.get(parent) ?? [])]
      .sort(inOrder)
      .map((page) => nodeOf(page, nodesUnder(page.uid)));
  return nodesUnder(null);
}

function listUnder<Key>(lists: Map<Key, FlatPage[]>, key: Key): FlatPage[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const fresh: FlatPage[] = [];
  lists.set(key, fresh);
  return fresh;
}

function nodeOf(page: FlatPage, children: readonly PageNode[]): PageNode {
  const { uid, path, title, language, description, hidden, readOnly, readOnlyCode } = page;
  return { uid, path, title, language, description, hidden, readOnly, readOnlyCode, children };
}

function parentOf(
  page: FlatPage,
  indexes: ReadonlyMap<string, readonly FlatPage[]>,
): FlatPage | null {
  let folder = folderOf(page.path);
  if (isIndex(page.path)) {
    if (folder === '') return null;
    folder = folderOf(folder);
  }
  for (;;) {
    const here = indexes.get(folder)?.filter((index) => index !== page) ?? [];
    const parent = here.find((index) => index.language === page.language);
    if (parent !== undefined) return parent;
    if (folder === '') return null;
    folder = folderOf(folder);
  }
}

function inOrder(a: FlatPage, b: FlatPage): number {
  const byIndex = Number(isIndex(b.path)) - Number(isIndex(a.path));
  if (byIndex !== 0 && folderOf(a.path) === folderOf(b.path)) return byIndex;
  const byOrder = (a.order ?? Infinity) - (b.order ?? Infinity);
  if (byOrder !== 0 && !Number.isNaN(byOrder)) return byOrder;
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
