import type { PageContent, PageRules, PageTree } from '../../../content/index.ts';
import { CHECK_IDS, type CheckId } from './checks.ts';
import { descriptionDuplicate, descriptionMissing, descriptionTooLong } from './descriptions.ts';
import type { Finding } from './finding.ts';
import { firstHeadingDuplicates, headingJumps } from './headings.ts';
import { linkTextsVague } from './links.ts';
import { alternativesMissing, alternativesPlaceholder } from './pictures.ts';
import { paragraphsTooLong, sentencesTooLong } from './split-sentence.ts';
import { titleDuplicate, titleMissing, titleTooLong } from './titles.ts';
import { fillerWords, wordsDoubled } from './wording.ts';

const RULES: Readonly<
  Record<CheckId, (page: PageContent, tree: PageTree) => readonly Finding[] | Finding | null>
> = {
  'title-missing': titleMissing,
  'title-too-long': titleTooLong,
  'title-duplicate': titleDuplicate,
  'description-missing': descriptionMissing,
  'description-too-long': descriptionTooLong,
  'description-duplicate': descriptionDuplicate,
  'first-heading-duplicate': firstHeadingDuplicates,
  'heading-jump': headingJumps,
  'alternative-missing': alternativesMissing,
  'alternative-placeholder': alternativesPlaceholder,
  'link-text-vague': linkTextsVague,
  'word-doubled': wordsDoubled,
  'filler-words': fillerWords,
  'sentence-too-long': sentencesTooLong,
  'paragraph-too-long': paragraphsTooLong,
};

/**
 * What the given checks find on a page: page fields first, then element by element in document order. Nothing else of the
 * page is looked at, and nothing in its text changes which checks run.
 */
export function findings(
  page: PageContent,
  tree: PageTree,
  checks: readonly CheckId[],
): readonly Finding[] {
  const order = new Map(page.elements.map((element, index) => [element.uid, index]));
  const rank = (found: Finding) =>
    found.record.table === 'pages' ? -1 : (order.get(found.element ?? -1) ?? order.size);
  return CHECK_IDS.filter((id) => checks.includes(id))
    .flatMap((id) => RULES[id](page, tree) ?? [])
    .sort((a, b) => rank(a) - rank(b));
}

/** The same rules for whoever else looks a page over. */
export const pageRules: PageRules = {
  checks: CHECK_IDS,
  find: (page, tree, checks) =>
    findings(
      page,
      tree,
      CHECK_IDS.filter((id) => checks.includes(id)),
    ),
};
