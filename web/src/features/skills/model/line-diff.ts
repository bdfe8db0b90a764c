import { diffArrays } from 'diff';
import { wordChanges, type TextChange } from '../../../lib/word-changes.ts';

/** A run of characters of one line, marked when the other version does not have it. */
export interface LinePart {
  readonly text: string;
  readonly changed: boolean;
}

export interface DiffLine {
  readonly kind: 'same' | 'delete' | 'insert';
  /** Line numbers from 1; `null` on the side that has no such line. */
  readonly before: number | null;
  readonly after: number | null;
  readonly parts: readonly LinePart[];
}

export type DiffRow =
  | { readonly kind: 'line'; readonly line: DiffLine }
  /** Unchanged lines that are folded away; `id` names the fold, to open it. */
  | { readonly kind: 'fold'; readonly id: string; readonly lines: readonly DiffLine[] };

/**
 * Two versions of a text, line by line, with the changed words of lines that stand for each other (APR-02).
 * `before: null` compares with nothing: every line is shown as it is, none as added.
 */
export function diffLines(before: string | null, after: string): DiffLine[] {
  const lines = after.split('\n');
  if (before === null) return lines.map((text, index) => sameLine(text, index + 1, index + 1));
  const result: DiffLine[] = [];
  let beforeNo = 0;
  let afterNo = 0;
  let removed: string[] = [];
  const flush = (added: readonly string[]) => {
    const pairs = pairUp(removed, added);
    for (const [index, text] of removed.entries()) {
      beforeNo += 1;
      const parts = pairs.deleted.get(index) ?? [{ text, changed: false }];
      result.push({ kind: 'delete', before: beforeNo, after: null, parts });
    }
    for (const [index, text] of added.entries()) {
      afterNo += 1;
      const parts = pairs.inserted.get(index) ?? [{ text, changed: false }];
      result.push({ kind: 'insert', before: null, after: afterNo, parts });
    }
    removed = [];
  };
  for (const change of diffArrays(before.split('\n'), lines)) {
    if (change.removed) removed = change.value;
    else if (change.added) flush(change.value);
    else {
      flush([]);
      for (const text of change.value) {
        beforeNo += 1;
        afterNo += 1;
        result.push(sameLine(text, beforeNo, afterNo));
      }
    }
  }
  flush([]);
  return result;
}

function sameLine(text: string, before: number, after: number): DiffLine {
  return { kind: 'same', before, after, parts: [{ text, changed: false }] };
}

/** Below this share of common characters two lines are two lines, not one that was reworded. */
const ALIKE = 0.35;

/** Marks the changed words of removed and added lines that stand for each other, in order. */
function pairUp(removed: readonly string[], added: readonly string[]) {
  const deleted = new Map<number, LinePart[]>();
  const inserted = new Map<number, LinePart[]>();
  let next = 0;
  for (const [index, old] of removed.entries()) {
    for (let candidate = next; candidate < added.length; candidate += 1) {
      const text = added[candidate] ?? '';
      const changes = wordChanges(old, text);
      if (shareInCommon(changes, old, text) < ALIKE) continue;
      deleted.set(index, partsOf(changes, 'added'));
      inserted.set(candidate, partsOf(changes, 'removed'));
      next = candidate + 1;
      break;
    }
  }
  return { deleted, inserted };
}

function shareInCommon(changes: readonly TextChange[], old: string, text: string): number {
  const common = changes
    .filter(({ kind }) => kind === 'same')
    .reduce((sum, change) => sum + change.text.trim().length, 0);
  return common / Math.max(old.trim().length, text.trim().length, 1);
}

function partsOf(changes: readonly TextChange[], without: 'added' | 'removed'): LinePart[] {
  return changes
    .filter(({ kind }) => kind !== without)
    .map(({ kind, text }) => ({ text, changed: kind !== 'same' }));
}

/** Lines kept visible on each side of a change. */
const CONTEXT = 2;
/** A fold hides at least this many lines; hiding fewer would cost a click and save nothing. */
const SMALLEST_FOLD = 4;

/** Folds long unchanged stretches away, except those whose ids are in `open`. A text without changes is not folded. */
export function foldRows(lines: readonly DiffLine[], open: ReadonlySet<string>): DiffRow[] {
  const shown = (line: DiffLine): DiffRow => ({ kind: 'line', line });
  if (lines.every(({ kind }) => kind === 'same')) return lines.map(shown);
  const rows: DiffRow[] = [];
  let start = 0;
  while (start < lines.length) {
    let end = start;
    while (end < lines.length && lines[end]?.kind === 'same') end += 1;
    if (end === start) {
      const line = lines[start];
      if (line !== undefined) rows.push(shown(line));
      start += 1;
      continue;
    }
    const from = start === 0 ? start : start + CONTEXT;
    const to = end === lines.length ? end : end - CONTEXT;
    const id = `${String(lines[start]?.before)}-${String(lines[start]?.after)}`;
    if (to - from < SMALLEST_FOLD || open.has(id)) rows.push(...lines.slice(start, end).map(shown));
    else {
      rows.push(...lines.slice(start, from).map(shown));
      rows.push({ kind: 'fold', id, lines: lines.slice(from, to) });
      rows.push(...lines.slice(to, end).map(shown));
    }
    start = end;
  }
  return rows;
}

export interface LineCounts {
  readonly added: number;
  readonly removed: number;
  readonly same: number;
}

export function countLines(lines: readonly DiffLine[]): LineCounts {
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length;
  return { added: count('insert'), removed: count('delete'), same: count('same') };
}
