import { textLikeness } from './likeness.ts';
import {
  SAMPLE_CHARACTERS,
  type AlignedElement,
  type AlignedReference,
  type KnownElement,
  type KnownReference,
  type RecordedEdit,
} from './stores.ts';

/**
 * Which of the new records is which of the old ones (HST-04). A wrong match is worse than a lost one: a card, an open
 * point or a history row would then speak of another text. So equal ones are matched first, in order; what remains is
 * matched only between two matched neighbours, within one kind, in order, and only when it is plainly the same text.
 */

/** Two texts are the same one, edited, from this share of common words on. */
export const SAME_TEXT_SHARE = 0.55;

/** An element as the parser sees it now, without uids. */
export type FreshElement = Omit<AlignedElement, 'uid' | 'references'> & {
  readonly references: readonly Omit<AlignedReference, 'uid'>[];
};

/** The new list with the uids of the old one where recognised; references are aligned within their element. */
export function alignElements(
  known: readonly KnownElement[],
  fresh: readonly FreshElement[],
): readonly AlignedElement[] {
  const pairs = matchLists(known, fresh, {
    same: (a, b) => a.kind === b.kind && a.hash === b.hash,
    likeness: (a, b) => (a.kind === b.kind ? textLikeness(a.sample, b.sample) : 0),
  });
  return fresh.map((element, index) => {
    const old = pairs.get(index);
    const before = old === undefined ? undefined : known[old];
    return {
      ...element,
      uid: before?.uid ?? null,
      references: alignReferences(before?.references ?? [], element.references),
    };
  });
}

/**
 * The new list when the change was one of ours, whose splices say which elements went and came; everything else stayed
 * where it was, however different the new words are. `null` when the list is not the one they lead to.
 */
export function alignByEdits(
  known: readonly KnownElement[],
  fresh: readonly FreshElement[],
  edits: readonly Pick<RecordedEdit, 'elements'>[],
): readonly AlignedElement[] | null {
  const uids: (number | null)[] = known.map(({ uid }) => uid);
  for (const { elements } of edits) {
    if (elements === undefined) continue;
    uids.splice(elements.at, elements.removed.length, ...elements.inserted);
  }
  const given = uids.filter((uid) => uid !== null);
  if (uids.length !== fresh.length || new Set(given).size !== given.length) return null;
  // What a splice put there itself is what it says it is, also as another kind: a draft that became a heading.
  const put = new Set(edits.flatMap(({ elements }) => elements?.inserted ?? []));
  const byUid = new Map(known.map((element) => [element.uid, element]));
  const aligned: AlignedElement[] = [];
  for (const [index, element] of fresh.entries()) {
    const uid = uids[index] ?? null;
    const old = uid === null ? undefined : byUid.get(uid);
    const isSame =
      old?.kind === element.kind && old.references.length === element.references.length;
    if (old !== undefined && !isSame && !put.has(uid)) return null;
    aligned.push({
      ...element,
      uid,
      references: element.references.map((reference, at) => ({
        ...reference,
        uid: (isSame ? old.references[at]?.uid : undefined) ?? null,
      })),
    });
  }
  return aligned;
}

/** References of one element: the target decides, then the words, both in order. */
export function alignReferences(
  known: readonly KnownReference[],
  fresh: readonly Omit<AlignedReference, 'uid'>[],
): readonly AlignedReference[] {
  const pairs = matchLists(known, fresh, {
    same: (a, b) => a.kind === b.kind && a.target === b.target && a.sample === b.sample,
    likeness: (a, b) =>
      a.kind !== b.kind
        ? 0
        : a.target === b.target
          ? 1
          : textLikeness(a.sample, b.sample) >= 0.99 && a.sample !== ''
            ? SAME_TEXT_SHARE
            : 0,
  });
  return fresh.map((reference, index) => {
    const old = pairs.get(index);
    return { ...reference, uid: (old === undefined ? undefined : known[old]?.uid) ?? null };
  });
}

/** The part of an element's source that is kept to recognise it. */
export function sampleOf(source: string): string {
  return source.slice(0, SAMPLE_CHARACTERS);
}

interface Measures<Old, New> {
  readonly same: (old: Old, fresh: New) => boolean;
  /** 0 to 1; below `SAME_TEXT_SHARE` they are two records. */
  readonly likeness: (old: Old, fresh: New) => number;
}

/** Index of the old record by index of the new one. */
function matchLists<Old, New>(
  known: readonly Old[],
  fresh: readonly New[],
  measures: Measures<Old, New>,
): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  for (const [old, now] of commonRun(known, fresh, measures.same)) pairs.set(now, old);
  // Between two matched neighbours (or an end of the list) lies a gap on both sides: what changed in place.
  let oldStart = 0;
  let newStart = 0;
  const anchors = [...pairs].sort((a, b) => a[0] - b[0]);
  for (const [now, old] of [...anchors, [fresh.length, known.length] as const]) {
    matchGap({ known, fresh, measures, pairs }, { oldStart, oldEnd: old, newStart, newEnd: now });
    oldStart = old + 1;
    newStart = now + 1;
  }
  matchMoved({ known, fresh, measures, pairs });
  return pairs;
}

interface Matching<Old, New> {
  readonly known: readonly Old[];
  readonly fresh: readonly New[];
  readonly measures: Measures<Old, New>;
  readonly pairs: Map<number, number>;
}

interface Gap {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** Within a gap: the in-order matching of greatest total likeness. */
function matchGap<Old, New>(matching: Matching<Old, New>, gap: Gap): void {
  const rows = gap.oldEnd - gap.oldStart;
  const columns = gap.newEnd - gap.newStart;
  if (rows <= 0 || columns <= 0 || rows * columns > 40_000) return;
  const likeness = (row: number, column: number): number => {
    const old = matching.known[gap.oldStart + row];
    const now = matching.fresh[gap.newStart + column];
    if (old === undefined || now === undefined) return 0;
    const value = matching.measures.likeness(old, now);
    return value >= SAME_TEXT_SHARE ? value : 0;
  };
  const scores = Array.from({ length: rows }, (_row, row) =>
    Array.from({ length: columns }, (_column, column) => likeness(row, column)),
  );
  const best = Array.from({ length: rows + 1 }, () => new Float64Array(columns + 1));
  const at = (row: number, column: number): number => best[row]?.[column] ?? 0;
  const score = (row: number, column: number): number => scores[row]?.[column] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1) {
    const line = best[row];
    if (line === undefined) continue;
    for (let column = columns - 1; column >= 0; column -= 1) {
      const here = score(row, column);
      line[column] = Math.max(
        at(row + 1, column),
        at(row, column + 1),
        here > 0 ? here + at(row + 1, column + 1) : 0,
      );
    }
  }
  let row = 0;
  let column = 0;
  while (row < rows && column < columns) {
    const here = score(row, column);
    if (here > 0 && at(row, column) === here + at(row + 1, column + 1)) {
      matching.pairs.set(gap.newStart + column, gap.oldStart + row);
      row += 1;
      column += 1;
    } else if (at(row, column) === at(row + 1, column)) row += 1;
    else column += 1;
  }
}

/** What was moved elsewhere unchanged: matched when exactly one old and one new record left over are equal. */
function matchMoved<Old, New>({ known, fresh, measures, pairs }: Matching<Old, New>): void {
  const taken = new Set(pairs.values());
  const oldLeft = known.map((_old, index) => index).filter((index) => !taken.has(index));
  const newLeft = fresh.map((_new, index) => index).filter((index) => !pairs.has(index));
  const equals = (old: number, now: number): boolean => {
    const a = known[old];
    const b = fresh[now];
    return a !== undefined && b !== undefined && measures.same(a, b);
  };
  if (oldLeft.length * newLeft.length > 250_000) return;
  for (const now of newLeft) {
    const candidates = oldLeft.filter((old) => equals(old, now));
    const [old] = candidates;
    if (old === undefined || candidates.length !== 1) continue;
    if (newLeft.filter((other) => equals(old, other)).length === 1) pairs.set(now, old);
  }
}

/** The longest common run in order of equal records, as [old, new] pairs. */
function commonRun<Old, New>(
  known: readonly Old[],
  fresh: readonly New[],
  same: (old: Old, fresh: New) => boolean,
): readonly (readonly [number, number])[] {
  const equal = (old: number, now: number): boolean => {
    const a = known[old];
    const b = fresh[now];
    return a !== undefined && b !== undefined && same(a, b);
  };
  const pairs: (readonly [number, number])[] = [];
  let start = 0;
  while (start < known.length && start < fresh.length && equal(start, start)) {
    pairs.push([start, start]);
    start += 1;
  }
  let oldEnd = known.length;
  let newEnd = fresh.length;
  const tail: (readonly [number, number])[] = [];
  while (oldEnd > start && newEnd > start && equal(oldEnd - 1, newEnd - 1)) {
    oldEnd -= 1;
    newEnd -= 1;
    tail.push([oldEnd, newEnd]);
  }
  const rows = oldEnd - start;
  const columns = newEnd - start;
  if (rows > 0 && columns > 0 && rows * columns <= 4_000_000) {
    const lengths = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1));
    const at = (row: number, column: number): number => lengths[row]?.[column] ?? 0;
    for (let row = rows - 1; row >= 0; row -= 1) {
      const line = lengths[row];
      if (line === undefined) continue;
      for (let column = columns - 1; column >= 0; column -= 1) {
        line[column] = equal(start + row, start + column)
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
      }
    }
    let row = 0;
    let column = 0;
    while (row < rows && column < columns) {
      if (equal(start + row, start + column) && at(row, column) === at(row + 1, column + 1) + 1) {
        pairs.push([start + row, start + column]);
        row += 1;
        column += 1;
      } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
      else column += 1;
    }
  }
  return [...pairs, ...tail.reverse()];
}
