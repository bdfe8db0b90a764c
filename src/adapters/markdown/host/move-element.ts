import { sha256Hex } from '../../../base/index.ts';
import { mayWriteRecords, type Localised } from '../../../content/index.ts';
import { hiddenNow } from '../site/site.ts';
import { fileRefused, type FileContext } from './file-context.ts';
import type { FileDraftResult, ElementAway } from './file-draft.ts';
import { linkBook } from './link-book.ts';
import { titleOfPage } from './new-page.ts';
import { placeOf, type LoadedPage } from './pages.ts';
import { lostLinks, rewriteLinks, seenFrom } from './rewrite-links.ts';
import { placeBehind, placeWords, wordsOf } from './structure.ts';
import { ACTIONS } from './structure-words.ts';

/**
 * Takes an element from its page to another one: one change over two files, the new place first. What it links to stays
 * what it links to; whatever would read differently there is refused (HST-02).
 */
export async function draftElementAway(
  context: FileContext,
  loaded: LoadedPage,
  change: ElementAway,
): Promise<FileDraftResult> {
  const { actor, pages, work, state, nowMs } = context;
  const target = await pages.load(change.page, actor);
  if (target === null) {
    return fileRefused({ code: 'not_found', message: 'There is no such page to move it to.' });
  }
  const from = loaded.identity.elements.findIndex(({ uid }) => uid === change.element);
  const block = loaded.page.blocks[from];
  const there = { page: target.page, uids: target.identity.elements.map(({ uid }) => uid) };
  const to = placeBehind(there, change.after);
  if (block === undefined || to === null) {
    return fileRefused({ code: 'not_found', message: 'There is no such element on the page.' });
  }
  const { held, dependsOnDefinition } = await work.do(loaded.page, 'elementHold', from);
  if (held !== null) return fileRefused({ code: 'read_only', message: held });
  if (dependsOnDefinition) {
    return fileRefused({
      code: 'would_change_structure',
      message: 'The element takes a link or a footnote from elsewhere on its page.',
    });
  }

  const book = linkBook(state);
  const way = { from: loaded.page.path, to: target.page.path, before: book, after: book };
  const move = seenFrom(context.root, { ...way, isWholePage: false });
  const moved = await rewriteLinks(work, loaded, {
    address: (link) => (link.place.element === from ? move(link) : Promise.resolve(null)),
    reading: from,
  });
  const places = [loaded, target].map((each) => placeOf(each.page, state));
  const tables =
    moved.edits.length === 0 ? (['content'] as const) : (['content', 'references'] as const);
  const mayWrite = places.every((place) =>
    tables.every((table) => mayWriteRecords(actor, table, place)),
  );
  if (!mayWrite) {
    return fileRefused({
      code: 'not_permitted',
      message: 'You have no right to change the elements of both pages.',
    });
  }

  const source = moved.element?.source ?? block.source;
  const put = await work.do(target.page, 'insertElement', { at: to, source });
  if (!put.ok) return put;
  if (put.element.reads !== moved.element?.reads) {
    return fileRefused({
      code: 'would_change_structure',
      message: 'The element would read differently there.',
    });
  }
  const gone = { at: from, uid: change.element };
  const taken = await work.do(loaded.page, 'removeElement', gone);
  if (!taken.ok) return taken;
  const place = wordsOf(block);
  return {
    ok: true,
    draft: {
      steps: [
        {
          kind: 'edit',
          path: target.page.path,
          page: target.identity.page,
          text: put.text,
          edits: [put.edit],
        },
        {
          kind: 'edit',
          path: loaded.page.path,
          page: loaded.identity.page,
          text: taken.text,
          edits: [taken.edit],
        },
      ],
      fields: [
        {
          table: 'content',
          uid: change.element,
          field: 'position',
          label: PLACE,
          place,
          before: `${titleOfPage(loaded)} · ${placeWords(loaded.page, from)}`,
          after: `${titleOfPage(target)} · ${put.place}`,
        },
        ...moved.fields,
      ],
      omitted: lostLinks(moved.lost),
      notes: notesOf(loaded, target, nowMs),
      action: ACTIONS.moveAway,
      target: { table: 'content', uid: change.element, fields: [] },
      record: { table: 'content', uid: change.element },
      move: null,
      main: null,
      baseVersion: sha256Hex(`${loaded.page.version} ${target.page.version}`),
    },
  };
}

const PLACE: Localised = { en: 'Place: page, behind', de: 'Stelle: Seite, hinter' };

function notesOf(from: LoadedPage, to: LoadedPage, nowMs: number): readonly Localised[] {
  const isHidden = ({ page, state }: LoadedPage) =>
    hiddenNow(page.path, page.front.data, { profile: state.profile, nowMs });
  const languageOf = (loaded: LoadedPage) => placeOf(loaded.page, loaded.state).language;
  return [
    ...(isHidden(from) && !isHidden(to)
      ? [
          {
            en: 'Its page was hidden; there readers see it at once.',
            de: 'Seine Seite war verborgen; dort sehen Leser es sofort.',
          },
        ]
      : []),
    ...(!isHidden(from) && isHidden(to)
      ? [
          {
            en: 'The other page is hidden; readers no longer see it.',
            de: 'Die andere Seite ist verborgen; Leser sehen es nicht mehr.',
          },
        ]
      : []),
    ...(languageOf(from) === languageOf(to)
      ? []
      : [
          {
            en: 'The other page is in another language.',
            de: 'Die andere Seite ist in einer anderen Sprache.',
          },
        ]),
  ];
}
