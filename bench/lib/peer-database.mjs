/** A database of a peer, as ours is opened: write-ahead, with the same push to the disk. */
export function openPeerDatabase(Sqlite, file, sync) {
  const db = new Sqlite(file);
  db.pragma('journal_mode = WAL');
  db.pragma(`synchronous = ${sync}`);
  return db;
}

/** Bytes of the pages in use. */
export function usedBytes(db) {
  return sumOf(
    db,
    'select (page_count - freelist_count) * page_size from pragma_page_count, pragma_freelist_count, pragma_page_size',
  );
}

/** The one number a query answers; 0 for none. */
export function sumOf(db, query) {
  return db.prepare(query).pluck().get() ?? 0;
}
