import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules whose verdict changes with the colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

const HEIGHT = 900;
const WIDTHS: readonly number[] = [1440, 360];

/**
 * What axe objects to on the screen as it stands: by WCAG 2.2 AA (the default), by those rules of it that look at colours,
 * or by every rule axe knows. The framed preview is the site's own page and left out; its frame must have a name.
 */
export async function violations(
  page: Page,
  by: 'wcag' | 'colours' | 'all' = 'wcag',
): Promise<readonly string[]> {
  // In one piece: the only frames are those that are left out.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (by === 'wcag') axe.withTags(WCAG);
  if (by === 'colours') axe.withRules(COLOURS);
  const { violations: found } = await axe.exclude('iframe').analyze();
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

/**
 * What is wrong with a screen at a width (default: on a desk and on a phone), in light and dark: what axe objects to, and what
 * lies beyond the right edge. The page has its size again afterwards, and is light.
 */
export async function screenFaults(
  page: Page,
  widths: readonly number[] = WIDTHS,
): Promise<readonly string[]> {
  const before = page.viewportSize();
  const faults: string[] = [];
  for (const width of widths) {
    const add = (where: string, found: readonly string[]) =>
      faults.push(...found.map((fault) => `${String(width)} px, ${where}${fault}`));
    await page.setViewportSize({ width, height: HEIGHT });
    await page.emulateMedia({ colorScheme: 'light' });
    add('light: ', await violations(page));
    // Nothing but colours changes.
    await page.emulateMedia({ colorScheme: 'dark' });
    add('dark: ', await violations(page, 'colours'));
    const sideways = await sidewaysScroll(page);
    if (sideways !== 0) add('', [`${String(sideways)} px beyond the right edge`]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before !== null) await page.setViewportSize(before);
  return faults;
}

/** The same on a phone alone. */
export function phoneFaults(page: Page): Promise<readonly string[]> {
  return screenFaults(page, [360]);
}
