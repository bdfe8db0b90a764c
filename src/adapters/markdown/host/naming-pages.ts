import { readFile } from 'node:fs/promises';
import type { Actor } from '../../../actors/index.ts';
import { isAppError } from '../../../base/index.ts';
import { mayReadRecords, type OmittedPart } from '../../../content/index.ts';
import { comparable, pageAddress } from '../site/page-address.ts';
import { languageOf, type SiteFile, type SiteState } from '../site/site.ts';
import type { FileContext } from './file-context.ts';
import type { LoadedPage } from './pages.ts';

/** Files read side by side. */
const SIDE_BY_SIDE = 32;
/** Files named one by one; of more only the number is told. */
export const MAX_NAMED = 5;

/** Pages that may name one, and files of which nobody knows: they could not be read. */
export interface NamingPages {
  readonly pages: readonly (LoadedPage & { readonly path: string })[];
  readonly unread: readonly string[];
}

/** Pages whose text may name the page: what they do say is for whoever asks to find out. */
export async function pagesNaming(
  { state, stores, pages }: Pick<FileContext, 'state' | 'stores' | 'pages'>,
  path: string,
): Promise<NamingPages> {
  const unread = [...state.unread];
  const candidates: string[] = [];
  const signs = signsOf(state, path);
  const others = [...state.files.values()].filter((file) => file.path !== path);
  for (let start = 0; start < others.length; start += SIDE_BY_SIDE) {
    const some = others.slice(start, start + SIDE_BY_SIDE);
    const texts = await Promise.all(some.map(textOf));
    for (const [index, file] of some.entries()) {
      const text = texts[index] ?? null;
      if (text === null) unread.push(file.path);
      else if (signs.some((sign) => text.includes(sign))) candidates.push(file.path);
    }
  }
  const uids = await stores.identity.ensurePages(candidates);
  const found: (LoadedPage & { readonly path: string })[] = [];
  for (const candidate of candidates) {
    const page = await pages.loadUnchecked(uids.get(candidate) ?? 0).catch(unavailableAsNull);
    if (page === null) unread.push(candidate);
    else found.push({ ...page, path: candidate });
  }
  return { pages: found, unread };
}

/** One of them that cannot be read now keeps nobody from the rest. */
function unavailableAsNull(error: unknown): null {
  if (isAppError(error, 'unavailable')) return null;
  throw error;
}

/** In small letters; empty for a file that is gone, `null` for one that cannot be read. */
async function textOf({ real }: SiteFile): Promise<string | null> {
  try {
    return (await readFile(real, 'utf8')).toLowerCase();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? '' : null;
  }
}

/** A link to a page holds the name of its file, the end of its address, or the name of the folder it stands for. */
function signsOf(state: SiteState, path: string): readonly string[] {
  const data = state.files.get(path)?.facts.data ?? {};
  const address = pageAddress(path, data, state);
  const names = new Set(
    [path.replace(/\.[^./]+$/, ''), ...(address === null ? [] : [comparable(address)])].map(
      endOfName,
    ),
  );
  return [...names].flatMap((name) => [name.toLowerCase(), encodeURI(name).toLowerCase()]);
}

function endOfName(stem: string): string {
  const parts = stem.split('/');
  const last = parts.at(-1) ?? '';
  return /^(?:_?index|readme)$/i.test(last) ? (parts.at(-2) ?? '') : last;
}

/** Files that could not be read, as far as it must be told: whether they link to the page nobody knows. */
export function unreadFiles(
  unread: readonly string[],
  state: SiteState,
  actor: Actor,
): readonly OmittedPart[] {
  if (unread.length === 0) return [];
  const visible = unread.filter((path) =>
    mayReadRecords(actor, 'pages', { path, language: languageOf(path, {}, state) }),
  );
  const list = `${String(unread.length)}${namedIn(visible)}`;
  const reason = `Files that could not be read, so links in them are not known: ${list}.`;
  return [
    {
      field: 'links',
      reason,
      inWords: {
        en: reason,
        de: `Dateien, die sich nicht lesen ließen; ob sie auf die Seite verweisen, ist nicht bekannt: ${list}.`,
      },
    },
  ];
}

/** ` (a.md, b.md, …)`, or nothing for none. */
export function namedIn(paths: readonly string[]): string {
  if (paths.length === 0) return '';
  const more = paths.length > MAX_NAMED ? ', …' : '';
  return ` (${paths.slice(0, MAX_NAMED).join(', ')}${more})`;
}
