import { sha256Hex } from '../../../base/index.ts';
import { blocksOf, type Block, type BlockView } from '../body/blocks.ts';
import { parseBody, type Dialect, type ParsedBody } from '../body/parse.ts';
import { readFrontMatter, type FrontMatter } from '../front-matter/front-matter.ts';

/** A Markdown file as text, and how it is to be parsed. Plain data: it is handed to another thread. */
export interface PageText {
  readonly path: string;
  readonly text: string;
  readonly dialect: Dialect;
}

/** A Markdown file, read for showing and for finding places in it: everything but the syntax tree. */
export interface PageView extends PageText {
  /** sha256 of the file's bytes. */
  readonly version: string;
  readonly front: FrontMatter;
  /** The dialect it was read in: MDX that does not parse is read as Markdown. */
  readonly readAs: Dialect;
  /** Why nothing of its body may be changed, or `null`. */
  readonly bodyReadOnly: string | null;
  readonly blocks: readonly BlockView[];
  /** sha256 of each block's source, where it is known already. Default: it is made when it is asked for. */
  readonly hashes?: readonly string[];
}

/** A Markdown file, read for editing. */
export interface ParsedPage extends PageView {
  readonly body: ParsedBody;
  readonly blocks: readonly Block[];
}

/** From so many bytes on parsing takes much longer than handing a page to another thread and back. */
export const LONG_BYTES = 16_384;

export function parsePage(
  file: { readonly path: string; readonly text: string },
  dialect: Dialect,
): ParsedPage {
  const front = readFrontMatter(file.text);
  const body = parseBody(file.text, front.fence.bodyStart, dialect);
  return {
    path: file.path,
    text: file.text,
    version: sha256Hex(file.text),
    front,
    body,
    readAs: body.dialect,
    bodyReadOnly: body.readOnly,
    blocks: blocksOf(file.text, body),
    dialect,
  };
}

/** Text of the first heading, of level 1 if there is one. */
export function headingTitle(blocks: readonly BlockView[]): string | null {
  const headings = blocks.filter((block) => block.kind === 'heading' && block.text !== '');
  const first = headings.find((block) => block.level === 1) ?? headings[0];
  return first === undefined ? null : headingWords(first);
}

/** The words of a heading, without the id that generators let stand behind them. */
export function headingWords({ text }: BlockView): string {
  return text.replace(/\s*\{#[^}]*\}\s*$/, '');
}
