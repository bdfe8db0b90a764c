import { readFile } from 'node:fs/promises';
import { linkedAddresses, linkKey, type IndexedLink } from '../../../content/index.ts';
import type { BlockReference } from '../body/reference.ts';
import type { Dialect } from '../body/parse.ts';
import { decode } from '../decode.ts';
import { parsePage } from './page.ts';

/** A file to take the words and links from. Plain data: it is handed to another thread. */
export interface DigestOrder {
  readonly path: string;
  readonly real: string;
  readonly dialect: Dialect;
}

export interface PageDigest {
  readonly version: string;
  readonly texts: readonly string[];
  readonly links: readonly IndexedLink[];
}

/** The words and links of a file, or `null` when it cannot be read as a page. */
export async function digestFile({ path, real, dialect }: DigestOrder): Promise<PageDigest | null> {
  const bytes = await readFile(real).catch(() => null);
  const decoded = bytes === null ? null : decode(bytes);
  if (decoded?.ok !== true) return null;
  const page = parsePage({ path, text: decoded.text }, dialect);
  return {
    version: page.version,
    texts: page.blocks.map(({ text }) => text),
    links: page.blocks.flatMap(({ references }, element) =>
      references.flatMap((reference) => linkOf(path, reference, element)),
    ),
  };
}

function linkOf(path: string, reference: BlockReference, element: number): readonly IndexedLink[] {
  if (reference.kind !== 'link') return [];
  const keys = [...new Set(linkedAddresses(path, reference.target).map(linkKey))];
  const text = reference.fields.find(({ name }) => name === 'text')?.value ?? '';
  return keys.length === 0 ? [] : [{ element, text, target: reference.target, keys }];
}
