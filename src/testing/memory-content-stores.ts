import type {
  ContentStores,
  HistoryRow,
  HistoryStore,
  IdentityStore,
  KnownElement,
  PageIdentity,
} from '../content/index.ts';
import { createMemorySearchIndex } from './memory-search-index.ts';

/** Content stores that forget when the process ends: for tests of hosts and of what stands on them. */
export function createMemoryContentStores(): ContentStores {
  return {
    identity: createMemoryIdentityStore(),
    history: createMemoryHistoryStore(),
    search: createMemorySearchIndex(),
  };
}

function createMemoryIdentityStore(): IdentityStore {
  const pages = new Map<number, PageIdentity>();
  const byPath = new Map<string, number>();
  let lastUid = 0;
  const nextUid = () => (lastUid += 1);
  return {
    ensurePages(paths) {
      for (const path of paths) {
        if (byPath.has(path)) continue;
        const page = nextUid();
        byPath.set(path, page);
        pages.set(page, { page, path, revision: 0, version: null, elements: [] });
      }
      return Promise.resolve(new Map(paths.map((path) => [path, byPath.get(path) ?? 0] as const)));
    },
    page: (pageUid) => Promise.resolve(pages.get(pageUid) ?? null),
    replaceElements(pageUid, { fromRevision, version, elements }) {
      const before = pages.get(pageUid);
      if (before?.revision !== fromRevision) return Promise.resolve(null);
      const after: PageIdentity = {
        ...before,
        revision: fromRevision + 1,
        version,
        elements: elements.map((element): KnownElement => ({
          ...element,
          uid: element.uid ?? nextUid(),
          references: element.references.map((reference) => ({
            ...reference,
            uid: reference.uid ?? nextUid(),
          })),
        })),
      };
      pages.set(pageUid, after);
      return Promise.resolve(after);
    },
    movePage(pageUid, { from, to }) {
      const page = pages.get(pageUid);
      if (page?.path !== from) return Promise.resolve(page?.path === to ? 'there' : 'lost');
      const other = byPath.get(to);
      if (other !== undefined) pages.delete(other);
      byPath.delete(from);
      byPath.set(to, pageUid);
      pages.set(pageUid, { ...page, path: to });
      return Promise.resolve('moved');
    },
    pageOf(table, uid) {
      for (const page of pages.values()) {
        const uids =
          table === 'content'
            ? page.elements.map((element) => element.uid)
            : page.elements.flatMap((element) =>
                element.references.map((reference) => reference.uid),
              );
        if (uids.includes(uid)) return Promise.resolve(page.page);
      }
      return Promise.resolve(null);
    },
  };
}

function createMemoryHistoryStore(): HistoryStore {
  const rows: (HistoryRow & {
    readonly image: Uint8Array;
    readonly fileImages: ReadonlyMap<string, Uint8Array>;
  })[] = [];
  const overwritten = new Map<string, Uint8Array>();
  const withUndone = (row: HistoryRow): HistoryRow => ({
    ...row,
    undone: rows.some((other) => other.undoes === row.id && other.state === 'done'),
  });
  return {
    begin(row, image, fileImages = new Map()) {
      rows.push({ ...row, state: 'planned', undone: false, image, fileImages });
      return Promise.resolve();
    },
    settle(id, state) {
      const index = rows.findIndex((row) => row.id === id && row.state === 'planned');
      const row = rows[index];
      if (row === undefined) return Promise.resolve('lost');
      rows[index] = { ...row, state };
      return Promise.resolve('settled');
    },
    keepOverwritten(id, bytes) {
      overwritten.set(id, bytes);
      return Promise.resolve();
    },
    overwritten: (id) => Promise.resolve(overwritten.get(id) ?? null),
    find(id) {
      const row = rows.find((candidate) => candidate.id === id);
      return Promise.resolve(row === undefined ? null : withUndone(row));
    },
    beforeImage: (id) => Promise.resolve(rows.find((row) => row.id === id)?.image ?? null),
    fileImage: (id, path) =>
      Promise.resolve(rows.find((row) => row.id === id)?.fileImages.get(path) ?? null),
    ofPage(pageUid, limit) {
      const touches = (row: HistoryRow) =>
        row.page === pageUid || row.files?.some(({ page }) => page === pageUid) === true;
      const done = rows.filter((row) => touches(row) && row.state === 'done');
      return Promise.resolve(done.reverse().slice(0, limit).map(withUndone));
    },
    wrote(pageUid, baseVersion, newVersion) {
      const writes = rows
        .filter((row) => row.state !== 'failed')
        .flatMap((row) => [row, ...(row.files ?? [])]);
      const found = writes.findLast(
        (write) =>
          write.page === pageUid &&
          write.baseVersion === baseVersion &&
          write.newVersion === newVersion,
      );
      return Promise.resolve(found?.edits ?? null);
    },
    ofRun: (runUuid) =>
      Promise.resolve(
        rows.filter((row) => row.runUuid === runUuid && row.state === 'done').map(withUndone),
      ),
    runsSince: (sinceMs) =>
      Promise.resolve([
        ...new Set(rows.flatMap((row) => (row.atMs >= sinceMs ? (row.runUuid ?? []) : []))),
      ]),
    unsettled: () => Promise.resolve(rows.filter((row) => row.state === 'planned').map(withUndone)),
  };
}
