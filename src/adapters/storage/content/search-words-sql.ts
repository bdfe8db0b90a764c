import { sql, type Kysely, type RawBuilder } from 'kysely';
import { searchWords, type IndexedPage } from '../../../content/index.ts';
import type { DialectName } from '../database.ts';
import type { Schema } from '../schema.ts';

/** Words of a page that are searched: PostgreSQL takes a megabyte of them. */
const MAX_PAGE_WORDS = 30_000;
/** Places of a word that count: as many as PostgreSQL keeps. */
const MAX_PLACES = 200;
const LAST_PLACE = 16_383;

/** Sorted by `untitled` and then by `closeness`, both rising. */
export interface MatchingPage {
  readonly page_uid: number;
  readonly untitled: number;
  readonly closeness: number;
}

/** How a database keeps and finds words. */
export interface WordColumns {
  put(db: Kysely<Schema>, page: IndexedPage): Promise<void>;
  remove(db: Kysely<Schema>, pageUids: readonly number[]): Promise<void>;
  /** The pages that have every word, as a query: those with every word in the title sort first, and then the closest. */
  matching(words: readonly string[], isWithTexts: boolean): RawBuilder<MatchingPage>;
}

export const WORD_COLUMNS: Readonly<Record<DialectName, WordColumns>> = {
  sqlite: {
    async put(db, page) {
      const { title, description, body } = wordsOf(page);
      await sql`delete from content_words where rowid = ${page.page}`.execute(db);
      await sql`insert into content_words (rowid, title, description, body) values
        (${page.page}, ${title.join(' ')}, ${description.join(' ')}, ${body.join(' ')})`.execute(
        db,
      );
    },
    async remove(db, pageUids) {
      for (const uid of pageUids) {
        await sql`delete from content_words where rowid = ${uid}`.execute(db);
      }
    },
    matching: (words, isWithTexts) => {
      // Words hold letters, numbers and marks alone: nothing in them ends a quotation.
      const all = words.map((word) => `"${word}"*`).join(' AND ');
      const query = isWithTexts ? all : `{title description} : (${all})`;
      // In one pass over the words: asked page by page, the rank would go through all of them for each.
      return sql<MatchingPage>`(select rowid as page_uid,
        case when rowid in (select rowid from content_words
          where content_words match ${`title : (${all})`}) then 0 else 1 end as untitled,
        bm25(content_words, 10.0, 4.0, 1.0) as closeness
        from content_words where content_words match ${query})`;
    },
  },
  postgres: {
    async put(db, page) {
      await sql`update content_search set words = ${vectorOf(wordsOf(page))}::tsvector
        where page_uid = ${page.page}`.execute(db);
    },
    remove: () => Promise.resolve(),
    matching: (words, isWithTexts) => {
      const marks = isWithTexts ? '*' : '*AB';
      const all = (weights: string) => words.map((word) => `'${word}':${weights}`).join(' & ');
      const query = all(marks);
      return sql<MatchingPage>`(select page_uid,
        case when words @@ ${all('*A')}::tsquery then 0 else 1 end as untitled,
        -ts_rank(array[0.1, 0.1, 0.4, 1.0]::real[], words, ${query}::tsquery) as closeness
        from content_search where words @@ ${query}::tsquery)`;
    },
  },
};

interface PageWords {
  readonly title: readonly string[];
  readonly description: readonly string[];
  readonly body: readonly string[];
}

function wordsOf(page: IndexedPage): PageWords {
  return {
    title: searchWords(page.title),
    description: searchWords(page.description),
    body: page.texts.flatMap((text) => searchWords(text)).slice(0, MAX_PAGE_WORDS),
  };
}

/** A `tsvector` as text: written here, because the parser of PostgreSQL has its own idea of what a word is. */
function vectorOf({ title, description, body }: PageWords): string {
  const places = new Map<string, string[]>();
  let place = 0;
  const add = (words: readonly string[], weight: string): void => {
    for (const word of words) {
      place = Math.min(place + 1, LAST_PLACE);
      const known = places.get(word) ?? [];
      if (known.length < MAX_PLACES) known.push(`${String(place)}${weight}`);
      places.set(word, known);
    }
  };
  add(title, 'A');
  add(description, 'B');
  add(body, '');
  return [...places].map(([word, at]) => `'${word}':${at.join(',')}`).join(' ');
}

/** What a page has before its words are put in. */
export const NO_WORDS = sql<string>`''::tsvector`;
