import type { FieldChange, RecordRef, WriteTarget } from '../../../contracts/index.ts';
import type {
  ChangeRefusal,
  ContentChange,
  Localised,
  OmittedPart,
  RecordedEdit,
} from '../../../content/index.ts';

/** A change that makes, moves or removes files, and may touch others besides. */
export type FileChange =
  | Extract<ContentChange, { kind: 'create_page_draft' | 'create_translation_draft' | 'move_page' }>
  | (Extract<ContentChange, { kind: 'copy_record' | 'delete' }> & { readonly table: 'pages' })
  | ElementAway;

/** An element that goes to another page. */
export type ElementAway = Extract<ContentChange, { kind: 'move_element' }> & {
  readonly page: number;
};

/** `ownPage` = the page the change's record is on. */
export function isFileChange(change: ContentChange, ownPage: number): change is FileChange {
  switch (change.kind) {
    case 'move_element':
      return change.page !== undefined && change.page !== ownPage;
    case 'create_page_draft':
    case 'create_translation_draft':
    case 'move_page':
      return true;
    case 'copy_record':
    case 'delete':
      return change.table === 'pages';
    default:
      return false;
  }
}

/** One file of such a change. `page` is `null` for a page that is not there yet. */
export type FileStep =
  | {
      readonly kind: 'create';
      readonly path: string;
      readonly page: number | null;
      readonly bytes: Uint8Array;
    }
  | { readonly kind: 'remove'; readonly path: string; readonly page: number }
  | {
      readonly kind: 'edit';
      readonly path: string;
      readonly page: number;
      readonly text: string;
      readonly edits: readonly RecordedEdit[];
    };

/** Such a change thought through on the files as they are now. */
export interface FileDraft {
  /** In the order they are written: what comes first, what goes last. */
  readonly steps: readonly FileStep[];
  readonly fields: readonly FieldChange[];
  readonly omitted: readonly OmittedPart[];
  readonly notes: readonly Localised[];
  readonly action: Localised;
  readonly target: WriteTarget | null;
  /** The record the history keeps it under; a page that is made is known by its path. */
  readonly record: RecordRef | { readonly path: string };
  /** A page that keeps its uid under another path. */
  readonly move: { readonly page: number; readonly from: string; readonly to: string } | null;
  /** Of the page itself where it stays the same one, so that its uids follow. */
  readonly main: {
    readonly baseVersion: string;
    readonly newVersion: string;
    readonly edits: readonly RecordedEdit[];
  } | null;
  /** Changes whenever one of the files does that the change is about. */
  readonly baseVersion: string;
}

export type FileDraftResult =
  | { readonly ok: true; readonly draft: FileDraft }
  | { readonly ok: false; readonly refusal: ChangeRefusal };
