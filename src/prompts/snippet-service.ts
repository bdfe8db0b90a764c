import { requireAdministrator, type Actor } from '../actors/index.ts';
import { AppError, orThrow, remembered, type Clock, type Transactions } from '../base/index.ts';
import type {
  ChangeSnippetUse,
  CreateSnippet,
  SnippetAuditEntry,
  SnippetHistoryEntry,
  SnippetSummary,
  SnippetUse,
  SnippetView,
  WriteSnippet,
} from '../contracts/index.ts';
import { markingRefusal, mayWriteSnippets, useChangeRefusal } from './snippet-rules.ts';
import type { SnippetConfigurations, SnippetStore, SnippetWriter } from './snippet-store.ts';
import { fieldsOf, summaryOf, useOf, viewOf } from './snippet-views.ts';
import { auditSnippet, createSnippet, writeSnippet, writerOf } from './snippet-writing.ts';

/** What people do with snippets. Every method takes who asks; refusals are `AppError`s. */
export interface SnippetService {
  /** Every snippet, archived ones too, by sorting and name; for administrators and authors. */
  list(actor: Actor): Promise<readonly SnippetSummary[]>;
  show(uid: number, actor: Actor): Promise<SnippetView>;
  /** Adds a snippet; nothing marks it yet. Throws `snippet_invalid`, also when the identifier is taken. */
  create(snippet: CreateSnippet, actor: Actor): Promise<SnippetView>;
  /** Changes the fields given. An edit of name or text ends the effect of a mark (SNP-03). Throws `snippet_changed`. */
  edit(uid: number, changes: WriteSnippet, actor: Actor): Promise<SnippetView>;
  /** Marks exactly the block whose digest the person was shown (SNP-03). Administrators only. */
  mark(uid: number, renderedDigest: string, actor: Actor): Promise<SnippetView>;
  /** Takes the mark away. Administrators only. */
  unmark(uid: number, actor: Actor): Promise<SnippetView>;
  /** Archived: kept with its history, used nowhere. */
  setArchived(uid: number, archived: boolean, actor: Actor): Promise<SnippetView>;
  /** Removes the snippet; its history and its audit stay. */
  remove(uid: number, actor: Actor): Promise<void>;
  history(uid: number, actor: Actor): Promise<readonly SnippetHistoryEntry[]>;
  /** Makes what a history entry left behind current again; itself an edit. */
  rollback(uid: number, historyId: number, actor: Actor): Promise<SnippetView>;
  /** Newest first; of one snippet or of all, deleted ones too. Administrators only. */
  audit(
    filter: { readonly snippetUid?: number; readonly limit?: number },
    actor: Actor,
  ): Promise<readonly SnippetAuditEntry[]>;
  /** What each configuration does with snippets. Administrators only. */
  uses(actor: Actor): Promise<readonly SnippetUse[]>;
  /** Sets the tags of a configuration, or its opt-in for callers' system messages (SNP-04). Administrators only. */
  changeUse(configurationUid: number, change: ChangeSnippetUse, actor: Actor): Promise<SnippetUse>;
}

export interface SnippetServiceDeps {
  readonly store: SnippetStore;
  readonly transactions: Transactions;
  readonly clock: Clock;
  readonly configurations: SnippetConfigurations;
  /** A person's name; `null` when erased or unknown. */
  readonly nameOf: (userId: string) => Promise<string | null>;
}

const DEFAULT_AUDIT_ROWS = 200;

/** Snippets for people: writing, marking, and where they go. */
export function createSnippetService(deps: SnippetServiceDeps): SnippetService {
  return { ...reading(deps), ...writing(deps), ...deciding(deps) };
}

function reading(
  deps: SnippetServiceDeps,
): Pick<SnippetService, 'list' | 'show' | 'history' | 'audit' | 'uses'> {
  const { store } = deps;
  return {
    list: async (actor) => {
      requireAuthor(actor);
      return (await store.snippets()).map(summaryOf);
    },
    show: async (uid, actor) => {
      requireAuthor(actor);
      return viewOf(deps, found(await store.snippet(uid)), actor);
    },
    history: async (uid, actor) => {
      requireAuthor(actor);
      found(await store.snippet(uid));
      const rows = await store.history(uid);
      const nameOf = remembered(deps.nameOf);
      return Promise.all(
        rows.map(async ({ id, atMs, userId, before, after, digest }) => {
          return { id, atMs, userName: (await nameOf(userId)) ?? '', before, after, digest };
        }),
      );
    },
    audit: async ({ snippetUid, limit = DEFAULT_AUDIT_ROWS }, actor) => {
      requireAdministrator(actor, 'The audit is for administrators.');
      const rows = await store.audit({
        limit,
        ...(snippetUid === undefined ? {} : { snippetUid }),
      });
      const nameOf = remembered(deps.nameOf);
      return Promise.all(
        rows.map(async ({ actorId, ...row }) => {
          return { ...row, actorName: (await nameOf(actorId)) ?? '' };
        }),
      );
    },
    uses: async (actor) => {
      requireAdministrator(actor, 'Configurations are for administrators.');
      return (await deps.configurations.configurations()).map(useOf);
    },
  };
}

function writing(
  deps: SnippetServiceDeps,
): Pick<SnippetService, 'create' | 'edit' | 'rollback' | 'setArchived' | 'remove'> {
  const show = async (uid: number, actor: Actor) =>
    viewOf(deps, found(await deps.store.snippet(uid)), actor);
  return {
    create: async (snippet, actor) => show(await createSnippet(deps, snippet, actor), actor),
    edit: async (uid, { revision, ...changes }, actor) => {
      await writeSnippet(deps, uid, { actor, changes, revision, event: 'snippet_edited' });
      return show(uid, actor);
    },
    rollback: async (uid, historyId, actor) => {
      requireAuthor(actor);
      const row = (await deps.store.history(uid)).find(({ id }) => id === historyId);
      const changes = found(row ?? null, 'earlier text').after;
      await writeSnippet(deps, uid, { actor, changes, event: 'snippet_rolled_back' });
      return show(uid, actor);
    },
    setArchived: async (uid, archived, actor) => {
      requireAuthor(actor);
      await locked(deps, uid, async (writer, snippet) => {
        if (snippet.hidden === archived) return;
        await writer.setHidden(uid, archived, deps.clock.now());
        await auditSnippet(writer, snippet, {
          event: archived ? 'snippet_archived' : 'snippet_restored',
          actor,
          atMs: deps.clock.now(),
        });
      });
      return show(uid, actor);
    },
    remove: async (uid, actor) => {
      requireAuthor(actor);
      await locked(deps, uid, async (writer, snippet) => {
        await writer.remove(uid);
        const atMs = deps.clock.now();
        await auditSnippet(writer, snippet, { event: 'snippet_deleted', actor, atMs });
      });
    },
  };
}

function deciding(deps: SnippetServiceDeps): Pick<SnippetService, 'mark' | 'unmark' | 'changeUse'> {
  const { store, transactions, clock } = deps;
  return {
    mark: async (uid, renderedDigest, actor) => {
      // A refusal is written down too, so it is thrown only once that is committed.
      const refusal = await transactions.transact(async (transaction) => {
        const writer = store.within(transaction);
        const snippet = await writer.lockSnippet(uid);
        const refused = markingRefusal({ actor, snippet, renderedDigest });
        if (snippet === null) return refused;
        const atMs = clock.now();
        if (refused !== null) {
          const event = 'snippet_mark_refused';
          const detail = refused.code;
          await auditSnippet(writer, snippet, { event, actor, atMs, detail });
          return refused;
        }
        const { name, text } = fieldsOf(snippet);
        const markedBy = writerOf(actor);
        await writer.setMark(uid, { digest: renderedDigest, name, text, markedBy, atMs });
        await auditSnippet(writer, snippet, { event: 'snippet_marked', actor, atMs });
        return null;
      });
      orThrow(refusal);
      return viewOf(deps, found(await store.snippet(uid)), actor);
    },
    unmark: async (uid, actor) => {
      requireAdministrator(actor, 'Only administrators take a mark away.');
      await locked(deps, uid, async (writer, snippet) => {
        if (snippet.callerSystemDigest === null) return;
        await writer.setMark(uid, null);
        await auditSnippet(writer, snippet, {
          event: 'snippet_unmarked',
          actor,
          digest: snippet.callerSystemDigest,
          atMs: clock.now(),
        });
      });
      return viewOf(deps, found(await store.snippet(uid)), actor);
    },
    changeUse: async (configurationUid, { tags, inCallerSystemMessage }, actor) => {
      orThrow(useChangeRefusal({ actor, tags }));
      const changes = {
        ...(tags === undefined
          ? {}
          : { snippetTags: [...new Set(tags.map((tag) => tag.trim().toLowerCase()))] }),
        ...(inCallerSystemMessage === undefined
          ? {}
          : { snippetsInCallerSystemMessage: inCallerSystemMessage }),
      };
      const byUid = async () =>
        found(
          (await deps.configurations.configurations()).find(
            ({ uid }) => uid === configurationUid,
          ) ?? null,
          'configuration',
        );
      const { name } = await byUid();
      await transactions.transact(async (transaction) => {
        const atMs = clock.now();
        const configurations = deps.configurations.within(transaction);
        const isChanged = await configurations.update(configurationUid, changes, atMs);
        found(isChanged ? configurationUid : null, 'configuration');
        await store.within(transaction).appendAudit({
          event: 'snippet_use_changed',
          snippetUid: null,
          subject: name,
          digest: null,
          actorId: writerOf(actor),
          detail: JSON.stringify({ tags, inCallerSystemMessage }),
          atMs,
        });
      });
      return useOf(await byUid());
    },
  };
}

async function locked(
  deps: SnippetServiceDeps,
  uid: number,
  work: (
    writer: SnippetWriter,
    snippet: NonNullable<Awaited<ReturnType<SnippetWriter['lockSnippet']>>>,
  ) => Promise<void>,
): Promise<void> {
  await deps.transactions.transact(async (transaction) => {
    const writer = deps.store.within(transaction);
    await work(writer, found(await writer.lockSnippet(uid)));
  });
}

function requireAuthor(actor: Actor): void {
  if (!mayWriteSnippets(actor)) {
    throw new AppError('not_permitted', 'This is for administrators and for who writes snippets.');
  }
}

function found<T>(value: T | null, what = 'snippet'): T {
  if (value === null) throw new AppError('not_found', `There is no such ${what}.`);
  return value;
}
