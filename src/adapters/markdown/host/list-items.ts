import { excerpt, singleLine } from '../../../base/index.ts';
import type { ChangeRefusalCode, FieldChange } from '../../../contracts/index.ts';
import type { ContentChange, Localised } from '../../../content/index.ts';
import { rangeOf } from '../body/parse.ts';
import {
  listPlace,
  listProblem,
  listSplice,
  type ListChange,
  type ListPlace,
} from '../page/list-change.ts';
import { headingWords, type ParsedPage } from '../page/page.ts';
import type { DraftResult } from './draft.ts';
import { LIST_ITEM } from './labels.ts';
import { valueProblem } from './plan.ts';
import { stepOf } from './structure-steps.ts';
import { ACTIONS } from './structure-words.ts';

export type ListItemChange = Extract<
  ContentChange,
  { kind: 'add_list_item' | 'remove_list_item' | 'move_list_item' }
>;

interface ListContext {
  readonly page: ParsedPage;
  /** Uids of the page's elements, in order. */
  readonly uids: readonly number[];
}

/** An item of a list comes, goes or changes its place; everything else of the page stays as it is. */
export function draftListItem(context: ListContext, change: ListItemChange): DraftResult {
  const { page, uids } = context;
  const element = uids.indexOf(change.element);
  const block = page.blocks[element];
  if (block === undefined) return refusal('not_found', 'There is no such element on the page.');
  if (block.kind !== 'list') return refusal('unsupported', 'Only a list has items.');
  if (block.readOnly !== null) return refusal('read_only', block.readOnly);
  const meant = meantBy(page, element, change);
  if (!meant.ok) return meant;
  const { place, change: wanted } = meant;
  const splice = listSplice(page, place.list, wanted);
  if ('ok' in splice) return splice;
  const step = stepOf(page, {
    splice,
    removed: [change.element],
    inserted: [change.element],
  });
  if (!step.ok) return step;
  const problem = listProblem(page, step.page, { element, place, change: wanted });
  if (problem !== null) return problem;
  return {
    ok: true,
    draft: {
      fields: [fieldOf(page, step.page, { element, uid: change.element, place, change: wanted })],
      edits: [step.edit],
      omitted: [],
      text: step.page.text,
      action: ACTION[wanted.kind],
      target: { table: 'content', uid: change.element, fields: [] },
    },
  };
}

const ACTION: Readonly<Record<ListChange['kind'], Localised>> = {
  add: ACTIONS.addItem,
  remove: ACTIONS.removeItem,
  move: ACTIONS.moveItem,
};

/** What the names in a change mean in the list as it is now. */
function meantBy(
  page: ParsedPage,
  element: number,
  change: ListItemChange,
):
  | { readonly ok: true; readonly place: ListPlace; readonly change: ListChange }
  | Extract<DraftResult, { ok: false }> {
  const node = page.body.root.children[element];
  const items = node?.type === 'list' ? node.children.length : 0;
  const named = change.kind === 'add_list_item' ? null : change.item;
  const after =
    change.kind === 'remove_list_item' ? null : (change.after ?? `item_${String(items)}`);
  const behind = after === null ? null : listPlace(node, after);
  const own = named === null ? null : listPlace(node, named);
  if ((after !== null && behind === null) || (named !== null && (own === null || own.at < 0))) {
    return refusal('not_found', 'There is no such item in the list.');
  }
  if (change.kind === 'add_list_item') {
    const place = behind;
    if (place === null) return refusal('not_found', 'There is no such item in the list.');
    const value = change.text.replaceAll(/\r\n?/g, '\n').trim();
    const problem = valueProblem(
      { name: 'item_1', place: { table: 'content', element, field: 'item_1' } },
      value,
    );
    if (problem !== null) return { ok: false, refusal: problem };
    return { ok: true, place, change: { kind: 'add', at: place.at + 1, value } };
  }
  if (own === null) return refusal('not_found', 'There is no such item in the list.');
  if (change.kind === 'remove_list_item') {
    return own.list.children.length === 1
      ? refusal(
          'unsupported',
          'It is the only item; a list without items is none. Delete the list.',
        )
      : { ok: true, place: own, change: { kind: 'remove', at: own.at } };
  }
  if (behind?.list !== own.list) {
    return refusal('unsupported', 'An item is moved within its own list only.');
  }
  const to = behind.at < own.at ? behind.at + 1 : behind.at;
  return to === own.at
    ? refusal('no_change', 'The item is there already.')
    : { ok: true, place: own, change: { kind: 'move', from: own.at, to } };
}

function fieldOf(
  before: ParsedPage,
  after: ParsedPage,
  {
    element,
    uid,
    place,
    change,
  }: {
    readonly element: number;
    readonly uid: number;
    readonly place: ListPlace;
    readonly change: ListChange;
  },
): FieldChange {
  const heading = before.blocks.slice(0, element).findLast(({ kind }) => kind === 'heading');
  const above = heading === undefined ? null : shortened(headingWords(heading));
  const numbers = (at: number) => [...place.way, at].map((position) => String(position + 1));
  if (change.kind === 'move') {
    const words = (page: ParsedPage, at: number) =>
      `${String(at)} · ${at === 0 ? '–' : shortened(itemSource(page, element, { place, at: at - 1 }))}`;
    return {
      table: 'content',
      uid,
      field: 'position',
      label: PLACE_IN_LIST,
      place: shortened(itemSource(before, element, { place, at: change.from })),
      before: words(before, change.from),
      after: words(after, change.to),
    };
  }
  const isNew = change.kind === 'add';
  const number = numbers(change.at);
  return {
    table: 'content',
    uid,
    field: `item_${number.join('_')}`,
    label: {
      en: `${LIST_ITEM.en} ${number.join('.')}`,
      de: `${LIST_ITEM.de} ${number.join('.')}`,
    },
    place: above,
    before: isNew ? null : itemSource(before, element, { place, at: change.at }),
    after: isNew ? change.value : null,
  };
}

const PLACE_IN_LIST: Localised = {
  en: 'Place in the list, behind',
  de: 'Stelle in der Liste, hinter',
};

/** An item as it is written, without its mark; with all that is within it. */
function itemSource(
  page: ParsedPage,
  element: number,
  { place, at }: { readonly place: ListPlace; readonly at: number },
): string {
  const way = [...place.way, at].map((position) => `_${String(position + 1)}`).join('');
  const item = listPlace(page.body.root.children[element], `item${way}`)?.list.children[at];
  if (item === undefined) return '';
  const { start, end } = rangeOf(item);
  return page.text.slice(start, end).replace(/^(?:[-*+]|\d{1,9}[.)])\s*/, '');
}

function shortened(text: string): string {
  return excerpt(singleLine(text), 120);
}

function refusal(code: ChangeRefusalCode, message: string): Extract<DraftResult, { ok: false }> {
  return { ok: false, refusal: { code, message } };
}
