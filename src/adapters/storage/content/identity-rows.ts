import type { Kysely } from 'kysely';
import type { AlignedElement, AlignedReference, KnownElement } from '../../../content/index.ts';
import type { Schema } from '../schema.ts';

/** Rows a statement inserts or names at once: SQLite takes a limited number of parameters. */
const CHUNK = 400;

export function* chunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += CHUNK) yield items.slice(start, start + CHUNK);
}

interface NewRow {
  readonly uid: number | null;
  readonly record_table: 'content' | 'references';
  readonly element_uid: number | null;
  readonly position: number;
  readonly kind: string;
  readonly hash: string;
  readonly sample: string;
}

/** Everything that is not named again is gone; what is named keeps its uid; what is new gets one. Answers with all of it. */
export async function replaceRows(
  db: Kysely<Schema>,
  pageUid: number,
  elements: readonly AlignedElement[],
): Promise<readonly KnownElement[]> {
  const before = await db
    .selectFrom('content_identity')
    .selectAll()
    .where('page_uid', '=', pageUid)
    .where('gone', '=', 0)
    .execute();
  const isLong = before.length > CHUNK;
  if (isLong) await othersTurn();
  const known = new Map(before.map((row) => [row.uid, row]));
  const kept = new Set<number>();
  let changed = 0;
  const place = async (rows: readonly NewRow[]): Promise<ReadonlyMap<number, number>> => {
    for (const row of rows) {
      if (row.uid === null) continue;
      kept.add(row.uid);
      const old = known.get(row.uid);
      const { uid, ...values } = row;
      if (old !== undefined && isSame(old, values)) continue;
      changed += 1;
      if (changed % CHUNK === 0) await othersTurn();
      // One that was gone is back: an undo brought it.
      await db
        .updateTable('content_identity')
        .set({ ...values, gone: 0 })
        .where('uid', '=', uid)
        .where('page_uid', '=', pageUid)
        .execute();
    }
    return insertNew(
      db,
      pageUid,
      rows.filter((row) => row.uid === null),
    );
  };
  const added = await place(elements.map(elementRow));
  if (isLong) await othersTurn();
  const owned = elements.flatMap((element, position) => {
    const elementUid = element.uid ?? added.get(position) ?? null;
    return element.references.map((reference, at) => ({ elementUid, position, at, reference }));
  });
  const addedReferences = await place(
    owned.map(({ elementUid, reference }, position) =>
      referenceRow(reference, { elementUid, position }),
    ),
  );
  const gone = [...known.keys()].filter((uid) => !kept.has(uid));
  for (const chunk of chunks(gone)) {
    await db.updateTable('content_identity').set({ gone: 1 }).where('uid', 'in', chunk).execute();
  }
  let reference = 0;
  return elements.map((element, position) => ({
    ...element,
    uid: element.uid ?? uidAt(added, position),
    references: element.references.map((each) => {
      const uid = each.uid ?? uidAt(addedReferences, reference);
      reference += 1;
      return { ...each, uid };
    }),
  }));
}

function uidAt(added: ReadonlyMap<number, number>, position: number): number {
  const uid = added.get(position);
  if (uid === undefined) throw new Error('What was put in has no uid.');
  return uid;
}

/** Statements of SQLite leave nobody else a turn: a long page has thousands of them. */
function othersTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function elementRow(element: AlignedElement, position: number): NewRow {
  const { uid, kind, hash, sample } = element;
  return { uid, record_table: 'content', element_uid: null, position, kind, hash, sample };
}

function referenceRow(
  reference: AlignedReference,
  place: { readonly elementUid: number | null; readonly position: number },
): NewRow {
  return {
    uid: reference.uid,
    record_table: 'references',
    element_uid: place.elementUid,
    position: place.position,
    kind: reference.kind,
    hash: reference.target,
    sample: reference.sample,
  };
}

function isSame(old: Omit<NewRow, 'uid' | 'record_table'>, values: Omit<NewRow, 'uid'>): boolean {
  return (
    old.position === values.position &&
    old.hash === values.hash &&
    old.kind === values.kind &&
    old.sample === values.sample &&
    old.element_uid === values.element_uid
  );
}

/** Uid by position of what was inserted. */
async function insertNew(
  db: Kysely<Schema>,
  pageUid: number,
  rows: readonly NewRow[],
): Promise<ReadonlyMap<number, number>> {
  const uids = new Map<number, number>();
  for (const chunk of chunks(rows)) {
    const inserted = await db
      .insertInto('content_identity')
      .values(
        chunk.map((row) => ({ ...row, uid: undefined, page_uid: pageUid, revision: 0, gone: 0 })),
      )
      .returning(['uid', 'position'])
      .execute();
    for (const { uid, position } of inserted) uids.set(position, uid);
    if (rows.length > CHUNK) await othersTurn();
  }
  return uids;
}
