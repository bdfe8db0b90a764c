import type { PageTreeNode, SiteView } from '../../../../src/contracts/index.ts';
import { allPages, matchesSearch, passesFilter, type PageFilter } from '../../lib/page-tree.ts';
import { fitsLanguage } from '../../lib/process-language.ts';

/** A page that can be chosen, with how deep it stands in the tree. */
export interface Choice {
  readonly page: PageTreeNode;
  readonly depth: number;
  /** Every page below it that can be chosen. */
  readonly below: readonly number[];
}

/** The pages of one language, in the order of the tree. */
export interface ChoiceGroup {
  readonly language: string;
  readonly choices: readonly Choice[];
}

/** Pages to choose from, by language, the site's own first; those nobody may change here are left out. */
export function choiceGroups(
  site: SiteView,
  { filter, search }: { readonly filter: PageFilter; readonly search: string },
): readonly ChoiceGroup[] {
  const all = flatten(site.roots, 0).filter(({ page }) => page.readOnly === null);
  const shown = all.filter(({ page }) => passesFilter(page, filter) && matchesSearch(page, search));
  const languages = new Set([
    site.defaultLanguage,
    ...site.languages,
    ...all.map(({ page }) => page.language),
  ]);
  return [...languages]
    .map((language) => ({
      language,
      choices: shown.filter(({ page }) => page.language === language),
    }))
    .filter(({ choices }) => choices.length > 0);
}

/** All of them when one is missing, none when all are in. */
export function toggled(chosen: ReadonlySet<number>, uids: readonly number[]): ReadonlySet<number> {
  const hasAll = uids.every((uid) => chosen.has(uid));
  const next = new Set(chosen);
  for (const uid of uids) {
    if (hasAll) next.delete(uid);
    else next.add(uid);
  }
  return next;
}

/** The chosen pages in the order of the tree, which is the order of the tour. */
export function inOrder(site: SiteView, chosen: ReadonlySet<number>): readonly PageTreeNode[] {
  return allPages(site.roots).filter(({ uid, readOnly }) => readOnly === null && chosen.has(uid));
}

/** How many of these pages a process is not meant for. */
export function misfits(pages: readonly PageTreeNode[], identifier: string): number {
  return pages.filter(({ language }) => !fitsLanguage(identifier, language)).length;
}

function flatten(nodes: readonly PageTreeNode[], depth: number): readonly Choice[] {
  return nodes.flatMap((page) => {
    const below = flatten(page.children, depth + 1);
    const uids = below
      .filter((choice) => choice.page.readOnly === null)
      .map((choice) => choice.page.uid);
    return [{ page, depth, below: uids }, ...below];
  });
}
