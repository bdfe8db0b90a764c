import type { Heading } from 'mdast';
import { refuse, spliced, type Splice } from '../outcome.ts';
import { checkBody, type BodyEdit, type BodyText } from './edit.ts';
import { headingMark, type HeadingMark } from './heading-mark.ts';

/** Gives a heading another level, from 1 to 6, and changes nothing of its words. */
export function setHeadingLevel(page: BodyText, heading: Heading, value: string): BodyEdit {
  if (!/^[1-6]$/.test(value)) return refuse('value_invalid', 'A heading has a level from 1 to 6.');
  const level = Number(value);
  const { kind, range } = headingMark(page.text, heading);
  if (kind === 'underline' && level > 2) {
    return refuse(
      'not_editable_surgically',
      'An underlined heading can only have level 1 or 2; write it with # for another one.',
    );
  }
  const old = page.text.slice(range.start, range.end);
  const splice: Splice = { ...range, inserted: markFor(old, kind, level) };
  const checked = checkBody(page, spliced(page.text, splice), { node: heading, part: 'depth' });
  if (!checked.ok) return checked;
  return checked.after.type === 'heading' && checked.after.depth === level
    ? { ok: true, splice }
    : refuse('not_editable_surgically', 'The level would be read back differently.');
}

function markFor(old: string, kind: HeadingMark['kind'], level: number): string {
  const hashes = '#'.repeat(level);
  switch (kind) {
    case 'hashes':
      return hashes;
    case 'hashes_on_both_sides':
      return old.replace(/^#+/, hashes).replace(/#+([ \t]*)$/, `${hashes}$1`);
    case 'underline':
      return old.replaceAll(/[=-]/g, level === 1 ? '=' : '-');
  }
}
