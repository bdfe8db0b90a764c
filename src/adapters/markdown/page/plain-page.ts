import { sha256Hex } from '../../../base/index.ts';
import type { BlockView } from '../body/blocks.ts';
import { readFrontMatter } from '../front-matter/front-matter.ts';
import type { PageText, PageView, ParsedPage } from './page.ts';

/**
 * What reading a page comes to, as plain data that another thread hands over: no syntax tree, and nothing that whoever asked
 * has already. Its front matter is read again from the text: it answers questions, and what answers cannot be handed over.
 */
export interface PlainPage extends Pick<PageView, 'version' | 'readAs' | 'bodyReadOnly'> {
  readonly blocks: readonly Omit<BlockView, 'source'>[];
  readonly hashes: readonly string[];
}

export function plainPage(page: ParsedPage): PlainPage {
  return {
    version: page.version,
    readAs: page.readAs,
    bodyReadOnly: page.bodyReadOnly,
    blocks: page.blocks.map(({ kind, level, range, text, leaves, readOnly, references }) => ({
      kind,
      level,
      range,
      text,
      leaves: leaves.map(({ name, range: place, value }) => ({ name, range: place, value })),
      readOnly,
      references: references.map((reference) => ({
        kind: reference.kind,
        target: reference.target,
        start: reference.start,
        isWritable: reference.isWritable,
        fields: reference.fields,
      })),
    })),
    hashes: page.blocks.map(({ source }) => sha256Hex(source)),
  };
}

/** The page that was read elsewhere, beside the text it was read from. */
export function pageFromPlain(
  { path, text, dialect }: PageText,
  { blocks, ...plain }: PlainPage,
): PageView {
  return {
    path,
    text,
    dialect,
    ...plain,
    front: readFrontMatter(text),
    blocks: blocks.map((block) => ({
      ...block,
      source: text.slice(block.range.start, block.range.end),
    })),
  };
}
