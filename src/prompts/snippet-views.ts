import { isAdministrator, type Actor } from '../actors/index.ts';
import type {
  SnippetFields,
  SnippetMarkState,
  SnippetSummary,
  SnippetUse,
  SnippetView,
} from '../contracts/index.ts';
import type {
  SnippetConfiguration,
  SnippetConfigurations,
  SnippetRecords,
  StoredSnippet,
} from './snippet-store.ts';
import { isMarked, snippetBlock, snippetBlockDigest, type Snippet } from './snippet.ts';

/** What views are made with. */
export interface SnippetViewDeps {
  readonly store: SnippetRecords;
  readonly configurations: SnippetConfigurations;
  /** A person's name; `null` when erased or unknown. */
  readonly nameOf: (userId: string) => Promise<string | null>;
}

/** The writable fields of a stored snippet. */
export function fieldsOf(snippet: Snippet): SnippetFields {
  const { name, description, text, tags, active, sorting, dataClass } = snippet;
  return { name, description, text, tags: [...tags], active, sorting, dataClass };
}

function markState(snippet: Snippet): SnippetMarkState {
  if (snippet.callerSystemDigest === null) return 'none';
  return isMarked(snippet) ? 'marked' : 'changed';
}

export function summaryOf(snippet: Snippet): SnippetSummary {
  return {
    uid: snippet.uid,
    identifier: snippet.identifier,
    name: snippet.name,
    description: snippet.description,
    tags: [...snippet.tags],
    active: snippet.active,
    archived: snippet.hidden,
    sorting: snippet.sorting,
    dataClass: snippet.dataClass,
    digest: snippetBlockDigest(snippet),
    mark: markState(snippet),
  };
}

export function useOf(configuration: SnippetConfiguration): SnippetUse {
  return {
    configurationUid: configuration.uid,
    name: configuration.name,
    tags: [...configuration.snippetTags],
    inCallerSystemMessage: configuration.snippetsInCallerSystemMessage,
  };
}

export async function viewOf(
  deps: SnippetViewDeps,
  snippet: StoredSnippet,
  actor: Actor,
): Promise<SnippetView> {
  const { uid, callerSystemDigest } = snippet;
  const mark =
    callerSystemDigest === null ? null : await deps.store.markOf(uid, callerSystemDigest);
  const tags = new Set(snippet.tags);
  const configurations = await deps.configurations.configurations();
  return {
    ...summaryOf(snippet),
    text: snippet.text,
    block: snippetBlock(snippet),
    revision: snippet.revision,
    marked:
      mark === null
        ? null
        : {
            digest: mark.digest,
            block: snippetBlock(mark),
            byName: (await deps.nameOf(mark.markedBy)) ?? '',
            atMs: mark.atMs,
          },
    uses: configurations
      .filter(
        ({ isActive, snippetTags }) =>
          isActive && snippetTags.some((tag) => tags.has(tag.trim().toLowerCase())),
      )
      .map(useOf),
    mayMark: isAdministrator(actor),
  };
}
