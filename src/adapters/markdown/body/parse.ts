import type { Nodes, Root } from 'mdast';
import { directiveFromMarkdown } from 'mdast-util-directive';
import {
  fromMarkdown,
  type Extension as MdastExtension,
  type Options,
} from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mdxFromMarkdown } from 'mdast-util-mdx';
import { directive } from 'micromark-extension-directive';
import { gfm } from 'micromark-extension-gfm';
import { mdxjs } from 'micromark-extension-mdxjs';
import type { Range } from '../outcome.ts';
import { speedUpEdits } from './edit-map.ts';
import { createKeptTexts } from './kept-texts.ts';

speedUpEdits();

/** Which Markdown a site writes. */
export interface Dialect {
  /** Expressions and components in braces and tags. */
  readonly mdx: boolean;
  /** `:::note` containers. */
  readonly directives: boolean;
}

/** Where the parts of an image or link stand; only what is there. */
export interface ResourceRanges {
  /** Between the square brackets. */
  label?: Range;
  /** Between the quotes. */
  title?: Range;
  /** The address, angle brackets included. */
  destination?: Range;
}

/** A parsed body. All offsets count in the whole file's text. */
export interface ParsedBody {
  readonly root: Root;
  readonly dialect: Dialect;
  /** Why nothing of it may be changed, or `null`. */
  readonly readOnly: string | null;
  readonly resources: ReadonlyMap<Nodes, ResourceRanges>;
}

/**
 * One edit reads a text several times: when it is checked, as the page it leads to, when it is planned again before it is
 * written, and once it stands in the file. Trees are never changed, so all of them may have the same one.
 */
const kept = createKeptTexts<ParsedBody>();

/** Parses the body from `start` on. MDX that does not parse is read as Markdown, and is read-only then. */
export function parseBody(text: string, start: number, dialect: Dialect): ParsedBody {
  const sign = `${String(start)} ${String(dialect.mdx)} ${String(dialect.directives)}`;
  return kept({ text, sign }, () => readBody(text, start, dialect));
}

function readBody(text: string, start: number, dialect: Dialect): ParsedBody {
  try {
    return { ...parse(text, start, dialect), dialect, readOnly: null };
  } catch (error) {
    if (!dialect.mdx) throw error;
    const plain = { ...dialect, mdx: false };
    return {
      ...parse(text, start, plain),
      dialect: plain,
      readOnly: `The MDX of this page does not parse${placeOf(error)}, so its text is only shown.`,
    };
  }
}

function placeOf(error: unknown): string {
  const line = (error as { line?: unknown } | null)?.line;
  return typeof line === 'number' ? ` (line ${String(line)} of its text)` : '';
}

/**
 * micromark drops a BOM at the beginning and counts offsets without it, so the body is cut off before it is parsed, and a
 * BOM at its own beginning is stepped over.
 */
function parse(
  text: string,
  bodyStart: number,
  dialect: Dialect,
): Pick<ParsedBody, 'root' | 'resources'> {
  const start = text.startsWith('\uFEFF', bodyStart) ? bodyStart + 1 : bodyStart;
  const resources = new Map<Nodes, ResourceRanges>();
  const root = fromMarkdown(
    text.slice(start),
    optionsFor(dialect, resourceRanges(resources, start)),
  );
  shift(root, start);
  return { root, resources };
}

function optionsFor(dialect: Dialect, ranges: MdastExtension): Options {
  return {
    extensions: [
      gfm(),
      ...(dialect.directives ? [containersOnly()] : []),
      ...(dialect.mdx ? [mdxjs()] : []),
    ],
    mdastExtensions: [
      gfmFromMarkdown(),
      ...(dialect.directives ? [directiveFromMarkdown()] : []),
      ...(dialect.mdx ? [mdxFromMarkdown()] : []),
      ranges,
    ],
  };
}

/**
 * `:::note` containers and `::leaf` lines. Not `:name` in text: it would make a directive of every time of day; those are
 * protected as tokens instead.
 */
function containersOnly(): NonNullable<Options['extensions']>[number] {
  const { flow } = directive();
  return flow === undefined ? {} : { flow };
}

/** Notes the token ranges that the tree forgets. The image or link being built is the nearest one on the stack. */
function resourceRanges(resources: Map<Nodes, ResourceRanges>, by: number): MdastExtension {
  type Enter = NonNullable<MdastExtension['enter']>[string];
  const note = (name: keyof ResourceRanges, trim: number): Enter =>
    function (token) {
      const owner = this.stack.findLast(
        (node): node is Nodes => node.type === 'image' || node.type === 'link',
      );
      if (owner === undefined) return;
      const ranges = resources.get(owner) ?? {};
      ranges[name] = {
        start: token.start.offset + by + trim,
        end: token.end.offset + by - trim,
      };
      resources.set(owner, ranges);
    };
  return {
    enter: {
      labelText: note('label', 0),
      resourceTitle: note('title', 1),
      resourceDestination: note('destination', 0),
    },
  };
}

function shift(node: Nodes, by: number): void {
  if (node.position !== undefined) {
    const { start, end } = node.position;
    node.position = {
      start: { ...start, offset: (start.offset ?? 0) + by },
      end: { ...end, offset: (end.offset ?? 0) + by },
    };
  }
  if ('children' in node) for (const child of node.children) shift(child, by);
  // The attributes of JSX have places too, and are no children.
  if ('attributes' in node && Array.isArray(node.attributes)) {
    for (const attribute of node.attributes) shift(attribute as unknown as Nodes, by);
  }
}

/** Where a node stands. Every node of a parsed file has a position. */
export function rangeOf(node: Nodes): Range {
  return {
    start: node.position?.start.offset ?? 0,
    end: node.position?.end.offset ?? 0,
  };
}

/** The range of a node's inline content: from its first child to its last. `null` when it has none. */
export function innerRange(node: Nodes): Range | null {
  if (!('children' in node)) return null;
  const [first] = node.children;
  const last = node.children.at(-1);
  if (first === undefined || last === undefined) return null;
  return { start: rangeOf(first).start, end: rangeOf(last).end };
}
