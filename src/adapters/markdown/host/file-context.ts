import type { Actor } from '../../../actors/index.ts';
import { mayWriteRecords, type ChangeRefusal, type ContentStores } from '../../../content/index.ts';
import { languageOf, type SiteState } from '../site/site.ts';
import type { FileDraftResult } from './file-draft.ts';
import type { PageWork } from './page-work.ts';
import type { Pages } from './pages.ts';

/** What thinking about files needs besides the page that is loaded. */
export interface FileContext {
  readonly root: string;
  readonly state: SiteState;
  readonly pages: Pages;
  readonly work: PageWork;
  readonly stores: ContentStores;
  readonly actor: Actor;
  readonly nowMs: number;
}

export function fileRefused(refusal: ChangeRefusal): Extract<FileDraftResult, { ok: false }> {
  return { ok: false, refusal };
}

/** Why nobody, or not this actor, may put a page there; or `null`. */
export function newPlaceProblem(
  { state, actor }: Pick<FileContext, 'state' | 'actor'>,
  page: {
    readonly path: string;
    readonly data: Readonly<Record<string, unknown>>;
    /** Whether the page comes with elements. */
    readonly hasContent: boolean;
  },
): ChangeRefusal | null {
  const { path, data, hasContent } = page;
  const language = languageOf(path, data, state);
  const tables = hasContent ? (['pages', 'content', 'references'] as const) : (['pages'] as const);
  if (!tables.every((table) => mayWriteRecords(actor, table, { path, language }))) {
    return { code: 'not_permitted', message: 'You have no right to make a page there.' };
  }
  const taken = [...state.files.keys(), ...state.leftOut.map((file) => file.path)];
  const isTaken = taken.some((other) => sameFile(other) === sameFile(path));
  return isTaken
    ? { code: 'value_invalid', message: 'There is a page at this place already.' }
    : null;
}

/** On many disks two names that differ in this alone are one file. */
function sameFile(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
