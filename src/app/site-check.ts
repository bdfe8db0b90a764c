import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  readMarkdownSite,
  type MarkdownSite,
  type ReadPage,
  type SiteSettings,
  type SiteUnderstanding,
} from '../adapters/markdown/index.ts';
import { CHECK_IDS, findings, type CheckId } from '../adapters/models/index.ts';
import { systemClock } from '../base/index.ts';
import type { ElementKind } from '../content/index.ts';

/** What can be said of a site instead of finding it out. */
export type SiteWords = SiteSettings;

/** A defect found on a page. */
export interface SiteFinding {
  readonly check: CheckId;
  /** What is wrong, in words of the page; `null` where it is something that is missing. */
  readonly quote: string | null;
  /** Whether the built-in model has a proposal for it. */
  readonly hasProposal: boolean;
}

/** One page of a checked site. */
export interface CheckedPage {
  readonly path: string;
  /** Under which it is published, as far as that can be known from its file. */
  readonly address: string | null;
  readonly language: string;
  readonly title: string;
  readonly hidden: boolean;
  readonly readOnly: string | null;
  readonly findings: readonly SiteFinding[];
}

/** What `vouch site check` says of a folder. */
export interface SiteCheck {
  readonly folder: string;
  readonly understood: SiteUnderstanding;
  readonly elements: Readonly<Partial<Record<ElementKind, number>>>;
  readonly references: { readonly images: number; readonly links: number };
  /** Links and pictures by where they lead; `nowhere` = to no page and no file of the folder. */
  readonly targets: {
    readonly outside: number;
    readonly pages: number;
    readonly files: number;
    readonly nowhere: readonly { readonly path: string; readonly target: string }[];
  };
  /** Rules with findings, in the order of a tour. */
  readonly defects: readonly {
    readonly check: CheckId;
    readonly count: number;
    readonly pages: number;
    readonly withProposal: number;
  }[];
  readonly pages: readonly CheckedPage[];
}

/**
 * Looks a folder of Markdown over: how it is understood, what is never touched and why, and the editorial defects the
 * built-in checks find. Needs no installation and writes nothing. Throws `content_root_missing`.
 */
export async function checkSite(
  folder: string,
  options: {
    readonly settings?: SiteSettings;
    /** Told before each page. */
    readonly onPage?: (page: {
      readonly path: string;
      readonly index: number;
      readonly total: number;
    }) => void;
  } = {},
): Promise<SiteCheck> {
  const site = await readMarkdownSite(folder, { clock: systemClock }, options.settings);
  const tally = createTally(site);
  for (const [index, path] of site.paths.entries()) {
    options.onPage?.({ path, index: index + 1, total: site.paths.length });
    const page = await site.readPage(path);
    if (page !== null) await tally.add(page);
  }
  return { folder: site.root, understood: site.understanding, ...tally.sums() };
}

function createTally(site: MarkdownSite) {
  const elements: Partial<Record<ElementKind, number>> = {};
  const references = { images: 0, links: 0 };
  const targets = { outside: 0, pages: 0, files: 0 };
  const nowhere: { path: string; target: string }[] = [];
  const pages: CheckedPage[] = [];
  const exists = createLookup(site.root);

  const addTarget = async (target: string, path: string): Promise<void> => {
    const found = site.linkTarget(target, path);
    if (found.kind === 'outside') targets.outside += 1;
    else if (found.kind === 'page') targets.pages += 1;
    else if (found.kind === 'file') {
      if (await exists(found.candidates)) targets.files += 1;
      else nowhere.push({ path, target });
    }
  };

  return {
    async add(page: ReadPage): Promise<void> {
      const { content } = page;
      for (const { kind } of content.elements) elements[kind] = (elements[kind] ?? 0) + 1;
      for (const { kind, target } of content.references) {
        references[kind === 'image' ? 'images' : 'links'] += 1;
        await addTarget(target, page.path);
      }
      pages.push(checkedPage(page, site));
    },
    sums: () => ({
      elements,
      references,
      targets: { ...targets, nowhere },
      defects: defectsOf(pages),
      pages,
    }),
  };
}

function checkedPage({ path, address, content, readOnly }: ReadPage, site: MarkdownSite) {
  const { language, title, hidden } = content.page;
  return {
    path,
    address,
    language,
    title,
    hidden,
    readOnly,
    findings: findings(content, site.tree, CHECK_IDS).map(
      ({ check, quote, present, variants }) => ({
        check,
        quote: quote ?? present,
        hasProposal: variants.length > 0,
      }),
    ),
  };
}

function defectsOf(pages: readonly CheckedPage[]): SiteCheck['defects'] {
  return CHECK_IDS.flatMap((check) => {
    const by = pages.map((page) => page.findings.filter((found) => found.check === check));
    const all = by.flat();
    return all.length === 0
      ? []
      : [
          {
            check,
            count: all.length,
            pages: by.filter((found) => found.length > 0).length,
            withProposal: all.filter(({ hasProposal }) => hasProposal).length,
          },
        ];
  });
}

/** Whether one of several paths below the root is there; each is looked for once. */
function createLookup(root: string): (candidates: readonly string[]) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  const isThere = (path: string): Promise<boolean> => {
    const asked =
      known.get(path) ??
      stat(join(root, path)).then(
        () => true,
        () => false,
      );
    known.set(path, asked);
    return asked;
  };
  return async (candidates) => {
    for (const path of candidates) if (await isThere(path)) return true;
    return false;
  };
}
