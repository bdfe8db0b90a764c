import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const HEIGHT = 900;

const DRAWN =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))';

/** How a screen is looked at. */
export interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/**
 * On a desk in light and on a phone in the dark: both of either, without every pair, since colours do not change with the
 * width, nor what stands where with the colours.
 */
export const LOOKS = [
  { width: 1440, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
] as const satisfies readonly Look[];

/**
 * What axe objects to on the screen as it stands: by WCAG 2.2 AA (the default), or by every rule axe knows. The framed preview
 * is the site's own page and left out; its frame must have a name.
 */
export async function violations(
  page: Page,
  by: 'wcag' | 'all' = 'wcag',
): Promise<readonly string[]> {
  // Once a document: reading axe in costs as much as asking it.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(AXE);
  const options: RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    preload: false,
    ...(by === 'wcag' ? { runOnly: WCAG } : {}),
  };
  const found = await page.evaluate<AxeResults['violations']>(
    `axe.run({ exclude: ['iframe'] }, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
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
 * What is wrong with a screen, looked at in these ways: what axe objects to, and what lies beyond the right edge. The page has
 * its size again afterwards, and is light.
 */
export async function screenFaults(
  page: Page,
  looks: readonly Look[] = LOOKS,
): Promise<readonly string[]> {
  const before = page.viewportSize();
  const faults: string[] = [];
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: HEIGHT });
    // A colour on its way to another one has a contrast of its own.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The screen that was made for the other width is on it until the next picture is drawn.
    await page.evaluate(DRAWN);
    const found = [...(await violations(page))];
    const sideways = await sidewaysScroll(page);
    if (sideways !== 0) found.push(`${String(sideways)} px beyond the right edge`);
    faults.push(...found.map((fault) => `${String(width)} px, ${colorScheme}: ${fault}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before !== null) await page.setViewportSize(before);
  return faults;
}

/** The same on a phone alone. */
export function phoneFaults(page: Page): Promise<readonly string[]> {
  return screenFaults(page, [LOOKS[1]]);
}
