import { readFile } from 'node:fs/promises';
import type { Clock } from '../../../base/index.ts';
import type { PageContent, PageIdentity, PageTree } from '../../../content/index.ts';
import { decode } from '../decode.ts';
import { openRoot } from '../files/root.ts';
import { contentOf, freshElements } from '../host/records.ts';
import { parsePage, type ParsedPage } from '../page/page.ts';
import type { LinkTarget } from '../site/links.ts';
import { linkTarget } from '../site/links.ts';
import { addressesOf, pageAddress } from '../site/page-address.ts';
import type { SiteSettings } from '../site/profile.ts';
import { createSite, dialectOf, type SiteState } from '../site/site.ts';
import { buildTree, type FlatPage } from '../site/tree.ts';
import { flatPages, understandingOf, type SiteUnderstanding } from './understanding.ts';
import { otherPages } from './other-pages.ts';

/** One page as it is read without an installation: uids count from the beginning and mean nothing afterwards. */
export interface ReadPage {
  readonly path: string;
  readonly address: string | null;
  readonly content: PageContent;
  /** Why its text is only shown, or `null`. */
  readonly readOnly: string | null;
}

/** A folder of Markdown, looked at and not touched. */
export interface MarkdownSite {
  readonly understanding: SiteUnderstanding;
  readonly tree: PageTree;
  readonly paths: readonly string[];
  /** `null`: the file went away or changed its kind since the folder was looked at. */
  readPage(path: string): Promise<ReadPage | null>;
  /** Where a link or picture on a page leads. */
  linkTarget(target: string, from: string): LinkTarget;
  readonly root: string;
}

/** Reads a site where it lies; no database, nothing written. Throws `content_root_missing` when the folder is not there. */
export async function readMarkdownSite(
  folder: string,
  deps: { readonly clock: Clock },
  settings: SiteSettings = {},
): Promise<MarkdownSite> {
  const root = await openRoot(folder);
  const state = await createSite({ root, clock: deps.clock, settings }).scan();
  const nowMs = deps.clock.now();
  const flat = flatPages(state, nowMs);
  const linking = { ...state, addresses: addressesOf(state) };
  const pageUids = new Map(flat.map(({ path, uid }) => [path, uid]));
  const nextUid = counter(flat.length);
  return {
    root,
    understanding: understandingOf(state, {
      nowMs,
      otherPages: await otherPages(root, state),
    }),
    tree: { roots: buildTree(flat) },
    paths: flat.map(({ path }: FlatPage) => path),
    async readPage(path) {
      const page = await parsed(path, state);
      if (page === null) return null;
      const identity = identityOf(page, pageUids.get(path) ?? 0, nextUid);
      return {
        path,
        address: pageAddress(path, page.front.data, state),
        content: contentOf(page, identity, { state, nowMs }),
        readOnly: page.bodyReadOnly ?? page.front.readOnly,
      };
    },
    linkTarget: (target, from) => linkTarget(target, from, linking),
  };
}

function counter(from: number): () => number {
  let last = from;
  return () => (last += 1);
}

async function parsed(path: string, state: SiteState): Promise<ParsedPage | null> {
  const file = state.files.get(path);
  const bytes = file === undefined ? null : await readFile(file.real).catch(() => null);
  const decoded = bytes === null ? null : decode(bytes);
  if (decoded?.ok !== true) return null;
  return parsePage({ path, text: decoded.text }, dialectOf(path, state.profile));
}

function identityOf(page: ParsedPage, pageUid: number, nextUid: () => number): PageIdentity {
  return {
    page: pageUid,
    path: page.path,
    revision: 0,
    version: page.version,
    elements: freshElements(page).map((element) => ({
      ...element,
      uid: nextUid(),
      references: element.references.map((reference) => ({ ...reference, uid: nextUid() })),
    })),
  };
}
