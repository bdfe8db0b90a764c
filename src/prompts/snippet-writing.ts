import { actorIdOf, type Actor } from '../actors/index.ts';
import { AppError, identifierFor, orThrow, type Clock, type Transactions } from '../base/index.ts';
import type { CreateSnippet, SnippetFields, WriteSnippet } from '../contracts/index.ts';
import {
  fieldsRefusal,
  identifierRefusal,
  normalisedFields,
  snippetWriteRefusal,
} from './snippet-rules.ts';
import type {
  SnippetAuditEvent,
  SnippetStore,
  SnippetWriter,
  StoredSnippet,
} from './snippet-store.ts';
import { fieldsOf } from './snippet-views.ts';
import { snippetBlockDigest } from './snippet.ts';

/** What a write needs. */
export interface SnippetWritingDeps {
  readonly store: SnippetStore;
  readonly transactions: Transactions;
  readonly clock: Clock;
}

const NEW: SnippetFields = {
  name: '',
  description: '',
  text: '',
  tags: [],
  active: true,
  sorting: 0,
  dataClass: null,
};

/** Adds a snippet and returns its uid. */
export async function createSnippet(
  deps: SnippetWritingDeps,
  { identifier, ...given }: CreateSnippet,
  actor: Actor,
): Promise<number> {
  orThrow(snippetWriteRefusal({ actor, fields: Object.keys(given) }));
  const fields = normalisedFields({ ...NEW, ...withoutUndefined(given) });
  orThrow(fieldsRefusal(fields));
  if (identifier !== undefined) orThrow(identifierRefusal(identifier));
  return deps.transactions.transact(async (transaction) => {
    const writer = deps.store.within(transaction);
    const atMs = deps.clock.now();
    const uid = await insertUnder(writer, { identifier, fields, atMs });
    const snippet = await writer.snippet(uid);
    if (snippet === null) throw new Error('A snippet that was just added cannot be read.');
    await appendHistory(writer, snippet, { before: null, actor, atMs });
    await auditSnippet(writer, snippet, { event: 'snippet_created', actor, atMs });
    return uid;
  });
}

interface NewSnippet {
  /** Left out: made of the name, with a number when that is taken. */
  readonly identifier: string | undefined;
  readonly fields: SnippetFields;
  readonly atMs: number;
}

async function insertUnder(
  writer: SnippetWriter,
  { identifier, fields, atMs }: NewSnippet,
): Promise<number> {
  const stem = identifier ?? identifierFor(fields.name, 'snippet');
  for (let number = 1; ; number += 1) {
    const wanted = number === 1 ? stem : `${stem}-${String(number)}`;
    const uid = await writer.insert({ identifier: wanted, fields }, atMs);
    if (uid !== null) return uid;
    if (identifier === undefined) continue;
    throw new AppError('snippet_invalid', `There is a snippet ${identifier} already.`, {
      data: { field: 'identifier' },
    });
  }
}

/** The one path on which a stored snippet's fields change: form, API, command and rollback alike (SNP-04). */
export async function writeSnippet(
  deps: SnippetWritingDeps,
  uid: number,
  write: {
    readonly actor: Actor;
    readonly changes: Omit<WriteSnippet, 'revision'>;
    readonly revision?: number | undefined;
    readonly event: Extract<SnippetAuditEvent, 'snippet_edited' | 'snippet_rolled_back'>;
  },
): Promise<void> {
  const { actor, changes, revision, event } = write;
  orThrow(snippetWriteRefusal({ actor, fields: Object.keys(changes) }));
  await deps.transactions.transact(async (transaction) => {
    const writer = deps.store.within(transaction);
    const snippet = await writer.lockSnippet(uid);
    if (snippet === null) throw new AppError('not_found', 'There is no such snippet.');
    if (revision !== undefined && revision !== snippet.revision) {
      throw new AppError('snippet_changed', 'Somebody else saved this snippet meanwhile.', {
        data: { revision: snippet.revision },
      });
    }
    const before = fieldsOf(snippet);
    const after = normalisedFields({ ...before, ...withoutUndefined(changes) });
    orThrow(fieldsRefusal(after));
    const changed = changedNames(before, after);
    if (changed.length === 0) return;
    const atMs = deps.clock.now();
    await writer.update(uid, after, atMs);
    const now = { ...snippet, ...after };
    await appendHistory(writer, now, { before, actor, atMs });
    await auditSnippet(writer, now, { event, actor, atMs, detail: changed.join(', ') });
  });
}

async function appendHistory(
  writer: SnippetWriter,
  snippet: Omit<StoredSnippet, 'revision'>,
  { before, actor, atMs }: { before: SnippetFields | null; actor: Actor; atMs: number },
): Promise<void> {
  await writer.appendHistory({
    snippetUid: snippet.uid,
    atMs,
    userId: writerOf(actor),
    before,
    after: fieldsOf(snippet),
    digest: snippetBlockDigest(snippet),
  });
}

/** Appends an audit row about a snippet as it stands. */
export async function auditSnippet(
  writer: SnippetWriter,
  snippet: Omit<StoredSnippet, 'revision'>,
  row: {
    readonly event: SnippetAuditEvent;
    readonly actor: Actor;
    readonly atMs: number;
    /** Default: of the block as it is. */
    readonly digest?: string;
    readonly detail?: string;
  },
): Promise<void> {
  await writer.appendAudit({
    event: row.event,
    snippetUid: snippet.uid,
    subject: snippet.identifier,
    digest: row.digest ?? snippetBlockDigest(snippet),
    actorId: writerOf(row.actor),
    detail: row.detail ?? '',
    atMs: row.atMs,
  });
}

/** Only people write snippets; anybody else was refused before. */
export function writerOf(actor: Actor): string {
  return actorIdOf(actor) ?? '';
}

function changedNames(before: SnippetFields, after: SnippetFields): readonly string[] {
  const names = Object.keys(after) as (keyof SnippetFields)[];
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

function withoutUndefined<T extends object>(
  fields: T,
): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]: Exclude<T[Name], undefined>;
  };
}
