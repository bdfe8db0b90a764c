import { sha256Hex } from '../../../base/index.ts';
import type { ContentStores, HistoryRow } from '../../../content/index.ts';
import type { ChangeRefusal } from '../../../content/index.ts';
import type { FileStep } from './file-draft.ts';
import type { PageWork } from './page-work.ts';
import type { Pages } from './pages.ts';
import { tooLate } from './undo.ts';
import type { FileIntention } from './write-files.ts';
import { moveOf } from './settle-files.ts';

type UndoResult =
  | { readonly ok: true; readonly intention: FileIntention }
  | { readonly ok: false; readonly refusal: ChangeRefusal };

/**
 * The write that takes a write of several files back, or why it is too late. What it made must be as it left it; what it
 * removed must not be there again; what it rewrote must still stand where it did.
 */
export async function filesUndo(
  deps: {
    readonly stores: ContentStores;
    readonly pages: Pages;
    readonly work: PageWork;
  },
  row: HistoryRow,
): Promise<UndoResult> {
  const { stores, pages, work } = deps;
  const steps: FileStep[] = [];
  const move = moveOf(row);
  const files = row.files ?? [];
  // What comes back comes first, what goes again goes last, as in every write of several files.
  for (const file of files.filter(({ newVersion }) => newVersion === null)) {
    const bytes = await stores.history.fileImage(row.id, file.path);
    if (bytes === null) return tooLate('The page as it was is not kept.');
    steps.push({ kind: 'create', path: file.path, page: file.page, bytes });
  }
  const changed = files.filter((each) => each.baseVersion !== null && each.newVersion !== null);
  // What the write did first is taken back last: an element is never on neither of two pages.
  for (const file of changed.reverse()) {
    const loaded = await pages.loadUnchecked(file.page);
    if (loaded?.page.path !== file.path) return tooLate(`The page ${file.path} is not there now.`);
    const isUntouched = loaded.page.version === file.newVersion;
    if (file.edits.some(({ elements }) => elements !== undefined)) {
      const result = await work.do(loaded.page, 'takeElementsBack', {
        uids: loaded.identity.elements.map(({ uid }) => uid),
        row: { edits: file.edits, fields: [] },
        isUntouched,
      });
      if (!result.ok) return result;
      const { text, edits } = result.draft;
      steps.push({ kind: 'edit', path: file.path, page: file.page, text, edits });
      continue;
    }
    const { edits } = file;
    const back = await work.do(loaded.page, 'takeSplicesBack', { edits, isUntouched });
    if (back === null) return tooLate(`A link on ${file.path} stands differently now.`);
    steps.push({ kind: 'edit', path: file.path, page: file.page, ...back });
  }
  for (const file of files.filter(({ baseVersion }) => baseVersion === null)) {
    const loaded = await pages.loadUnchecked(file.page);
    const isUntouched =
      loaded?.page.path === file.path && sha256Hex(loaded.bytes) === file.newVersion;
    if (!isUntouched)
      return tooLate('The page has been changed since; taking it back would lose that.');
    steps.push({ kind: 'remove', path: file.path, page: file.page });
  }
  return {
    ok: true,
    intention: {
      steps,
      fields: row.fields.map((field) => ({ ...field, before: field.after, after: field.before })),
      record: row.target,
      move: move === null ? null : { page: move.page, from: move.to, to: move.from },
      main:
        move === null
          ? null
          : {
              baseVersion: row.newVersion,
              newVersion: row.baseVersion,
              edits: [],
            },
      undoes: row.id,
    },
  };
}
