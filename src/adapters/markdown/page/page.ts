import { sha256Hex } from '../../../base/index.ts';
import { blocksOf, type Block } from '../body/blocks.ts';
import { parseBody, type Dialect, type ParsedBody } from '../body/parse.ts';
import { readFrontMatter, type FrontMatter } from '../front-matter/front-matter.ts';

/** A Markdown file, read for showing and editing. */
export interface ParsedPage {
  readonly path: string;
  readonly text: string;
  /** sha256 of the file's bytes. */
  readonly version: string;
  readonly front: FrontMatter;
  readonly body: ParsedBody;
  readonly blocks: readonly Block[];
  readonly dialect: Dialect;
}

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
    blocks: blocksOf(file.text, body),
    dialect,
  };
}

/** Text of the first heading, of level 1 if there is one. */
export function headingTitle(blocks: readonly Block[]): string | null {
  const headings = blocks.filter((block) => block.kind === 'heading' && block.text !== '');
  const first = headings.find((block) => block.level === 1) ?? headings[0];
  return first === undefined ? null : headingWords(first);
}

/** The words of a heading, without the id that generators let stand behind them. */
export function headingWords({ text }: Block): string {
  return text.replace(/\s*\{#[^}]*\}\s*$/, '');
}
