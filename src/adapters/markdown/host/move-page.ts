import { sha256Hex } from '../../../base/index.ts';
import type { FieldChange } from '../../../contracts/index.ts';
import { mayWriteRecords } from '../../../content/index.ts';
import { encode } from '../decode.ts';
import { isPlainPath } from '../files/contain.ts';
import { pageAddress } from '../site/page-address.ts';
import { languageOf } from '../site/site.ts';
import { fileRefused, newPlaceProblem, type FileContext } from './file-context.ts';
import type { FileDraftResult, FileStep } from './file-draft.ts';
import { afterMove, linkBook, meaningOf, rewritten, stillMeans, tagsNaming } from './link-book.ts';
import { pagesNaming, unreadFiles } from './naming-pages.ts';
import { FILE, titleOfPage } from './new-page.ts';
import { placeOf, type LoadedPage } from './pages.ts';
import { lostLinks, rewriteLinks, seenFrom, type NextAddress } from './rewrite-links.ts';
import { ACTIONS } from './structure-words.ts';

/**
 * Gives a page another place. Links to it are rewritten on every page, and its own are seen from the new place: one change
 * over several files, all of it on the card (HST-02).
 */
export async function draftMovedPage(
  context: FileContext,
  loaded: LoadedPage,
  wanted: string,
): Promise<FileDraftResult> {
  const { state, work } = context;
  const { page, identity } = loaded;
  const from = page.path;
  const to = wanted.trim();
  const problem = placeProblem(context, loaded, to);
  if (problem !== null) return fileRefused(problem);
  const before = linkBook(state);
  const after = afterMove(state, from, to);
  const own = await rewriteLinks(work, loaded, {
    address: seenFrom(context.root, { from, to, before, after, isWholePage: true }),
  });

  const steps: FileStep[] = [];
  const fields: FieldChange[] = [];
  const versions: string[] = [page.version];
  let lost = own.lost;
  let denied = 0;
  const naming = await pagesNaming(context, from);
  for (const other of naming.pages) {
    const candidate = other.path;
    const address: NextAddress = (link) => {
      const meaning = meaningOf(candidate, link.href, before);
      if (meaning?.path !== from) return Promise.resolve(null);
      const { way } = meaning;
      const means = (href: string) => stillMeans(meaningOf(candidate, href, after), to, way);
      // An address that the page states itself goes with it.
      if (means(link.href)) return Promise.resolve(null);
      const next = { way, page: candidate, target: to, old: from };
      const href = rewritten(link.href, next, after);
      const isRight = href !== null && means(href);
      return Promise.resolve(isRight ? href : 'lost');
    };
    const changed = await rewriteLinks(work, other, { address });
    const stuck = changed.lost + tagsNaming(from, other.page, before);
    if (changed.edits.length === 0 && stuck === 0) continue;
    if (!mayWriteRecords(context.actor, 'references', placeOf(other.page, state))) {
      denied += 1;
      continue;
    }
    lost += stuck;
    versions.push(other.page.version);
    if (changed.edits.length === 0) continue;
    const { edits, text } = changed;
    steps.push({
      kind: 'edit',
      path: candidate,
      page: other.identity.page,
      text,
      edits,
    });
    fields.push(...changed.fields);
  }

  const bytes = encode(own.text);
  const address = pageAddress(from, page.front.data, state);
  const isSameAddress = address !== null && address === pageAddress(to, page.front.data, state);
  const uid = identity.page;
  return {
    ok: true,
    draft: {
      steps: [
        { kind: 'create', path: to, page: uid, bytes },
        ...steps,
        { kind: 'remove', path: from, page: uid },
      ],
      fields: [
        {
          table: 'pages',
          uid,
          field: 'path',
          label: FILE,
          place: titleOfPage(loaded),
          before: from,
          after: to,
        },
        ...own.fields,
        ...fields,
      ],
      omitted: [
        ...lostLinks(lost),
        ...unreadFiles(naming.unread, state, context.actor),
        ...(denied === 0
          ? []
          : [
              {
                field: 'links',
                reason: `Pages you may not change still link to the old place: ${String(denied)}.`,
                inWords: {
                  en: `Pages you may not change still link to the old place: ${String(denied)}.`,
                  de: `Seiten, die Sie nicht ändern dürfen, verweisen weiter auf den alten Ort: ${String(denied)}.`,
                },
              },
            ]),
      ],
      notes: [
        {
          en: `Files that change besides: ${String(steps.length)}. ${isSameAddress ? 'Its published address stays.' : 'Its published address changes too.'}`,
          de: `Weitere Dateien, die sich ändern: ${String(steps.length)}. ${isSameAddress ? 'Ihre veröffentlichte Adresse bleibt.' : 'Auch ihre veröffentlichte Adresse ändert sich.'}`,
        },
      ],
      action: ACTIONS.movePage,
      target: { table: 'pages', uid, fields: ['path'] },
      record: { table: 'pages', uid },
      move: { page: uid, from, to },
      main: { baseVersion: page.version, newVersion: sha256Hex(bytes), edits: own.edits },
      baseVersion: sha256Hex(versions.join(' ')),
    },
  };
}

function placeProblem(context: FileContext, { page }: LoadedPage, to: string) {
  const { state } = context;
  const invalid = (message: string) => ({ code: 'value_invalid' as const, message });
  const extension = /\.[^./]+$/.exec(page.path)?.[0];
  if (!isPlainPath(to) || /[\p{C}<>:"|?*#%]/u.test(to) || to.length > 500) {
    return invalid('The place is no path of a file below the content folder.');
  }
  if (to.split('/').some((part) => part.startsWith('.') || part.trim() !== part)) {
    return invalid('Hidden files and folders are no place for a page.');
  }
  if (/\.[^./]+$/.exec(to)?.[0] !== extension) {
    return invalid(`The file keeps its extension, ${extension ?? ''}.`);
  }
  if (to === page.path)
    return { code: 'no_change' as const, message: 'The page is there already.' };
  const { data } = page.front;
  if (languageOf(to, data, state) !== languageOf(page.path, data, state)) {
    return invalid('There it would be a page of another language; translate it instead.');
  }
  return newPlaceProblem(context, { path: to, data, hasContent: true });
}
