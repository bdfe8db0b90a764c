import { normaliseLineEnds } from '../../../base/index.ts';
import { lineEndOf } from '../decode.ts';
import type { Range } from '../outcome.ts';

/** What a text stands in, and so what its second and further lines begin with. */
export type Container = 'page' | 'list' | 'quote';

const LINE_START: Readonly<Record<Container, RegExp>> = {
  page: /^/,
  list: /^[ \t]*/,
  quote: /^[ \t]*(?:>[ \t]?)?[ \t]*/,
};

/** A piece of the text with `\n` as line end, and without what its container puts in front of each line. */
export function valueIn(text: string, range: Range, container: Container): string {
  return normaliseLineEnds(text.slice(range.start, range.end))
    .split('\n')
    .map((line, index) => (index === 0 ? line : line.replace(LINE_START[container], '')))
    .join('\n');
}

/** A value as it is written there: with the page's line end, and the container's beginning of further lines. */
export function writtenIn(
  text: string,
  range: Range,
  next: { readonly container: Container; readonly value: string },
): string {
  return next.value.replaceAll(
    '\n',
    lineEndOf(text) + lineStart(text, { range, container: next.container }),
  );
}

/** As the second line begins, if there is one; else below the first, or with the sign of a quotation. */
function lineStart(
  text: string,
  { range, container }: { readonly range: Range; readonly container: Container },
): string {
  if (container === 'page') return '';
  const second = /(?:\r\n|\n|\r)([^\r\n]*)/.exec(text.slice(range.start, range.end))?.[1];
  const start = second === undefined ? null : LINE_START[container].exec(second)?.[0];
  if (start != null && start !== '') return start;
  if (container === 'quote') return '> ';
  const before = /[^\r\n]*$/.exec(text.slice(0, range.start))?.[0] ?? '';
  return before.replace(/[^\t]/g, ' ');
}
