import type { Database } from '../database.ts';

/** Paths of the pages an installation knows, without those that are gone. */
export async function knownPagePaths({ reads }: Database): Promise<readonly string[]> {
  const rows = await reads
    .selectFrom('content_identity')
    .select('path')
    .where('record_table', '=', 'pages')
    .where('gone', '=', 0)
    .where('path', 'is not', null)
    .orderBy('uid')
    .execute();
  return rows.flatMap(({ path }) => path ?? []);
}
