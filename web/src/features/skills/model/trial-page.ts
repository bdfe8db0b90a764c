import type { Locale, PageTreeNode, SkillSummary } from '../../../../../src/contracts/index.ts';
import { fitsLanguage } from '../../../lib/process-language.ts';

/**
 * The page a trial proposes: one in the language of the process, among those one in the reader's. What is no process fits
 * every page.
 */
export function trialPage(
  pages: readonly PageTreeNode[],
  { identifier, process }: Pick<SkillSummary, 'identifier' | 'process'>,
  locale: Locale,
): PageTreeNode | undefined {
  const fitting = pages.filter(({ language }) => !process || fitsLanguage(identifier, language));
  const candidates = fitting.length > 0 ? fitting : pages;
  return candidates.find(({ language }) => language === locale) ?? candidates[0];
}
