import { sha256Hex } from '../../../base/index.ts';
import type { FieldChange } from '../../../contracts/index.ts';
import { mayWriteRecords, type RecordedEdit } from '../../../content/index.ts';
import { encode } from '../decode.ts';
import { isPlainPath, resolveInside } from '../files/contain.ts';
import { spliced } from '../outcome.ts';
import { parsePage, type ParsedPage } from '../page/page.ts';
import { decoded } from '../site/page-address.ts';
import { languageOf } from '../site/site.ts';
import { fileRefused, newPlaceProblem, type FileContext } from './file-context.ts';
import type { FileDraftResult, FileStep } from './file-draft.ts';
import { LINK_TARGET } from './labels.ts';
import {
  addressBook,
  linksOf,
  mayNamePage,
  meaningOf,
  rewritten,
  setLink,
  type FoundLink,
} from './links.ts';
import { FILE, titleOfPage } from './new-page.ts';
import { placeOf, type LoadedPage } from './pages.ts';
import { relativePath } from './picture.ts';
import { aroundOf } from './structure-steps.ts';
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
  const { state, stores, pages } = context;
  const { page, identity } = loaded;
  const from = page.path;
  const to = wanted.trim();
  const problem = placeProblem(context, loaded, to);
  if (problem !== null) return fileRefused(problem);
  const paths = [...state.files.keys()];
  const before = addressBook(paths);
  const after = addressBook(paths.map((path) => (path === from ? to : path)));

  const own = await rewriteLinks(page, identity, async (link) => {
    const meaning = meaningOf(from, link.href, before);
    if (meaning !== null) {
      const target = meaning.path === from ? to : meaning.path;
      const href = rewritten(link.href, { page: to, target, way: meaning.way });
      const stays = meaningOf(to, link.href, after)?.path === target;
      return stays ? null : meaningOf(to, href, after)?.path === target ? href : 'lost';
    }
    return fileHref(context.root, { link, from, to });
  });

  const steps: FileStep[] = [];
  const fields: FieldChange[] = [];
  const versions: string[] = [page.version];
  let lost = own.lost;
  let denied = 0;
  const candidates = await mayNamePage(state, from);
  const uids = await stores.identity.ensurePages(candidates);
  for (const candidate of candidates) {
    const other = await pages.loadUnchecked(uids.get(candidate) ?? 0);
    if (other === null) continue;
    const changed = await rewriteLinks(other.page, other.identity, (link) => {
      const meaning = meaningOf(candidate, link.href, before);
      if (meaning?.path !== from) return Promise.resolve(null);
      const href = rewritten(link.href, { page: candidate, target: to, way: meaning.way });
      return Promise.resolve(meaningOf(candidate, href, after)?.path === to ? href : 'lost');
    });
    if (changed.edits.length === 0 && changed.lost === 0) continue;
    if (!mayWriteRecords(context.actor, 'references', placeOf(other.page, state))) {
      denied += 1;
      continue;
    }
    lost += changed.lost;
    versions.push(other.page.version);
    if (changed.edits.length === 0) continue;
    const { edits, text } = changed;
    steps.push({ kind: 'edit', path: candidate, page: other.identity.page, text, edits });
    fields.push(...changed.fields);
  }

  const bytes = encode(own.text);
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
        ...(lost === 0
          ? []
          : [
              {
                field: 'links',
                reason: `Links that cannot be rewritten here stay as they are: ${String(lost)}.`,
                inWords: {
                  en: `Links that cannot be rewritten here stay as they are: ${String(lost)}.`,
                  de: `Links, die sich hier nicht umschreiben lassen, bleiben, wie sie sind: ${String(lost)}.`,
                },
              },
            ]),
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
          en: `Files that change besides: ${String(steps.length)}. Its published address changes too.`,
          de: `Weitere Dateien, die sich ändern: ${String(steps.length)}. Auch ihre veröffentlichte Adresse ändert sich.`,
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

/** A link is told by less of the text around it than an element is: words beside it may change. */
const LINK_AROUND = 20;

interface Rewriting {
  readonly text: string;
  readonly edits: readonly RecordedEdit[];
  readonly fields: readonly FieldChange[];
  readonly lost: number;
}

/** Rewrites links one after the other; `address` says the new one, `null` for one that stays, `lost` for one that fails. */
async function rewriteLinks(
  first: ParsedPage,
  identity: LoadedPage['identity'],
  address: (link: FoundLink) => Promise<string | null>,
): Promise<Rewriting> {
  let page = first;
  const edits: RecordedEdit[] = [];
  const fields: FieldChange[] = [];
  let lost = 0;
  for (const [index, link] of linksOf(first).entries()) {
    const href = await address(link);
    if (href === null || href === link.href) continue;
    const here = linksOf(page)[index];
    const set = href === 'lost' || here === undefined ? null : setLink(page, here.place, href);
    if (set?.ok !== true) {
      lost += 1;
      continue;
    }
    const { splice } = set;
    edits.push({
      field: 'target',
      start: splice.start,
      deleted: page.text.slice(splice.start, splice.end),
      inserted: splice.inserted,
      lead: 0,
      around: aroundOf(page.text, splice, LINK_AROUND),
    });
    const element = identity.elements[link.place.element];
    const uid =
      link.place.kind === 'reference'
        ? element?.references[link.place.reference]?.uid
        : element?.uid;
    fields.push({
      table: link.place.kind === 'reference' ? 'references' : 'content',
      uid: uid ?? 0,
      field: 'target',
      label: LINK_TARGET,
      place: `${first.path} · ${link.words}`.slice(0, 200),
      before: link.href,
      after: href,
    });
    page = parsePage({ path: page.path, text: spliced(page.text, splice) }, page.dialect);
  }
  return { text: page.text, edits, fields, lost };
}

/** The address of a file beside the page, seen from the page's new place; `null` when it stays or is none of this site. */
async function fileHref(
  root: string,
  { link, from, to }: { readonly link: FoundLink; readonly from: string; readonly to: string },
): Promise<string | null> {
  const [, path = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(link.href) ?? [];
  const isElsewhere = /^(?:[a-z][a-z0-9+.-]*:|\/|$)/i.test(path) || /[{}]/.test(path);
  const folder = from.split('/').slice(0, -1).join('/');
  if (isElsewhere || folder === to.split('/').slice(0, -1).join('/')) return null;
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of decoded(path).split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return 'lost';
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  const file = parts.join('/');
  if (file === '' || (await resolveInside(root, file)) === null) return 'lost';
  return encodeURI(relativePath(to, file)) + tail;
}
