import type { Nodes } from 'mdast';
import type { Range } from '../outcome.ts';
import type { TagPlace } from './markup-tags.ts';

/** A field of an image or link. `range: null` = it is not there and can be added behind `insertAt`. */
export interface ReferenceField {
  readonly name: 'alternative' | 'title' | 'text' | 'target';
  readonly value: string | null;
  readonly range: Range | null;
  readonly insertAt: number | null;
  /** The name of the attribute stands at `insertAt` already, without a value. Default: no. */
  readonly isBare?: boolean;
  /** The attribute of a tag that holds it. Default: `alt` or `title`, by the name. */
  readonly attribute?: string;
}

/** An image or link as it reads. Plain data: it may come from another thread. */
export interface ReferenceView {
  readonly kind: 'image' | 'link';
  readonly target: string;
  readonly start: number;
  /** Whether it is written as something whose parts can be set: Markdown, HTML or JSX, and no shortcode. */
  readonly isWritable: boolean;
  readonly fields: readonly ReferenceField[];
}

/** An image or link in a block. */
export interface BlockReference extends ReferenceView {
  /** The image or link of Markdown; `null` for one written in HTML, a component or a shortcode. */
  readonly node: Nodes | null;
  /** The tag of HTML or JSX it is written as. */
  readonly tag: TagPlace | null;
}
