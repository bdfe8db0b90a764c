import { readFile } from 'node:fs/promises';
import { blocksOf } from '../body/blocks.ts';
import { parseBody, type Dialect } from '../body/parse.ts';
import { decode } from '../decode.ts';
import type { Unread } from '../files/scan.ts';
import { readFrontMatter } from '../front-matter/front-matter.ts';
import { headingTitle } from '../page/page.ts';
import { guessLanguage } from './languages.ts';
import { marksOf, type PageSigns } from './profile.ts';

/** What is known of a file without its body: enough for trees and lists. Plain data: it comes from another thread. */
export interface FileFacts extends PageSigns {
  readonly data: Readonly<Record<string, unknown>>;
  readonly frontMatterReadOnly: Unread | null;
  readonly heading: string | null;
  readonly guessedLanguage: string;
  /** Why the file is listed and never touched, or `null`. */
  readonly leftOut: Unread | null;
}

/** Reads files by their real paths; the facts come in the same order. */
export type FactsReader = (files: readonly string[]) => Promise<readonly FileFacts[]>;

export async function factsOf(real: string): Promise<FileFacts> {
  const nothing = {
    frontMatter: 'none',
    keys: [],
    marks: [],
    data: {},
    frontMatterReadOnly: null,
    heading: null,
    guessedLanguage: 'en',
  } as const;
  let bytes: Uint8Array;
  try {
    bytes = await readFile(real);
  } catch {
    return { ...nothing, leftOut: { reason: 'The file cannot be read.', code: 'file_unreadable' } };
  }
  const decoded = decode(bytes);
  if (!decoded.ok) return { ...nothing, leftOut: { reason: decoded.reason, code: decoded.code } };
  const front = readFrontMatter(decoded.text);
  if (front.fence.executable) {
    return {
      ...nothing,
      leftOut: {
        reason: 'The front matter is a program, which is never run or edited.',
        code: 'front_matter_program',
      },
    };
  }
  const title = front.data['title'];
  return {
    frontMatter: front.fence.kind,
    keys: Object.keys(front.data),
    marks: marksOf(decoded.text),
    data: front.data,
    frontMatterReadOnly:
      front.readOnly === null || front.readOnlyCode === null
        ? null
        : { reason: front.readOnly, code: front.readOnlyCode },
    heading: typeof title === 'string' ? null : headingOf(decoded.text, front.fence.bodyStart),
    guessedLanguage: guessLanguage(decoded.text.slice(front.fence.bodyStart).slice(0, 4_000)),
    leftOut: null,
  };
}

function headingOf(text: string, bodyStart: number): string | null {
  const plain: Dialect = { mdx: false, directives: false };
  return headingTitle(blocksOf(text, parseBody(text, bodyStart, plain)));
}
