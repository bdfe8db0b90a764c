import { expect } from 'vitest';
import type { CheckId } from '../../src/adapters/models/checklist/checks.ts';
import { findings } from '../../src/adapters/models/checklist/findings.ts';
import { readInline, visibleText } from '../../src/adapters/models/checklist/inline-text.ts';
import type { PageContent, PageNode, PageTree } from '../../src/content/index.ts';

/** A page as a test says it. */
export interface Draft {
  readonly language?: string;
  readonly path?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** `# x` to `###### x` are headings, everything else is a paragraph of inline Markdown. */
  readonly blocks?: readonly string[];
  readonly images?: readonly { block: number; target: string; alternative?: string }[];
  readonly links?: readonly { block: number; target: string; text: string; title?: string }[];
}

/** The page a host would read. */
export function page(draft: Draft): PageContent {
  const elements = (draft.blocks ?? []).map((block, index): PageContent['elements'][number] => {
    const heading = /^(#+) (.*)$/u.exec(block);
    const text = heading?.[2] ?? block;
    const inline = readInline(text);
    return {
      uid: index + 1,
      kind: heading === null ? 'paragraph' : 'heading',
      level: heading?.[1]?.length ?? null,
      text: inline === null ? text : visibleText(inline),
      source: block,
      fields: { text, ...(heading === null ? {} : { level: String(heading[1]?.length) }) },
      readOnly: null,
    };
  });
  const fields = draft.fields ?? {};
  return {
    page: {
      uid: 12,
      path: draft.path ?? 'club/about.md',
      language: draft.language ?? 'en',
      title: fields['title'] ?? 'about',
      hidden: false,
      readOnly: null,
      fields,
      editableFields: ['title', 'description'],
      version: 'v',
    },
    elements,
    references: [
      ...(draft.images ?? []).map(({ block, target, alternative }, index) => ({
        uid: 100 + index,
        element: block,
        kind: 'image' as const,
        target,
        fields: alternative === undefined ? {} : { alternative },
        editableFields: ['alternative', 'title'],
      })),
      ...(draft.links ?? []).map(({ block, target, text, title }, index) => ({
        uid: 200 + index,
        element: block,
        kind: 'link' as const,
        target,
        fields: { text, ...(title === undefined ? {} : { title }) },
        editableFields: ['text', 'title'],
      })),
    ],
  };
}

/** A page in a tree. */
export const node = (
  ...[uid, path, title, more = {}]: [number, string, string, Partial<PageNode>?]
): PageNode => ({
  uid,
  path,
  title,
  language: 'en',
  description: null,
  hidden: false,
  readOnly: null,
  children: [],
  ...more,
});

export const NO_TREE: PageTree = { roots: [] };

/** The variants of the one finding of a check. */
export function proposals(
  check: CheckId,
  draft: Draft,
  tree: PageTree = NO_TREE,
): readonly string[] {
  const found = findings(page(draft), tree, [check]);
  expect(found.map((finding) => finding.check)).toEqual([check]);
  return found[0]?.variants ?? [];
}

/** How often a check finds something. */
export function count(check: CheckId, draft: Draft, tree: PageTree = NO_TREE): number {
  return findings(page(draft), tree, [check]).length;
}
