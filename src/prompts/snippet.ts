import { sha256Hex } from '../base/index.ts';

/** A snippet: short text an editor keeps, put into system messages by tag (facts §7). */
export interface Snippet {
  readonly uid: number;
  readonly identifier: string;
  readonly name: string;
  readonly text: string;
  readonly tags: readonly string[];
  readonly active: boolean;
  readonly hidden: boolean;
  readonly sorting: number;
  /** Digest of the block an administrator marked for callers' system messages; `null` = not marked (SNP-03). */
  readonly callerSystemDigest: string | null;
}

/** What the model reads of a snippet: its name as a label, then its text; empty for an empty text. */
export function snippetBlock(snippet: Pick<Snippet, 'name' | 'text'>): string {
  const text = snippet.text.trim();
  return text === '' ? '' : `${snippet.name}:\n${text}`;
}

/** Names exactly the block as composed, label and text (decisions §43). */
export function snippetBlockDigest(snippet: Pick<Snippet, 'name' | 'text'>): string {
  return sha256Hex(snippetBlock(snippet));
}

/** Whether the mark still names the snippet's current block; an edit of name or text ends it (SNP-03). */
export function isMarked(snippet: Snippet): boolean {
  return (
    snippet.callerSystemDigest !== null &&
    snippet.callerSystemDigest === snippetBlockDigest(snippet)
  );
}

/** Whether a mark is refused: the block is no longer the one the form showed, or there is no text to mark. */
export function markRefusal(snippet: Snippet, renderedDigest: string): 'changed' | 'empty' | null {
  if (snippetBlock(snippet) === '') return 'empty';
  return snippetBlockDigest(snippet) === renderedDigest ? null : 'changed';
}

/**
 * Snippets by tag: the tags in their order, for each the active snippets that carry it (sorting, then name), each
 * identifier once. Tags compare as whole lower-case words; an unknown tag selects nothing.
 */
export function selectSnippets(
  snippets: readonly Snippet[],
  tags: readonly string[],
): readonly Snippet[] {
  const sorted = [...snippets].sort(
    (a, b) => a.sorting - b.sorting || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.uid - b.uid),
  );
  const selected = new Map<string, Snippet>();
  for (const tag of tags.map(asTag)) {
    for (const snippet of sorted) {
      if (!snippet.active || snippet.hidden || !snippet.tags.map(asTag).includes(tag)) continue;
      if (!selected.has(snippet.identifier)) selected.set(snippet.identifier, snippet);
    }
  }
  return [...selected.values()];
}

/** What of a configuration decides about its prompt and snippets. */
export interface PromptConfiguration {
  readonly systemPrompt: string;
  readonly snippetTags: readonly string[];
  readonly snippetsInCallerSystemMessage: boolean;
}

/**
 * The base text of a system message and the snippet blocks after it. Without a caller's own system message: the
 * configuration's prompt and its snippets (SNP-01). With one: that message alone, and of the snippets only those whose
 * mark holds, when the configuration opts in (SNP-02). Selection by tag comes first either way.
 */
export function promptAndSnippets(facts: {
  readonly callerSystemMessage: string | null;
  readonly configuration: PromptConfiguration;
  readonly snippets: readonly Snippet[];
}): { readonly base: string; readonly snippets: readonly string[] } {
  const { callerSystemMessage, configuration, snippets } = facts;
  const selected = selectSnippets(snippets, configuration.snippetTags);
  const blocks = (chosen: readonly Snippet[]) => chosen.map(snippetBlock).filter(Boolean);
  if (callerSystemMessage === null) {
    return { base: configuration.systemPrompt, snippets: blocks(selected) };
  }
  const marked = configuration.snippetsInCallerSystemMessage ? selected.filter(isMarked) : [];
  return { base: callerSystemMessage, snippets: blocks(marked) };
}

function asTag(tag: string): string {
  return tag.trim().toLowerCase();
}

/** Where snippets are read from; everything afresh. */
export interface SnippetReader {
  snippets(): Promise<readonly Snippet[]>;
}
