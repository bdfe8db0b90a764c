import { sha256Hex } from '../../../base/index.ts';
import { mayReadRecords, type Localised } from '../../../content/index.ts';
import type { FileContext } from './file-context.ts';
import type { FileDraftResult } from './file-draft.ts';
import { linkBook, meaningOf, tagsNaming } from './link-book.ts';
import { MAX_NAMED, namedIn, pagesNaming, unreadFiles } from './naming-pages.ts';
import { FILE, titleOfPage } from './new-page.ts';
import { placeOf, type LoadedPage } from './pages.ts';
import { ACTIONS } from './structure-words.ts';

/** Takes a page away, and says which others link to it: those links then lead nowhere. */
export async function draftDeletedPage(
  context: FileContext,
  loaded: LoadedPage,
): Promise<FileDraftResult> {
  const { page, identity } = loaded;
  const linking = await pagesLinkingTo(context, page.path);
  const named = linking.visible.slice(0, MAX_NAMED).join(', ');
  const count = linking.visible.length + linking.others;
  const list = namedIn(linking.visible);
  const linkWords: Localised = {
    en: `Pages that link to it: ${String(count)}${list}. Their links will lead nowhere.`,
    de: `Seiten, die auf sie verweisen: ${String(count)}${list}. Ihre Links führen dann ins Leere.`,
  };
  const unread = unreadFiles(linking.unread, context.state, context.actor);
  const notes = count > 0 ? [] : [unread.length === 0 ? NONE_LINKS : NONE_READ_LINKS];
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
      omitted: [
        ...(count === 0 ? [] : [{ field: 'links', reason: linkWords.en, inWords: linkWords }]),
        ...unread,
      ],
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

const NONE_LINKS: Localised = {
  en: 'No other page links to it.',
  de: 'Keine andere Seite verweist auf sie.',
};

const NONE_READ_LINKS: Localised = {
  en: 'No page that could be read links to it.',
  de: 'Keine Seite, die sich lesen ließ, verweist auf sie.',
};

async function pagesLinkingTo(
  context: FileContext,
  path: string,
): Promise<{
  readonly visible: readonly string[];
  readonly others: number;
  readonly unread: readonly string[];
}> {
  const { state, work, actor } = context;
  const book = linkBook(state);
  const naming = await pagesNaming(context, path);
  const visible: string[] = [];
  let others = 0;
  for (const other of naming.pages) {
    const links = await work.do(other.page, 'links', null);
    const isLinking =
      links.some(({ href }) => meaningOf(other.path, href, book)?.path === path) ||
      tagsNaming(path, other.page, book) > 0;
    if (!isLinking) continue;
    if (mayReadRecords(actor, 'pages', placeOf(other.page, state))) visible.push(other.path);
    else others += 1;
  }
  return { visible, others, unread: naming.unread };
}
