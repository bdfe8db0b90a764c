import type { ContentElement, PageContent } from '../../../content/index.ts';
import { excerpt, singleLine } from '../../../base/index.ts';
import { finding, type Finding } from './finding.ts';

/**
 * Headings more than one level below the heading they stand under, each to be raised to the level that follows. Headings
 * in HTML count as what stands above, and are not proposed themselves.
 */
export function headingJumps(page: PageContent): readonly Finding[] {
  const found: Finding[] = [];
  // The headings a next one can stand under, outermost first.
  let above: readonly number[] = [];
  for (const element of page.elements) {
    for (const level of levelsIn(element)) {
      above = above.filter((outer) => outer < level);
      const parent = above.at(-1);
      if (parent !== undefined && level > parent + 1 && element.level !== null) {
        found.push(levelFinding('heading-jump', element, parent + 1));
      }
      above = [...above, level];
    }
  }
  return found;
}

function levelsIn({ kind, level, source }: ContentElement): readonly number[] {
  if (kind === 'heading') return level === null ? [] : [level];
  if (kind !== 'html') return [];
  return [...source.matchAll(/<h([1-6])[\s>]/giu)].map(([, digit]) => Number(digit));
}

/** A second main heading. One main heading in the text is right, with or without a title field. */
export function firstHeadingDuplicates(page: PageContent): readonly Finding[] {
  return page.elements
    .filter((element) => element.kind === 'heading' && element.level === 1)
    .slice(1)
    .map((element) => levelFinding('first-heading-duplicate', element, 2));
}

function levelFinding(
  check: 'heading-jump' | 'first-heading-duplicate',
  element: ContentElement,
  level: number,
): Finding {
  const present = element.fields['level'];
  return finding({
    check,
    record: { table: 'content', uid: element.uid },
    field: present === undefined || element.readOnly !== null ? null : 'level',
    element: element.uid,
    present: present ?? null,
    variants: [String(level)],
    quote: excerpt(singleLine(element.text), 60),
  });
}
