import type { ChangeRefusalCode, FieldChange, WriteTarget } from '../contracts/index.ts';
import type { FieldValue, Localised } from './records.ts';

/** Every change a host can be asked for: a closed union, one case a tool (design §6). Values are the new texts. */
export type ContentChange =
  | {
      readonly kind: 'set_page_fields';
      readonly page: number;
      /** By name; a nested one by its path, with dots. A value is of the kind that stands there. */
      readonly fields: Readonly<Record<string, FieldValue>>;
    }
  | {
      readonly kind: 'set_element_fields';
      readonly element: number;
      readonly fields: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'set_reference_text';
      readonly reference: number;
      /** `alternative` and `title` of an image; `text`, `title` and `target` of a link. */
      readonly fields: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'replace_file_reference';
      readonly reference: number;
      /** A picture of the site, by its path from the content folder. */
      readonly file: string;
    }
  | {
      readonly kind: 'attach_file';
      /** The picture comes right behind this element. */
      readonly element: number;
      readonly file: string;
      readonly alternative: string;
      readonly title: string | null;
    }
  | {
      readonly kind: 'create_element_draft';
      readonly page: number;
      /** The element it comes behind; `null` = at the top of the page. Absent: at its end. */
      readonly after?: number | null;
      /** One element of Markdown. */
      readonly source: string;
    }
  | {
      readonly kind: 'move_element';
      readonly element: number;
      /** The page it goes to, where it is an element of its own. Default: the page it is on. */
      readonly page?: number;
      /** The element of that page it comes behind; `null` = at the top. Absent: at its end. */
      readonly after?: number | null;
    }
  | {
      readonly kind: 'add_list_item';
      readonly element: number;
      /** The item it comes behind, as fields are called (`item_2`, `item_2_1`); number 0 = the top of that list. Absent: at the end. */
      readonly after?: string;
      /** Inline Markdown. */
      readonly text: string;
    }
  | {
      readonly kind: 'remove_list_item';
      readonly element: number;
      /** As fields are called; what is within it goes too. */
      readonly item: string;
    }
  | {
      readonly kind: 'move_list_item';
      readonly element: number;
      readonly item: string;
      /** The item of the same list it comes behind; number 0 = the top. */
      readonly after: string;
    }
  | {
      readonly kind: 'create_page_draft';
      readonly parent: number;
      readonly title: string;
      /** Default: none. */
      readonly navTitle?: string;
    }
  | {
      readonly kind: 'create_translation_draft';
      readonly page: number;
      readonly language: string;
    }
  | {
      readonly kind: 'move_page';
      readonly page: number;
      /** Where its file shall be, from the content folder, with the extension it has. */
      readonly path: string;
    }
  | { readonly kind: 'copy_record'; readonly table: 'pages' | 'content'; readonly uid: number }
  | { readonly kind: 'publish'; readonly table: 'pages' | 'content'; readonly uid: number }
  | { readonly kind: 'delete'; readonly table: 'pages' | 'content'; readonly uid: number };

export interface ChangeRefusal {
  readonly code: ChangeRefusalCode;
  /** One sentence: what is wrong and what would work. Safe to show to a person and to the model. */
  readonly message: string;
}

/** Something that was asked for, or goes with it, and will not be written. */
export interface OmittedPart {
  readonly field: string;
  /** One sentence for the model. */
  readonly reason: string;
  /** The same for the card. Default: that the field is not written, without the reason. */
  readonly inWords?: Localised;
}

/** A change that has been thought through and not yet written. Plain data: it can be stored and compared. */
export interface PlannedChange {
  readonly change: ContentChange;
  /** The page the record belongs to. */
  readonly page: number;
  /** What the card shows, field by field. */
  readonly fields: readonly FieldChange[];
  /** The record and fields it will write; `null` for a change that creates its record (WRT-04). */
  readonly target: WriteTarget | null;
  /** Fields that were asked for and will not be written, and why: such a write states PARTIAL (WRT-08). Default: none. */
  readonly omitted?: readonly OmittedPart[];
  /** What is done, in words, where it is more than setting fields. Default: the fields say it. */
  readonly action?: Localised;
  /** What else one should know before saying yes: what stays behind, what refers to it. Default: none. */
  readonly notes?: readonly Localised[];
  /** The version the plan was made on; `apply` refuses when the record's file moved past it. */
  readonly baseVersion: string;
}

export type PlanResult =
  | { readonly ok: true; readonly planned: PlannedChange }
  | { readonly ok: false; readonly refusal: ChangeRefusal };
