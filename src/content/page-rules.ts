import type { RecordRef } from '../contracts/index.ts';
import type { PageContent, PageTree } from './records.ts';

/** Something a rule finds on a page. */
export interface PageFinding {
  /** The rule, one of `checks`. */
  readonly check: string;
  readonly record: RecordRef;
  /** The field that would have to change; `null` = none that can be set here. */
  readonly field: string | null;
  /** The element it stands in, or `null`. */
  readonly element: number | null;
  /** What stands there now; `null` = nothing. */
  readonly present: string | null;
  /** The words it is about, or `null`. */
  readonly quote: string | null;
  /** Characters or words, where the rule counts. */
  readonly count: number | null;
  /** Whole new values of the field, best first. */
  readonly variants: readonly string[];
}

/** Editorial rules: what is readable, and what search engines want. Whoever makes the tools says which there are. */
export interface PageRules {
  /** Names of the rules, in the order they are told. */
  readonly checks: readonly string[];
  /** What these rules find on a page; the tree is for what must differ from page to page. */
  find(page: PageContent, tree: PageTree, checks: readonly string[]): readonly PageFinding[];
}
