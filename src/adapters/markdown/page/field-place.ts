import type { FieldValue } from '../../../content/index.ts';
import {
  setInlineText,
  setReferenceTarget,
  setReferenceWords,
  checkBody,
  wordsOf,
  type BodyTarget,
} from '../body/edit.ts';
import type { LeafView } from '../body/blocks.ts';
import { valueIn } from '../body/container.ts';
import { checkTag, setTagWords } from '../body/edit-tag.ts';
import { attributeOf } from '../body/markup-references.ts';
import { templateSign, type TagPlace } from '../body/markup-tags.ts';
import { setHeadingLevel } from '../body/edit-level.ts';
import { innerRange } from '../body/parse.ts';
import type { ReferenceField, ReferenceView } from '../body/reference.ts';
import { frontMatterProblem, setFrontMatter } from '../front-matter/front-matter.ts';
import { textOf } from '../front-matter/value.ts';
import { refuse, type Refused, type Splice } from '../outcome.ts';
import type { PageView, ParsedPage } from './page.ts';

/** A field by where it stands on the page: a front-matter key, or a position among the blocks. */
export type FieldPlace =
  | { readonly table: 'pages'; readonly key: string }
  | { readonly table: 'content'; readonly element: number; readonly field: string }
  | {
      readonly table: 'references';
      readonly element: number;
      readonly reference: number;
      readonly field: string;
    };

/** What a field holds now, as text. `value: null` = missing; `start` is where its value begins, if it has a place. */
export interface FieldNow {
  readonly value: string | null;
  readonly start: number | null;
  /** Why it cannot be set, or `null`. */
  readonly refusal: Refused | null;
}

const UNKNOWN: FieldNow = {
  value: null,
  start: null,
  refusal: refuse('unknown_field', 'There is no such field here.'),
};

export function fieldNow(page: PageView, place: FieldPlace): FieldNow {
  switch (place.table) {
    case 'pages': {
      const slot = page.front.slot(place.key);
      if (slot.state === 'refused') {
        return { value: null, start: null, refusal: refuse(slot.code, slot.reason) };
      }
      return slot.state === 'text' || slot.state === 'value'
        ? { value: textOf(slot.value), start: slot.start, refusal: null }
        : { value: null, start: null, refusal: null };
    }
    case 'content': {
      const leaf = leafAt(page, place);
      if (leaf !== null) return { value: leaf.value, start: leaf.range.start, refusal: null };
      const block = page.blocks[place.element];
      if (block?.readOnly == null) return UNKNOWN;
      return { value: null, start: null, refusal: refuse('read_only', block.readOnly) };
    }
    case 'references': {
      const found = referenceAt(page, place);
      if (found === null) return UNKNOWN;
      const { value, range } = found.field;
      return {
        value,
        start: range?.start ?? null,
        refusal: isSettable(page, found)
          ? null
          : refuse(
              'read_only',
              `This ${found.reference.kind} is written in a way that is only shown here.`,
            ),
      };
    }
  }
}

export function isSettable(
  page: PageView,
  { reference, field }: { readonly reference: ReferenceView; readonly field: ReferenceField },
): boolean {
  return (
    page.bodyReadOnly === null &&
    reference.isWritable &&
    (field.range !== null || field.insertAt !== null)
  );
}

/** The verified splice that gives a field its value. */
export function setField(
  page: ParsedPage,
  place: FieldPlace,
  next: { readonly value: FieldValue; readonly mayCreate: boolean },
): { readonly ok: true; readonly splice: Splice } | Refused {
  const now = fieldNow(page, place);
  if (now.refusal !== null) return now.refusal;
  if (place.table === 'pages') {
    return setFrontMatter(page.text, { key: place.key, value: next.value }, next);
  }
  if (typeof next.value !== 'string') return refuse('value_invalid', 'Only a text can stand here.');
  switch (place.table) {
    case 'content': {
      const leaf = leafAt(page, place);
      if (leaf === null) return refuse('unknown_field', 'There is no such field here.');
      return leaf.name === 'level' && leaf.node.type === 'heading'
        ? setHeadingLevel(page, leaf.node, next.value)
        : setInlineText(page, leaf, next.value);
    }
    case 'references': {
      const found = referenceAt(page, place);
      if (found === null) return refuse('unknown_field', 'There is no such field.');
      const { reference, field } = found;
      const unsafe = field.name === 'target' ? targetRefusal(next.value) : null;
      if (unsafe !== null) return unsafe;
      if (reference.tag !== null) {
        return setTagWords(page, { tag: reference.tag, field }, next.value);
      }
      if (field.name === 'target') return setReferenceTarget(page, found, next.value);
      return field.name === 'text' && reference.node !== null
        ? setInlineText(page, { node: reference.node, container: 'page' }, next.value)
        : setReferenceWords(page, found, next.value);
    }
  }
}

/** Addresses of the web, of mail and telephone, and of this site; nothing that runs, and no template. */
function targetRefusal(value: string): Refused | null {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value)?.[1]?.toLowerCase();
  const isKnown = scheme === undefined || ['http', 'https', 'mailto', 'tel'].includes(scheme);
  const isPlain = !/[\s<>"'`{}]/.test(value) && templateSign(value) === null;
  return isKnown && isPlain
    ? null
    : refuse('value_invalid', 'The target is no address a link or a picture may have.');
}

/**
 * Why a text is not the page with this one field at `value`, or `null` when it is exactly that. Taking back an edit is
 * checked by it, as `setField` checks making one.
 */
export function restoredProblem(
  page: ParsedPage,
  place: FieldPlace,
  restored: { readonly after: string; readonly value: string | null },
): string | null {
  if (place.table === 'pages') {
    return frontMatterProblem(page.front, page.text, { ...restored, key: place.key });
  }
  const markup = markupAt(page, place);
  if (markup !== null) {
    const checked = checkTag(page, restored.after, markup);
    if (!checked.ok) return checked.refusal.message;
    return isSameText(checked.value, restored.value) ? null : DIFFERENT;
  }
  const target = targetOf(page, place);
  if (target === null) return 'the place is gone.';
  const checked = checkBody(page, restored.after, target);
  if (!checked.ok) return checked.refusal.message;
  if (target.part === 'depth') {
    const { after } = checked;
    return after.type === 'heading' && String(after.depth) === restored.value ? null : DIFFERENT;
  }
  if (target.part === 'children') {
    const range = innerRange(checked.after);
    const container = place.table === 'content' ? leafAt(page, place)?.container : undefined;
    const value = range === null ? null : valueIn(restored.after, range, container ?? 'page');
    return value === restored.value ? null : DIFFERENT;
  }
  const words = wordsOf(checked.after, target.part);
  return isSameText(words, restored.value) ? null : DIFFERENT;
}

const DIFFERENT = 'the value would be read back differently.';

function isSameText(a: string | null, b: string | null): boolean {
  return (a ?? '') === (b ?? '');
}

function markupAt(
  page: ParsedPage,
  place: FieldPlace,
): { readonly tag: TagPlace; readonly name: string } | null {
  const found = place.table === 'references' ? referenceAt(page, place) : null;
  return found?.reference.tag == null
    ? null
    : { tag: found.reference.tag, name: attributeOf(found.field) };
}

function targetOf(
  page: ParsedPage,
  place: Exclude<FieldPlace, { table: 'pages' }>,
): BodyTarget | null {
  if (place.table === 'content') {
    const leaf = leafAt(page, place);
    if (leaf === null) return null;
    return { node: leaf.node, part: leaf.name === 'level' ? 'depth' : 'children' };
  }
  const node = referenceAt(page, place)?.reference.node;
  if (node == null) return null;
  return { node, part: PARTS[place.field] ?? 'alt' };
}

const PARTS: Readonly<Record<string, BodyTarget['part']>> = {
  text: 'children',
  title: 'title',
  target: 'url',
};

function leafAt<Found extends LeafView>(
  page: { readonly blocks: readonly { readonly leaves: readonly Found[] }[] },
  place: { readonly element: number; readonly field: string },
): Found | null {
  return page.blocks[place.element]?.leaves.find((leaf) => leaf.name === place.field) ?? null;
}

function referenceAt<Found extends ReferenceView>(
  page: { readonly blocks: readonly { readonly references: readonly Found[] }[] },
  place: { readonly element: number; readonly reference: number; readonly field: string },
): { readonly reference: Found; readonly field: ReferenceField } | null {
  const reference = page.blocks[place.element]?.references[place.reference];
  const field = reference?.fields.find((candidate) => candidate.name === place.field);
  return reference === undefined || field === undefined ? null : { reference, field };
}
