import type { UnreadReason } from '../contracts/index.ts';

/**
 * Records of a content host. Words: *page* = one document; *element* = one top-level block of it; *reference* = one image
 * or link inside an element. Uids are integers, stable across edits of other records, reloads and restarts (HST-04).
 */

/** A text in the two languages of the interface. */
export interface Localised {
  readonly en: string;
  readonly de: string;
}

export type TableName = 'pages' | 'content' | 'references';

export interface FieldDescription {
  readonly name: string;
  readonly label: Localised;
  readonly kind: 'string' | 'text' | 'number' | 'boolean' | 'date' | 'list';
  /** Longest accepted value in characters. Default 2,000. */
  readonly maxLength: number;
  /** Only administrators and holders of the field's grant may write it (decisions §46). */
  readonly protected: boolean;
}

export interface RecordType {
  readonly table: TableName;
  readonly label: Localised;
  readonly fields: readonly FieldDescription[];
}

export interface SiteDescription {
  readonly name: string;
  /** The generator recognised: astro, hugo, eleventy, docusaurus, vitepress, jekyll, zola, plain. */
  readonly profile: string;
  readonly languages: readonly string[];
  readonly defaultLanguage: string;
  readonly pageCount: number;
  readonly recordTypes: readonly RecordType[];
  /** Files Vouch lists but never touches, and why. */
  readonly leftOut: readonly {
    readonly path: string;
    /** A sentence. */
    readonly reason: string;
    /** The same for people who read another language. Default: they see the sentence. */
    readonly code?: UnreadReason | undefined;
  }[];
  /** Names of the change kinds this host supports; a tool for another one is not registered. */
  readonly supports: readonly string[];
}

export interface PageNode {
  readonly uid: number;
  readonly path: string;
  readonly title: string;
  readonly language: string;
  /** Its description for search engines, or `null`. */
  readonly description: string | null;
  readonly hidden: boolean;
  /** Why nobody may change it here (for example unparsable front matter), or `null`. */
  readonly readOnly: string | null;
  /** The same for people who read another language. Default: they see the sentence. */
  readonly readOnlyCode?: UnreadReason | undefined;
  readonly children: readonly PageNode[];
}

export interface PageTree {
  readonly roots: readonly PageNode[];
}

/** A value of a page's field. Lists hold plain values. */
export type FieldValue = string | number | boolean | readonly (string | number | boolean)[];

/** A value that is no top-level text. A date is written as front matter has it. */
export interface PageValue {
  readonly kind: 'text' | 'number' | 'boolean' | 'date' | 'list';
  readonly value: FieldValue;
}

/** One page's own fields. A field that is absent is missing in the file. */
export interface PageRecord {
  readonly uid: number;
  readonly path: string;
  readonly language: string;
  readonly title: string;
  readonly hidden: boolean;
  readonly readOnly: string | null;
  /** As that of a page of the tree. */
  readonly readOnlyCode?: UnreadReason | undefined;
  readonly fields: Readonly<Record<string, string>>;
  /** Field names that `set_page_fields` accepts on this page, the absent ones included. */
  readonly editableFields: readonly string[];
  /**
   * Values of other kinds, nested ones by their path with dots; `set_page_fields` takes one of the same kind. Default:
   * none.
   */
  readonly values?: Readonly<Record<string, PageValue>>;
  /** Changes whenever the file's bytes change. */
  readonly version: string;
}

export type ElementKind =
  | 'heading'
  | 'paragraph'
  | 'list'
  | 'table'
  | 'quote'
  | 'code'
  | 'html'
  | 'component'
  | 'rule'
  | 'definition'
  | 'other';

export interface ContentElement {
  readonly uid: number;
  readonly kind: ElementKind;
  /** 1 to 6 for a heading, else `null`. */
  readonly level: number | null;
  /** What a reader sees, markup removed. */
  readonly text: string;
  /** The Markdown as stored. */
  readonly source: string;
  /**
   * Values of the fields one can set: `text` (inline Markdown of a heading or paragraph), `level` (of a heading, `1` to
   * `6`), `cell_<row>_<column>` (table cells, from 1, the head is row 1), `item_<n>` (list items, `item_<n>_<m>` of a list
   * within), `paragraph_<n>` (of a quotation). Empty when the element cannot be edited in place.
   */
  readonly fields: Readonly<Record<string, string>>;
  /** Why it cannot be edited, or `null`. */
  readonly readOnly: string | null;
}

export interface ReferenceRecord {
  readonly uid: number;
  readonly element: number;
  readonly kind: 'image' | 'link';
  readonly target: string;
  /** `alternative` and `title` of an image; `text` and `title` of a link. Absent = not there. */
  readonly fields: Readonly<Record<string, string>>;
  readonly editableFields: readonly string[];
  /** Whether its target can be set: of a link as the field `target`, of an image by another file. Default: no. */
  readonly hasSettableTarget?: boolean;
}

export interface PageContent {
  readonly page: PageRecord;
  /** In document order. */
  readonly elements: readonly ContentElement[];
  readonly references: readonly ReferenceRecord[];
}

export interface RenderedPage {
  readonly html: string;
  readonly title: string;
  readonly language: string;
}

/** What a search found. */
export interface FoundPages {
  readonly hits: readonly SearchHit[];
  /** Files of the site that could not be read, so that nothing in them was searched. Whoever asks, all of them are counted. */
  readonly unread: number;
}

/** One find of a search: where, and the text around it. */
export interface SearchHit {
  readonly page: number;
  readonly path: string;
  readonly title: string;
  readonly language: string;
  /** `title`, `description` or `text`. */
  readonly where: 'title' | 'description' | 'text';
  /** The element it was found in, for `text`. */
  readonly element: number | null;
  /** At most 160 characters around the find. */
  readonly excerpt: string;
}
