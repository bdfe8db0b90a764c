import type { FieldChange } from '../../../contracts/index.ts';
import type {
  ChangeRefusal,
  Localised,
  OmittedPart,
  RecordedEdit,
} from '../../../content/index.ts';
import type { WriteTarget } from '../../../contracts/index.ts';

/** A change thought through on one text. */
export interface Draft {
  readonly fields: readonly FieldChange[];
  readonly edits: readonly RecordedEdit[];
  readonly omitted: readonly OmittedPart[];
  readonly text: string;
  readonly action?: Localised;
  readonly notes?: readonly Localised[];
  /** Default: the change's own record, with the fields. `null` = it creates its record. */
  readonly target?: WriteTarget | null;
}

export type DraftResult =
  | { readonly ok: true; readonly draft: Draft }
  | { readonly ok: false; readonly refusal: ChangeRefusal };
