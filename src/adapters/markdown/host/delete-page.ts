import { sha256Hex } from '../../../base/index.ts';
import { mayReadRecords, type Localised } from '../../../content/index.ts';
import type { FileContext } from './file-context.ts';
import type { FileDraftResult } from './file-draft.ts';
import { linkBook, mayNamePage, meaningOf, tagsNaming } from './link-book.ts';
import { FILE, titleOfPage } from './new-page.ts';
import { placeOf, type LoadedPage } from './pages.ts';
import { ACTIONS } from './structure-words.ts';

/** Pages named one by one; of more only the number is told. */
const MAX_NAMED = 5;

/** Takes a page away, and says which others link to it: those links then lead nowhere. */
export async function draftDeletedPage(
  context: FileContext,
  loaded: LoadedPage,
): Promise<FileDraftResult> {
  const { page, identity } = loaded;
  const linking = await pagesLinkingTo(context, page.path);
  const named = linking.visible.slice(0, MAX_NAMED).join(', ');
  const count = linking.visible.length + linking.others;
  const list = named === '' ? '' : ` (${named}${linking.visible.length > MAX_NAMED ? ', …' : ''})`;
  const linkWords: Localised = {
    en: `Pages that link to it: ${String(count)}${list}. Their links will lead nowhere.`,
    de: `Seiten, die auf sie verweisen: ${String(count)}${list}. Ihre Links führen dann ins Leere.`,
  };
  const notes: readonly Localised[] =
    count === 0
      ? [{ en: 'No other page links to it.', de: 'Keine andere Seite verweist auf sie.' }]
      : [];
  const uid = identity.page;
  return {
    ok: true,
    draft: {
      steps: [{ kind: 'remove', path: page.path, page: uid }],
      fields: [
        {
          table: 'pages',
          uid,
          field: 'path',
          label: FILE,
          place: titleOfPage(loaded),
          before: page.path,
          after: null,
        },
      ],
      omitted: count === 0 ? [] : [{ field: 'links', reason: linkWords.en, inWords: linkWords }],
      notes,
      action: ACTIONS.deletePage,
      target: { table: 'pages', uid, fields: [] },
      record: { table: 'pages', uid },
      move: null,
      main: null,
      baseVersion: sha256Hex(`${page.version} ${String(count)} ${named}`),
    },
  };
}

async function pagesLinkingTo(
  { state, pages, work, stores, actor }: FileContext,
  path: string,
): Promise<{ readonly visible: readonly string[]; readonly others: number }> {
  const book = linkBook(state);
  const candidates = await mayNamePage(state, path);
  const uids = await stores.identity.ensurePages(candidates);
  const visible: string[] = [];
  let others = 0;
  for (const candidate of candidates) {
    const other = await pages.loadUnchecked(uids.get(candidate) ?? 0);
    if (other === null) continue;
    const links = await work.do(other.page, 'links', null);
    const isLinking =
      links.some(({ href }) => meaningOf(candidate, href, book)?.path === path) ||
      tagsNaming(path, other.page, book) > 0;
    if (!isLinking) continue;
    if (mayReadRecords(actor, 'pages', placeOf(other.page, state))) visible.push(candidate);
    else others += 1;
  }
  return { visible, others };
}
