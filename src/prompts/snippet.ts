import { sha256Hex } from '../base/index.ts';
import type { SnippetDataClass } from '../contracts/index.ts';

/** A snippet: short text an editor keeps, put into system messages by tag (facts §7). */
export interface Snippet {
  readonly uid: number;
  readonly identifier: string;
  readonly name: string;
  /** For people; no model reads it. */
  readonly description: string;
  readonly text: string;
  readonly tags: readonly string[];
  readonly active: boolean;
  /** Archived: kept, and used nowhere. */
  readonly hidden: boolean;
  readonly sorting: number;
  /** How confidential its text is; `null` = not declared. */
  readonly dataClass: SnippetDataClass | null;
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

/** A snippet that was asked for and stays out, and why. */
export interface LeftOutSnippet {
  readonly uid: number;
  /** Empty when there is no such snippet any more. */
  readonly name: string;
  readonly reason: 'gone' | 'deactivated' | 'not_marked';
}

/** What of a run's snippets goes into its system message. */
export interface PromptAndSnippets {
  readonly base: string;
  /** Composed blocks, in their order. */
  readonly snippets: readonly string[];
  /** The snippets the blocks were composed of. */
  readonly used: readonly Snippet[];
  /** Forced snippets that stay out. */
  readonly leftOut: readonly LeftOutSnippet[];
}

/**
 * The base text of a system message and the snippet blocks after it. Without a caller's own system message: the
 * configuration's prompt and its snippets (SNP-01). With one: that message alone, and of the snippets only those whose
 * mark holds, when the configuration opts in (SNP-02). Selection by tag comes first either way; snippets forced on the
 * run follow, under the same rule (decisions §16), each text once.
 */
export function promptAndSnippets(facts: {
  readonly callerSystemMessage: string | null;
  readonly configuration: PromptConfiguration;
  readonly snippets: readonly Snippet[];
  /** Uids of snippets this run is to have whatever their tags. Default: none. */
  readonly forced?: readonly number[];
}): PromptAndSnippets {
  const { callerSystemMessage, configuration, snippets, forced = [] } = facts;
  const mayJoin = (snippet: Snippet) =>
    callerSystemMessage === null ||
    (configuration.snippetsInCallerSystemMessage && isMarked(snippet));
  const leftOut: LeftOutSnippet[] = [];
  const wanted = forced.flatMap((uid) => {
    const snippet = snippets.find((each) => each.uid === uid);
    const reason = forcedRefusal(snippet, mayJoin);
    if (snippet !== undefined && reason === null) return [snippet];
    leftOut.push({ uid, name: snippet?.name ?? '', reason: reason ?? 'gone' });
    return [];
  });
  const selected = selectSnippets(snippets, configuration.snippetTags).filter(mayJoin);
  const used = new Map<string, Snippet>();
  for (const snippet of [...selected, ...wanted]) {
    const block = snippetBlock(snippet);
    if (block !== '' && !used.has(block)) used.set(block, snippet);
  }
  return {
    base: callerSystemMessage ?? configuration.systemPrompt,
    snippets: [...used.keys()],
    used: [...used.values()],
    leftOut,
  };
}

function forcedRefusal(
  snippet: Snippet | undefined,
  mayJoin: (snippet: Snippet) => boolean,
): LeftOutSnippet['reason'] | null {
  if (snippet === undefined) return 'gone';
  if (!snippet.active || snippet.hidden) return 'deactivated';
  return mayJoin(snippet) ? null : 'not_marked';
}

function asTag(tag: string): string {
  return tag.trim().toLowerCase();
}

/** Where snippets are read from; everything afresh. */
export interface SnippetReader {
  snippets(): Promise<readonly Snippet[]>;
}
