import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** The rules of WCAG 2.2 AA. */
export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe objects to. The framed preview is the site's own page and left out; its frame must have a name. */
export async function violations(
  page: Page,
  by: { readonly tags: string[] } | { readonly rules: string[] },
): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).exclude('iframe');
  const { violations: found } = await (
    'tags' in by ? axe.withTags(by.tags) : axe.withRules(by.rules)
  ).analyze();
  const unnamed = await page.locator('iframe:not([title])').count();
  return [
    ...found.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`,
      ),
    ),
    ...(unnamed === 0 ? [] : ['a frame has no title']),
  ];
}

/** How many pixels of a screen lie beyond its right edge. */
export async function sidewaysScroll(page: Page): Promise<number> {
  return Number(
    await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    ),
  );
}
