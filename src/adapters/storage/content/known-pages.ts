import type { Database } from '../database.ts';

/** Paths of the pages an installation knows, without those that are gone: the first `limit`, or all. */
export async function knownPagePaths(
  { reads }: Database,
  limit?: number,
): Promise<readonly string[]> {
  const known = reads
    .selectFrom('content_identity')
    .select('path')
    .where('record_table', '=', 'pages')
    .where('gone', '=', 0)
    .where('path', 'is not', null)
    .orderBy('uid');
  const rows = await (limit === undefined ? known : known.limit(limit)).execute();
  return rows.flatMap(({ path }) => path ?? []);
}
