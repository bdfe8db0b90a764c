import type { Actor } from '../../../actors/index.ts';
import type { Clock } from '../../../base/index.ts';
import type { ChangeRefusal, ContentChange, FieldValue } from '../../../content/index.ts';
import { isDraftValue, publishedValue } from './draft-key.ts';
import type { DraftResult } from './draft.ts';
import { fieldPlace, recordOf, rightRefusal } from './change-place.ts';
import { pictureMarkdown, pictureTarget } from './picture.ts';
import type { LoadedPage } from './pages.ts';
import type { PageWork } from './page-work.ts';
import type { FieldRequest } from './plan.ts';
import type { StructureChange } from './structure.ts';
import { ACTIONS } from './structure-words.ts';
import { hiddenNow } from '../site/site.ts';

/** A change of one page's own text. */
export type PageChange = Exclude<
  ContentChange,
  { kind: 'create_page_draft' | 'create_translation_draft' | 'move_page' }
>;

export const NOT_FOUND = {
  code: 'not_found',
  message: 'There is no such record, or it is not readable for you.',
} as const;

/** A change of one page thought through on its text as it is now. */
export function createDrafts(deps: {
  readonly root: string;
  readonly clock: Clock;
  readonly work: PageWork;
}): (loaded: LoadedPage, change: PageChange, actor: Actor) => Promise<DraftResult> {
  const fieldsDraft = async (
    loaded: LoadedPage,
    change: PageChange,
    requests: readonly FieldRequest[] | null,
  ): Promise<DraftResult> => {
    if (requests === null) return refused(NOT_FOUND);
    return deps.work.do(loaded.page, 'setFields', {
      target: recordOf(change),
      mayCreate: loaded.state.profile.mayCreateFrontMatter,
      requests,
    });
  };

  const picture = (loaded: LoadedPage, file: string, old: string | null) =>
    pictureTarget(
      { root: deps.root, staticFolders: loaded.state.profile.staticFolders },
      { file, page: loaded.page.path, old },
    );

  const structureDraft = async (
    loaded: LoadedPage,
    change: StructureChange,
    actor: Actor,
  ): Promise<DraftResult> => {
    const record = { table: 'content', uid: 0 } as const;
    const refusal = rightRefusal(loaded, { record, name: 'source' }, actor);
    if (refusal !== null) return refused(refusal);
    let markdown: string | null = null;
    if (change.kind === 'attach_file') {
      const image = rightRefusal(
        loaded,
        { record: { table: 'references', uid: 0 }, name: 'target' },
        actor,
      );
      if (image !== null) return refused(image);
      const found = await picture(loaded, change.file, null);
      if (!found.ok) return found;
      markdown = pictureMarkdown({ ...change, target: found.target });
    }
    const { page, identity, state } = loaded;
    return deps.work.do(page, 'changeElements', {
      uids: identity.elements.map(({ uid }) => uid),
      isHidden: hiddenNow(page.path, page.front.data, {
        profile: state.profile,
        nowMs: deps.clock.now(),
      }),
      picture: markdown,
      change,
    });
  };

  const replaceFile = async (
    loaded: LoadedPage,
    change: Extract<PageChange, { kind: 'replace_file_reference' }>,
    actor: Actor,
  ): Promise<DraftResult> => {
    const reference = referenceIn(loaded, change.reference);
    if (reference === null) return refused(NOT_FOUND);
    if (reference.kind !== 'image') {
      return refused({
        code: 'unsupported',
        message: 'This is a link; its target is a field of it.',
      });
    }
    const found = await picture(loaded, change.file, reference.target);
    if (!found.ok) return found;
    return fieldsDraft(
      loaded,
      change,
      requestsFor(loaded, { change, fields: { target: found.target } }, actor),
    );
  };

  const publish = async (
    loaded: LoadedPage,
    change: PageChange,
    actor: Actor,
  ): Promise<DraftResult> => {
    const { page, state } = loaded;
    const keys = page.front.keys.filter((key) =>
      isDraftValue(key, page.front.data[key], state.profile),
    );
    const isHidden = hiddenNow(page.path, page.front.data, {
      profile: state.profile,
      nowMs: deps.clock.now(),
    });
    if (keys.length === 0) {
      return refused(
        isHidden
          ? {
              code: 'unsupported',
              message: 'The page is hidden by its folder or its date, not by a draft key.',
            }
          : { code: 'no_change', message: 'The page is public already.' },
      );
    }
    const fields: Record<string, FieldValue> = {};
    for (const key of keys) fields[key] = publishedValue(key, state.profile);
    const requests = requestsFor(loaded, { change, fields }, actor);
    const result = await fieldsDraft(loaded, change, requests);
    return result.ok
      ? { ok: true, draft: { ...result.draft, action: ACTIONS.publishPage } }
      : result;
  };

  return async (loaded, change, actor) => {
    switch (change.kind) {
      case 'set_page_fields':
      case 'set_element_fields':
        return fieldsDraft(
          loaded,
          change,
          requestsFor(loaded, { change, fields: change.fields }, actor),
        );
      case 'set_reference_text': {
        const isPicture = referenceIn(loaded, change.reference)?.kind === 'image';
        if (isPicture && 'target' in change.fields) {
          return refused({
            code: 'unsupported',
            message: 'Give the picture another file instead.',
          });
        }
        return fieldsDraft(
          loaded,
          change,
          requestsFor(loaded, { change, fields: change.fields }, actor),
        );
      }
      case 'replace_file_reference':
        return replaceFile(loaded, change, actor);
      case 'publish':
        return change.table === 'pages'
          ? publish(loaded, change, actor)
          : structureDraft(loaded, change, actor);
      default:
        return structureDraft(loaded, change, actor);
    }
  };
}

function refused(refusal: ChangeRefusal): Extract<DraftResult, { ok: false }> {
  return { ok: false, refusal };
}

function referenceIn(
  loaded: LoadedPage,
  uid: number,
): { readonly kind: 'image' | 'link'; readonly target: string } | null {
  const references = loaded.identity.elements.flatMap((element) => element.references);
  return references.find((reference) => reference.uid === uid) ?? null;
}

/** A change as requests, field by field, each with the refusal that is known without reading the text. */
function requestsFor(
  loaded: LoadedPage,
  wanted: { readonly change: PageChange; readonly fields: Readonly<Record<string, FieldValue>> },
  actor: Actor,
): readonly FieldRequest[] | null {
  const record = recordOf(wanted.change);
  const requests: FieldRequest[] = [];
  for (const [name, value] of Object.entries(wanted.fields)) {
    const place = fieldPlace(loaded, record, name);
    if (place === null) return null;
    requests.push({ name, place, value, refusal: rightRefusal(loaded, { record, name }, actor) });
  }
  return requests;
}
