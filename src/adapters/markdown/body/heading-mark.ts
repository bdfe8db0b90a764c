import type { Heading } from 'mdast';
import type { Range } from '../outcome.ts';
import { rangeOf } from './parse.ts';

/**
 * How a heading says its level: hashes in front; hashes in front and as many behind, which belong together; or an
 * underline of `=` or `-`.
 */
export interface HeadingMark {
  readonly kind: 'hashes' | 'hashes_on_both_sides' | 'underline';
  /** What is rewritten for another level. */
  readonly range: Range;
}

export function headingMark(text: string, heading: Heading): HeadingMark {
  const range = rangeOf(heading);
  const source = text.slice(range.start, range.end);
  const opening = /^#+/.exec(source)?.[0].length;
  if (opening === undefined) {
    const underline = /[=-]+[ \t]*$/.exec(source);
    return {
      kind: 'underline',
      range: { start: range.start + (underline?.index ?? 0), end: range.end },
    };
  }
  const closing = /[ \t](#+)[ \t]*$/.exec(source)?.[1]?.length;
  return closing === opening
    ? { kind: 'hashes_on_both_sides', range }
    : { kind: 'hashes', range: { start: range.start, end: range.start + opening } };
}
