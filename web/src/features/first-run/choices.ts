import type {
  Locale,
  PageTreeNode,
  SealState,
  SiteView,
  SkillSummary,
} from '../../../../src/contracts/index.ts';
import { allPages } from '../../lib/page-tree.ts';

/** What is stored about the version the skill holds now. */
export function currentSeal(skill: SkillSummary): SealState {
  return skill.versions.find(({ current }) => current)?.seal ?? 'not_approved';
}

/** A bundled process says its language in its identifier: `seo` is English, `seo-de` German. */
function languageOf({ identifier }: SkillSummary): string {
  return /-([a-z]{2})$/.exec(identifier)?.[1] ?? 'en';
}

/** The language to begin in: the reader's where the site speaks it, else the site's own. */
export function firstLanguage(site: SiteView | undefined, locale: Locale): string {
  if (site === undefined || site.languages.includes(locale)) return locale;
  return site.defaultLanguage.slice(0, 2);
}

/** The processes to offer, those in the language of most use first; without one in it, all. */
export function processesFor(
  skills: readonly SkillSummary[],
  preferred: string,
): readonly SkillSummary[] {
  const processes = skills.filter(
    ({ process, orphaned, damaged }) => process && !orphaned && !damaged,
  );
  const own = processes.filter((skill) => languageOf(skill) === preferred);
  return own.length > 0 ? own : processes;
}

const SUGGESTIONS = 5;

/**
 * Pages to begin with: published, changeable, in the language of the process where there are such, from different parts
 * of the site before several of one.
 */
export function suggestedPages(
  roots: readonly PageTreeNode[],
  process: SkillSummary | null,
  limit = SUGGESTIONS,
): readonly PageTreeNode[] {
  const branches = roots.map((root) => allPages([root]).filter(isOffered));
  const turns: PageTreeNode[] = [];
  const longest = Math.max(0, ...branches.map(({ length }) => length));
  for (let turn = 0; turn < longest; turn += 1) {
    for (const branch of branches) {
      const page = branch[turn];
      if (page !== undefined) turns.push(page);
    }
  }
  const language = process === null ? null : languageOf(process);
  const fits = turns.filter((page) => page.language.slice(0, 2) === language);
  const others = turns.filter((page) => page.language.slice(0, 2) !== language);
  return [...fits, ...others].slice(0, limit);
}

const isOffered = ({ hidden, readOnly }: PageTreeNode) => !hidden && readOnly === null;
