import { sql, type Expression, type Kysely, type SqlBool } from 'kysely';
import type { Transactions } from '../../../base/index.ts';
import type { IndexedPage, SearchIndex, SearchReach } from '../../../content/index.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { inTransaction } from '../transactions.ts';
import { NO_WORDS, WORD_COLUMNS } from './search-words-sql.ts';

const CHUNK = 400;

/** The index of a site's words in the database. */
export function createSearchIndex(database: Database, transactions: Transactions): SearchIndex {
  const { reads, dialect } = database;
  const columns = WORD_COLUMNS[dialect];
  return {
    async stamps() {
      const rows = await reads.selectFrom('content_search').select(['page_uid', 'stamp']).execute();
      return new Map(rows.map((row) => [row.page_uid, row.stamp]));
    },

    async put(pages) {
      // In one order for everybody: two processes that index the same pages wait for each other and never in a circle.
      const ordered = pages.toSorted((a, b) => a.page - b.page);
      await transactions.transact(async (transaction) => {
        const db = inTransaction(transaction);
        for (const page of ordered) {
          await putRow(db, page, dialect === 'postgres');
          await columns.put(db, page);
          await putLinks(db, page);
        }
      });
    },

    async remove(pageUids) {
      await transactions.transact(async (transaction) => {
        const db = inTransaction(transaction);
        for (let start = 0; start < pageUids.length; start += CHUNK) {
          const chunk = pageUids.slice(start, start + CHUNK);
          await db.deleteFrom('content_search').where('page_uid', 'in', chunk).execute();
          await db.deleteFrom('content_link').where('page_uid', 'in', chunk).execute();
          await columns.remove(db, chunk);
        }
      });
    },

    async find(words, reach, limit) {
      if (words.length === 0) return [];
      // First which, and then what is in those few: sorted with their texts, all the others would be carried along.
      const found = await reads
        .selectFrom(columns.matching(words, reach.texts).as('matching'))
        .innerJoin('content_search', 'content_search.page_uid', 'matching.page_uid')
        .select('content_search.page_uid')
        .where(reachable(reach))
        .orderBy('matching.untitled')
        .orderBy('matching.closeness')
        .orderBy('content_search.path')
        .limit(limit)
        .execute();
      const uids = found.map(({ page_uid }) => page_uid);
      if (uids.length === 0) return [];
      const rows = await reads
        .selectFrom('content_search')
        .select([
          'page_uid',
          'path',
          'language',
          'stamp',
          'version',
          'title',
          'description',
          'texts',
        ])
        .where('page_uid', 'in', uids)
        .execute();
      const byUid = new Map(rows.map((row) => [row.page_uid, row]));
      return uids
        .flatMap((uid) => byUid.get(uid) ?? [])
        .map(({ page_uid: page, texts, ...row }) => ({
          ...row,
          page,
          texts: reach.texts ? (JSON.parse(texts) as string[]) : [],
        }));
    },

    async linking(keys, reach, limit) {
      if (keys.length === 0 || !reach.texts) return [];
      const rows = await reads
        .selectFrom('content_link')
        .innerJoin('content_search', 'content_search.page_uid', 'content_link.page_uid')
        .select([
          'content_link.page_uid as page',
          'content_search.path',
          'content_link.element',
          'content_link.text',
          'content_link.target',
        ])
        .distinct()
        .where('content_link.address', 'in', keys)
        .where(reachable(reach))
        .orderBy('content_search.path')
        .orderBy('content_link.element')
        .limit(limit)
        .execute();
      return rows;
    },
  };
}

async function putRow(db: Kysely<Schema>, page: IndexedPage, isWithWords: boolean): Promise<void> {
  const values = {
    path: page.path,
    language: page.language,
    stamp: page.stamp,
    version: page.version,
    title: page.title,
    description: page.description,
    texts: JSON.stringify(page.texts),
  };
  await db
    .insertInto('content_search')
    .values({ page_uid: page.page, ...values, ...(isWithWords ? { words: NO_WORDS } : {}) })
    .onConflict((conflict) => conflict.column('page_uid').doUpdateSet(values))
    .execute();
}

async function putLinks(db: Kysely<Schema>, page: IndexedPage): Promise<void> {
  await db.deleteFrom('content_link').where('page_uid', '=', page.page).execute();
  const rows = page.links.flatMap(({ element, text, target, keys }) =>
    keys.map((address) => ({ page_uid: page.page, element, text, target, address })),
  );
  for (let start = 0; start < rows.length; start += CHUNK) {
    await db
      .insertInto('content_link')
      .values(rows.slice(start, start + CHUNK))
      .execute();
  }
}

/** The rights on pages and languages, as a condition (decisions §46): a prefix is whole segments of a path. */
function reachable(reach: SearchReach): Expression<SqlBool> {
  const path = sql.ref('content_search.path');
  const byPath =
    reach.pages === 'all'
      ? []
      : [
          reach.pages.map((prefix) => {
            const start = prefix.replace(/^\/+|\/+$/g, '');
            if (start === '') return sql<SqlBool>`1 = 1`;
            const folder = `${start}/`;
            return sql<SqlBool>`(${path} = ${start} or substr(${path}, 1, ${Array.from(folder).length}) = ${folder})`;
          }),
        ];
  const byLanguage =
    reach.languages === 'all'
      ? []
      : [reach.languages.map((code) => sql<SqlBool>`content_search.language = ${code}`)];
  const groups = [...byPath, ...byLanguage].map((any) =>
    any.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(any, sql` or `)})`,
  );
  return groups.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(groups, sql` and `)}`;
}
