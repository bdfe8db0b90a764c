import type { PageContent, PageNode, PageTree } from '../../../content/index.ts';
import { capitalised, finding, languageOf, lengthOf, phrase, type Finding } from './finding.ts';
import { readableName } from './names.ts';
import { wordsOf } from './inline-text.ts';

/** Search engines cut titles here. In characters. */
export const TITLE_LIMIT = 60;

const LAST_WORDS_NOT =
  /(?:^|\s)(?:a|an|the|and|or|of|for|to|in|on|at|with|by|from|as|your|our|its|is|are|that|how|ein|eine|einen|einer|der|die|das|den|dem|des|und|oder|für|zu|zum|zur|in|im|an|am|auf|mit|bei|von|vom|aus|als|ist|sind|wie|du|wir|sie)$/iu;

/** Every page of the tree. */
export function pagesOf(tree: PageTree): readonly PageNode[] {
  const flat = (nodes: readonly PageNode[]): PageNode[] =>
    nodes.flatMap((node) => [node, ...flat(node.children)]);
  return flat(tree.roots);
}

export function titleMissing(page: PageContent, tree: PageTree): Finding | null {
  const present = page.page.fields['title']?.trim() ?? '';
  const headings = page.elements.filter((element) => element.kind === 'heading');
  // A generator takes the title from a main heading where the file names none.
  if (present !== '' || headings.some((heading) => heading.level === 1)) return null;
  const heading = headings[0]?.text ?? '';
  const name = readableName(page.page.path, page.page.language) ?? '';
  const candidates = [heading, name, parentTitle(page, tree) + joined(name), ...shorter(heading)];
  return finding({
    check: 'title-missing',
    record: { table: 'pages', uid: page.page.uid },
    field: editable(page, 'title'),
    element: top(page),
    present: page.page.fields['title'] ?? null,
    variants: usable(candidates, page, tree),
  });
}

export function titleTooLong(page: PageContent, tree: PageTree): Finding | null {
  const present = page.page.fields['title']?.trim() ?? '';
  if (lengthOf(present) <= TITLE_LIMIT) return null;
  return finding({
    check: 'title-too-long',
    record: { table: 'pages', uid: page.page.uid },
    field: editable(page, 'title'),
    element: top(page),
    present,
    variants: usable(shorter(present), page, tree).slice(0, 3),
    count: lengthOf(present),
  });
}

export function titleDuplicate(page: PageContent, tree: PageTree): Finding | null {
  const present = page.page.fields['title']?.trim() ?? '';
  if (present === '' || !isTaken(present, page, tree)) return null;
  const heading = page.elements.find(
    (element) => element.kind === 'heading' && folded(element.text) !== folded(present),
  );
  const parts = [
    heading?.text ?? '',
    parentTitle(page, tree),
    /\d{4}/u.exec(page.page.path)?.[0] ?? '',
    readableName(page.page.path, page.page.language) ?? '',
  ].filter((part) => part !== '' && !folded(present).includes(folded(part)));
  return finding({
    check: 'title-duplicate',
    record: { table: 'pages', uid: page.page.uid },
    field: editable(page, 'title'),
    element: top(page),
    present,
    variants: usable(
      parts.flatMap((part) => [`${present} – ${part}`, `${present} (${part})`]),
      page,
      tree,
    ).slice(0, 4),
  });
}

/**
 * Shorter forms of a title, the longest first: without what stands in brackets, its parts around a colon or dash, and
 * cut before a preposition. Never inside a name in quotation marks, never ending in a small word.
 */
export function shorter(title: string): readonly string[] {
  const candidates = new Set<string>();
  const unbracketed = title
    .replace(/\s*\([^()]*\)/gu, '')
    .replace(/\s*\[[^[\]]*\]/gu, '')
    .trim();
  candidates.add(unbracketed);
  const parts = unbracketed.split(/(?::\s+|\s+[–—|-]\s+)/u);
  if (parts.length > 1) {
    for (const [index, part] of parts.entries()) {
      // A short beginning names the series, not the page.
      if (index > 0 || lengthOf(part) >= 25) candidates.add(part);
    }
  }
  for (const match of unbracketed.matchAll(
    /,?\s+(?:and|or|for|with|in|to|from|by|as|after|before|via|using|und|oder|für|mit|in|im|von|zu|zum|zur|bei|beim|aus|als|nach|vor|auf)\s|,\s|[.!?]\s/gu,
  )) {
    candidates.add(unbracketed.slice(0, match.index + (/^[.!?]/u.test(match[0]) ? 1 : 0)));
  }
  return [...candidates]
    .map((candidate) => capitalised(candidate.replace(/[\s,;:–—-]+$/u, '').trim()))
    .filter(
      (candidate) =>
        lengthOf(candidate) >= 15 &&
        lengthOf(candidate) <= TITLE_LIMIT &&
        wordsOf(candidate).length >= 2 &&
        !LAST_WORDS_NOT.test(candidate) &&
        !/(?::|\s[–—|-])\s+\S+$/u.test(candidate) &&
        isBalanced(candidate),
    )
    .sort((a, b) => lengthOf(b) - lengthOf(a));
}

function usable(
  candidates: readonly string[],
  page: PageContent,
  tree: PageTree,
): readonly string[] {
  return candidates
    .map((candidate) => candidate.replace(/\s+/gu, ' ').trim())
    .filter(
      (candidate) =>
        candidate !== '' && lengthOf(candidate) <= TITLE_LIMIT && !isTaken(candidate, page, tree),
    );
}

/** Whether another page of the same language has this title. */
function isTaken(title: string, page: PageContent, tree: PageTree): boolean {
  return pagesOf(tree).some(
    (node) =>
      node.uid !== page.page.uid &&
      languageOf(node.language) === languageOf(page.page.language) &&
      folded(node.title) === folded(title),
  );
}

function parentTitle(page: PageContent, tree: PageTree): string {
  const parent = pagesOf(tree).find((node) =>
    node.children.some((child) => child.uid === page.page.uid),
  );
  if (parent !== undefined) return parent.title;
  const folder = page.page.path.split('/').at(-2) ?? '';
  return readableName(folder, page.page.language) ?? '';
}

function joined(name: string): string {
  return name === '' ? '' : ` – ${name}`;
}

export function folded(text: string): string {
  return text.toLocaleLowerCase('en').replace(/\s+/gu, ' ').trim();
}

/** Where a reader looks for title and description: the first heading, else the first element. */
export function top(page: PageContent): number | null {
  const heading = page.elements.find((element) => element.kind === 'heading');
  return (heading ?? page.elements[0])?.uid ?? null;
}

export function editable(page: PageContent, field: string): string | null {
  return page.page.readOnly === null && page.page.editableFields.includes(field) ? field : null;
}

function isBalanced(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return (
    count(/"/gu) % 2 === 0 &&
    count(/`/gu) % 2 === 0 &&
    count(/[“”„]/gu) % 2 === 0 &&
    count(/\(/gu) === count(/\)/gu)
  );
}

/** `“title”` as the language quotes it. */
export function quoted(text: string, language: string): string {
  const bare = text
    .replace(/["“”„«»[\]`*_<>]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  return phrase(language, { en: `“${bare}”`, de: `„${bare}“`, other: `“${bare}”` });
}
