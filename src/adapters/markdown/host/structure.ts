import type { ChangeRefusalCode, FieldChange } from '../../../contracts/index.ts';
import { excerpt, singleLine } from '../../../base/index.ts';
import type { ContentChange, Localised } from '../../../content/index.ts';
import type { Block, BlockView } from '../body/blocks.ts';
import { asDraft, draftWithin, heldReason, shapeOfBlock } from '../page/arrange.ts';
import { headingWords, type PageView, type ParsedPage } from '../page/page.ts';
import type { DraftResult } from './draft.ts';
import { draftListItem } from './list-items.ts';
import { insertOne, removeOne, stepOf, type Step } from './structure-steps.ts';
import { ACTIONS, KIND_LABELS } from './structure-words.ts';

/** Changes of the elements of one page. */
export type StructureChange = Extract<
  ContentChange,
  | { kind: 'create_element_draft' | 'move_element' | 'attach_file' }
  | { kind: 'add_list_item' | 'remove_list_item' | 'move_list_item' }
  | { table: 'pages' | 'content' }
>;

export interface StructureContext {
  readonly page: ParsedPage;
  /** Uids of the page's elements, in order. */
  readonly uids: readonly number[];
  /** Whether the public does not see the page at all. */
  readonly isHidden: boolean;
  /** The Markdown of a picture to attach; `null` for every other change. */
  readonly picture: string | null;
}

export function draftStructure(context: StructureContext, change: StructureChange): DraftResult {
  switch (change.kind) {
    case 'create_element_draft':
      return draftNew(context, change);
    case 'attach_file':
      return draftPicture(context, change.element);
    case 'move_element':
      return draftMove(context, change);
    case 'add_list_item':
    case 'remove_list_item':
    case 'move_list_item':
      return draftListItem(context, change);
    case 'copy_record':
      return draftCopy(context, change.uid);
    case 'delete':
      return draftDelete(context, change.uid);
    case 'publish':
      return draftPublish(context, change.uid);
  }
}

function draftNew(
  context: StructureContext,
  change: Extract<StructureChange, { kind: 'create_element_draft' }>,
): DraftResult {
  const { page, isHidden } = context;
  const at = placeBehind(context, change.after);
  if (at === null) return refusal('not_found', 'There is no such element on the page.');
  const source = change.source.trim();
  const plain = insertOne(page, { at, source, uid: null });
  if (!plain.ok) return plain;
  const block = plain.page.blocks[at];
  if (block === undefined || heldReason(block) !== null) {
    return refusal('value_invalid', 'The text would be a building block of the site generator.');
  }
  const hidden = isHidden ? source : asDraft(page, source);
  if (hidden === null) {
    return refusal('value_invalid', 'A draft cannot hold "--" or "*/": a remark would end there.');
  }
  const step = isHidden ? plain : insertOne(page, { at, source: hidden, uid: null });
  if (!step.ok) return step;
  if (!isHidden && draftWithin(step.page.blocks[at] ?? block) === null) {
    return refusal('not_editable_surgically', 'The element cannot be hidden on this page.');
  }
  return created(context, step, { at, block, source, note: isHidden ? [] : [HIDDEN_AS_REMARK] });
}

const HIDDEN_AS_REMARK: Localised = {
  en: 'It is written as a remark: readers do not see it until it is published; who looks at the source of the page may.',
  de: 'Es steht als Bemerkung in der Datei: Leser sehen es erst nach dem Veröffentlichen; wer den Quelltext der Seite ansieht, eventuell schon.',
};

function draftPicture(context: StructureContext, uid: number): DraftResult {
  const at = context.uids.indexOf(uid) + 1;
  if (at === 0 || context.picture === null)
    return refusal('not_found', 'There is no such element.');
  const step = insertOne(context.page, { at, source: context.picture, uid: null });
  if (!step.ok) return step;
  const block = step.page.blocks[at];
  const isPicture = block?.references.length === 1 && block.references[0]?.kind === 'image';
  if (!isPicture) return refusal('value_invalid', 'The picture would not be read as one.');
  return created(context, step, { at, block, source: context.picture, note: [] });
}

function created(
  context: StructureContext,
  step: Step,
  made: {
    readonly at: number;
    readonly block: Block;
    readonly source: string;
    readonly note: readonly Localised[];
  },
): DraftResult {
  const { block, at, source, note } = made;
  const isPicture = context.picture !== null;
  return {
    ok: true,
    draft: {
      fields: [
        {
          table: 'content',
          uid: 0,
          field: 'source',
          label: isPicture ? KIND_LABELS.picture : KIND_LABELS[block.kind],
          place: wordsOf(context.page.blocks[at - 1]),
          before: null,
          after: source,
        },
      ],
      edits: [step.edit],
      omitted: [],
      text: step.page.text,
      action: isPicture ? ACTIONS.attach : ACTIONS.createElement,
      notes: note,
      target: null,
    },
  };
}

function draftMove(
  context: StructureContext,
  change: Extract<StructureChange, { kind: 'move_element' }>,
): DraftResult {
  const { page, uids } = context;
  const from = uids.indexOf(change.element);
  const to = placeBehind(context, change.after);
  const block = page.blocks[from];
  if (block === undefined || to === null) {
    return refusal('not_found', 'There is no such element on the page.');
  }
  const held = heldReason(block);
  if (held !== null) return refusal('read_only', held);
  if (to === from || to === from + 1) return refusal('no_change', 'The element is there already.');
  const shape = shapeOfBlock(page, from);
  const put = insertOne(page, { at: to, source: block.source, uid: change.element });
  if (!put.ok) return put;
  const old = from < to ? from : from + 1;
  const taken = removeOne(put.page, { at: old, uid: change.element });
  if (!taken.ok) return taken;
  const now = from < to ? to - 1 : to;
  if (shapeOfBlock(taken.page, now) !== shape) {
    return refusal('would_change_structure', 'The element would read differently there.');
  }
  const field: FieldChange = {
    table: 'content',
    uid: change.element,
    field: 'position',
    label: { en: 'Place, behind', de: 'Stelle, hinter' },
    place: wordsOf(block),
    before: placeWords(page, from),
    after: placeWords(taken.page, now),
  };
  return {
    ok: true,
    draft: {
      fields: [field],
      edits: [put.edit, taken.edit],
      omitted: [],
      text: taken.page.text,
      action: ACTIONS.move,
      target: { table: 'content', uid: change.element, fields: [] },
    },
  };
}

function draftCopy(context: StructureContext, uid: number): DraftResult {
  const from = context.uids.indexOf(uid);
  const block = context.page.blocks[from];
  if (block === undefined) return refusal('not_found', 'There is no such element on the page.');
  const held = heldReason(block);
  if (held !== null) return refusal('read_only', held);
  const step = insertOne(context.page, { at: from + 1, source: block.source, uid: null });
  if (!step.ok) return step;
  if (shapeOfBlock(step.page, from + 1) !== shapeOfBlock(context.page, from)) {
    return refusal('would_change_structure', 'The copy would read differently.');
  }
  const made = { at: from + 1, block, source: block.source, note: [] };
  const result = created(context, step, made);
  return result.ok ? { ok: true, draft: { ...result.draft, action: ACTIONS.copy } } : result;
}

function draftDelete(context: StructureContext, uid: number): DraftResult {
  const { page, uids } = context;
  const at = uids.indexOf(uid);
  const block = page.blocks[at];
  if (block === undefined) return refusal('not_found', 'There is no such element on the page.');
  const held = draftWithin(block) === null ? heldReason(block) : null;
  if (held !== null) return refusal('read_only', held);
  const step = removeOne(page, { at, uid });
  if (!step.ok) return step;
  return {
    ok: true,
    draft: {
      fields: [
        {
          table: 'content',
          uid,
          field: 'source',
          label: KIND_LABELS[block.kind],
          place: wordsOf(page.blocks.slice(0, at).findLast(({ kind }) => kind === 'heading')),
          before: block.source,
          after: null,
        },
      ],
      edits: [step.edit],
      omitted: [],
      text: step.page.text,
      action: ACTIONS.delete,
      target: { table: 'content', uid, fields: [] },
    },
  };
}

function draftPublish(context: StructureContext, uid: number): DraftResult {
  const { page, uids } = context;
  const at = uids.indexOf(uid);
  const block = page.blocks[at];
  if (block === undefined) return refusal('not_found', 'There is no such element on the page.');
  const source = draftWithin(block);
  if (source === null) return refusal('no_change', 'The element is no draft; readers see it.');
  const { start, end } = block.range;
  const step = stepOf(page, {
    splice: { start, end, inserted: source },
    removed: [uid],
    inserted: [uid],
  });
  if (!step.ok) return step;
  const now = step.page.blocks[at];
  return {
    ok: true,
    draft: {
      fields: [
        {
          table: 'content',
          uid,
          field: 'source',
          label: KIND_LABELS[now?.kind ?? 'other'],
          place: wordsOf(page.blocks[at - 1]),
          before: null,
          after: source,
        },
      ],
      edits: [step.edit],
      omitted: [],
      text: step.page.text,
      action: ACTIONS.publish,
      target: { table: 'content', uid, fields: [] },
    },
  };
}

export function placeBehind(
  { page, uids }: { readonly page: PageView; readonly uids: readonly number[] },
  after: number | null | undefined,
): number | null {
  if (after === undefined) return page.blocks.length;
  if (after === null) return 0;
  const at = uids.indexOf(after);
  return at === -1 ? null : at + 1;
}

/** `3 · the words before it`: the same in every language. */
export function placeWords(page: PageView, at: number): string {
  return `${String(at)} · ${wordsOf(page.blocks[at - 1]) ?? '–'}`;
}

export function wordsOf(block: BlockView | undefined): string | null {
  if (block === undefined) return null;
  const words = block.kind === 'heading' ? headingWords(block) : block.text;
  return excerpt(singleLine(words === '' ? block.source : words), 120);
}

function refusal(code: ChangeRefusalCode, message: string): Extract<DraftResult, { ok: false }> {
  return { ok: false, refusal: { code, message } };
}
