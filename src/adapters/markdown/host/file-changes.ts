import type { Actor } from '../../../actors/index.ts';
import type { Clock } from '../../../base/index.ts';
import { mayReadRecords, mayWriteRecords } from '../../../content/index.ts';
import type { ChangeRefusal, ContentStores } from '../../../content/index.ts';
import type { Site } from '../site/site.ts';
import { isIndex } from '../site/tree.ts';
import { fileRefused } from './file-context.ts';
import type { FileChange, FileDraftResult } from './file-draft.ts';
import { draftDeletedPage } from './delete-page.ts';
import { draftElementAway } from './move-element.ts';
import { draftMovedPage } from './move-page.ts';
import { draftCopiedPage, draftNewPage, draftTranslation } from './new-page.ts';
import type { PageWork } from './page-work.ts';
import { placeOf, type LoadedPage, type Pages } from './pages.ts';

/** A change that makes, moves or removes files thought through on the site as it is now. */
export function createFileDrafts(deps: {
  readonly root: string;
  readonly site: Site;
  readonly pages: Pages;
  readonly work: PageWork;
  readonly stores: ContentStores;
  readonly clock: Clock;
}): (loaded: LoadedPage, change: FileChange, actor: Actor) => Promise<FileDraftResult> {
  const { root, site, pages, work, stores, clock } = deps;
  return async (loaded, change, actor) => {
    const state = await site.scan();
    const context = { root, state, pages, work, stores, actor, nowMs: clock.now() };
    switch (change.kind) {
      case 'create_page_draft':
        return draftNewPage(context, loaded, change);
      case 'move_element':
        return draftElementAway(context, loaded, change);
      case 'create_translation_draft':
        return mayReadWhole(loaded, actor)
          ? draftTranslation(context, loaded, change.language)
          : fileRefused(DENIED);
      case 'copy_record':
        return mayReadWhole(loaded, actor) ? draftCopiedPage(context, loaded) : fileRefused(DENIED);
      case 'delete':
        return mayWritePage(loaded, actor)
          ? draftDeletedPage(context, loaded)
          : fileRefused(DENIED);
      case 'move_page':
        if (!mayWritePage(loaded, actor)) return fileRefused(DENIED);
        return isIndex(loaded.page.path)
          ? fileRefused({
              code: 'unsupported',
              message: 'The page stands for its folder; moving it would leave the others behind.',
            })
          : draftMovedPage(context, loaded, change.path);
    }
  };
}

const DENIED: ChangeRefusal = {
  code: 'not_permitted',
  message: 'You have no right to do this with every part of the page.',
};

/** What one may not read one may not copy either. */
function mayReadWhole(loaded: LoadedPage, actor: Actor): boolean {
  const place = placeOf(loaded.page, loaded.state);
  return mayReadRecords(actor, 'content', place) && mayReadRecords(actor, 'references', place);
}

function mayWritePage(loaded: LoadedPage, actor: Actor): boolean {
  const place = placeOf(loaded.page, loaded.state);
  return (
    mayWriteRecords(actor, 'pages', place) &&
    mayWriteRecords(actor, 'content', place) &&
    mayWriteRecords(actor, 'references', place)
  );
}
