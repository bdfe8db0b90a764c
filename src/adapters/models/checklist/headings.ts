import type { PageContent } from '../../../content/index.ts';
import { excerpt, singleLine } from '../../../base/index.ts';
import { finding, type Finding } from './finding.ts';

/** Headings that skip a level downwards. A heading's level is no field, so these are only mentioned. */
export function headingJumps(page: PageContent): readonly Finding[] {
  const found: Finding[] = [];
  let above: number | null = null;
  for (const element of page.elements) {
    if (element.kind !== 'heading' || element.level === null) continue;
    if (above !== null && element.level > above + 1) {
      found.push(remark('heading-jump', { element: element.uid, text: element.text }));
    }
    above = element.level;
  }
  return found;
}

/** A second main heading. One main heading in the text is right, with or without a title field. */
export function firstHeadingDuplicates(page: PageContent): readonly Finding[] {
  return page.elements
    .filter((element) => element.kind === 'heading' && element.level === 1)
    .slice(1)
    .map((element) =>
      remark('first-heading-duplicate', { element: element.uid, text: element.text }),
    );
}

function remark(
  check: 'heading-jump' | 'first-heading-duplicate',
  at: { element: number; text: string },
): Finding {
  return finding({
    check,
    record: { table: 'content', uid: at.element },
    field: null,
    element: at.element,
    present: null,
    variants: [],
    quote: excerpt(singleLine(at.text), 60),
  });
}
