import type { Nodes } from 'mdast';
import type { RecordedEdit } from '../../../content/index.ts';
import type { Refused } from '../outcome.ts';
import { heldReason, shapeOfBlock } from '../page/arrange.ts';
import type { ParsedPage } from '../page/page.ts';
import { placeWords } from './structure.ts';
import { insertOne, removeOne } from './structure-steps.ts';

/** The steps by which an element goes to another page, each on one of the two. */

/** An element as it is written, and what a reader sees of it, whichever line ends the page has. */
export interface ElementReading {
  readonly source: string;
  readonly reads: string;
}

export function readingOf(page: ParsedPage, at: number): ElementReading {
  return {
    source: page.blocks[at]?.source ?? '',
    reads: shapeOfBlock(page, at).replaceAll(String.raw`\r\n`, String.raw`\n`),
  };
}

/** What keeps an element on its page. */
export interface ElementHold {
  /** Why it is not taken from its place, or `null`. */
  readonly held: string | null;
  /** Whether it needs a definition, which stays behind. */
  readonly dependsOnDefinition: boolean;
}

export function holdOf(page: ParsedPage, at: number): ElementHold {
  const block = page.blocks[at];
  const node = page.body.root.children[at];
  return {
    held: block === undefined ? null : heldReason(block),
    dependsOnDefinition: node !== undefined && dependsOnDefinition(node),
  };
}

function dependsOnDefinition(node: Nodes): boolean {
  return (
    node.type === 'linkReference' ||
    node.type === 'imageReference' ||
    node.type === 'footnoteReference' ||
    ('children' in node && node.children.some(dependsOnDefinition))
  );
}

/** A page with one element more or less. */
export interface ElementStep {
  readonly ok: true;
  readonly text: string;
  readonly edit: RecordedEdit;
}

export type InsertedElement = ElementStep & {
  readonly element: ElementReading;
  /** Its place in words of the page. */
  readonly place: string;
};

export function insertedElement(
  page: ParsedPage,
  { at, source }: { readonly at: number; readonly source: string },
): InsertedElement | Refused {
  const put = insertOne(page, { at, source, uid: null });
  if (!put.ok) return put;
  return {
    ok: true,
    text: put.page.text,
    edit: put.edit,
    element: readingOf(put.page, at),
    place: placeWords(put.page, at),
  };
}

export function removedElement(
  page: ParsedPage,
  gone: { readonly at: number; readonly uid: number },
): ElementStep | Refused {
  const taken = removeOne(page, gone);
  return taken.ok ? { ok: true, text: taken.page.text, edit: taken.edit } : taken;
}
