import { refuse, spliced, type Refused, type Splice } from '../outcome.ts';
import { checkBody, type BodyEdit, type BodyTarget, type BodyText } from './edit.ts';
import { attributeOf } from './markup-references.ts';
import { attributeAlone, templateSign, type TagPlace } from './markup-tags.ts';
import type { ReferenceField } from './reference.ts';

/**
 * Sets an attribute of a tag in HTML or JSX to plain words, or adds it. The quotes that are there stay; a value without
 * gets them.
 */
export function setTagWords(
  page: BodyText,
  place: { readonly tag: TagPlace; readonly field: ReferenceField },
  value: string,
): BodyEdit {
  const { tag, field } = place;
  const name = attributeOf(field);
  const at = field.range ?? { start: field.insertAt ?? -1, end: field.insertAt ?? -1 };
  if (at.start < 0) {
    return refuse('read_only', `The ${field.name} of this picture cannot be set here.`);
  }
  const sign = templateSign(value);
  if (sign !== null) {
    return refuse(
      'would_change_structure',
      `The text adds "${sign}", which a change of words may not do.`,
    );
  }
  let refusal: Refused = refuse('not_editable_surgically', 'The text cannot be written here.');
  for (const escape of ESCAPES) {
    const splice: Splice = {
      ...at,
      inserted: insertedAt(page.text, { field, name }, escape(value)),
    };
    const checked = checkTag(page, spliced(page.text, splice), { tag, name });
    if (!checked.ok) refusal = checked;
    else if (checked.value === value) return { ok: true, splice };
    else refusal = refuse('value_invalid', 'The text would be read back differently.');
  }
  return refusal;
}

function insertedAt(
  text: string,
  { field, name }: { readonly field: ReferenceField; readonly name: string },
  words: string,
): string {
  const quoted = `"${words.replaceAll('"', '&quot;')}"`;
  if (field.range === null) {
    return field.isBare === true ? `=${quoted}` : ` ${name}=${quoted}`;
  }
  const before = text[field.range.start - 1];
  if (before === "'") return words.replaceAll("'", '&#39;');
  return before === '"' ? words.replaceAll('"', '&quot;') : quoted;
}

/** What would end the tag or begin a reference; and, in a table cell or beside code, also what Markdown looks for first. */
const ESCAPES = [
  (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (value: string) =>
    value.replace(/[&<>|`\\*_[\]$~:{}]/g, (character) => `&#${String(character.charCodeAt(0))};`),
];

/** Whether a new text differs from the page in one attribute of one tag alone, and what that says then. */
export function checkTag(
  page: BodyText,
  after: string,
  attribute: { readonly tag: TagPlace; readonly name: string },
): { readonly ok: true; readonly value: string | null } | Refused {
  const { tag, name } = attribute;
  const part: BodyTarget['part'] = tag.node.type === 'html' ? 'value' : 'attributes';
  const checked = checkBody(page, after, { node: tag.node, part });
  if (!checked.ok) return checked;
  const alone = attributeAlone(tag.node, checked.after, { place: tag, name });
  return alone === null
    ? refuse('would_change_structure', 'The text would change more of the tag than these words.')
    : { ok: true, value: alone.value };
}
