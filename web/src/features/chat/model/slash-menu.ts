import type { CatalogueEntry, HeldProcess } from '../../../../../src/contracts/index.ts';

export type SlashItemState = 'ready' | 'reference' | 'running' | 'other_running';

export interface SlashItem {
  readonly entry: CatalogueEntry;
  /** `running`: this process holds the conversation; `other_running`: another one does, and only one can (CHT-06). */
  readonly state: SlashItemState;
  readonly disabled: boolean;
}

/**
 * The word typed after a slash at the very start of the message, as long as the caret stands in it; `null` = no menu.
 */
export function slashQuery(text: string, caret: number): string | null {
  const word = /^\/(\S*)/.exec(text);
  if (word === null || caret < 1 || caret > word[0].length) return null;
  return (word[1] ?? '').toLowerCase();
}

/**
 * What the menu offers for `query`: identifiers and names that begin with it first, then those that contain it, each
 * group in the server's order.
 */
export function slashItems(
  catalogue: readonly CatalogueEntry[],
  query: string,
  held: HeldProcess | null,
): SlashItem[] {
  const ranked = catalogue
    .map((entry) => ({ entry, rank: rankOf(entry, query) }))
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  return ranked.map(({ entry }) => {
    const state = stateOf(entry, held);
    return { entry, state, disabled: state === 'running' || state === 'other_running' };
  });
}

function stateOf(entry: CatalogueEntry, held: HeldProcess | null): SlashItemState {
  if (entry.process && held !== null)
    return held.skillUid === entry.uid ? 'running' : 'other_running';
  return entry.instruction ? 'ready' : 'reference';
}

function rankOf(entry: CatalogueEntry, query: string): number | null {
  if (query === '') return 0;
  const identifier = entry.identifier.toLowerCase();
  const name = entry.name.toLowerCase();
  if (identifier.startsWith(query) || name.startsWith(query)) return 0;
  return identifier.includes(query) || name.includes(query) ? 1 : null;
}

/** The next selectable index from `current` in `step` direction, round the ends; -1 when nothing can be selected. */
export function nextSelectable(items: readonly SlashItem[], current: number, step: 1 | -1): number {
  for (let tried = 1; tried <= items.length; tried += 1) {
    const index = (current + step * tried + items.length * (tried + 1)) % items.length;
    if (items[index]?.disabled === false) return index;
  }
  return -1;
}

/** Splits `/identifier rest` into the skill it names and the message that goes with it. */
export function invocationOf(
  text: string,
  catalogue: readonly CatalogueEntry[],
): { skillUid: number | null; text: string } {
  const word = /^\/(\S+)\s*/.exec(text);
  const entry = catalogue.find(({ identifier }) => identifier === word?.[1]);
  if (word === null || entry === undefined) return { skillUid: null, text: text.trim() };
  return { skillUid: entry.uid, text: text.slice(word[0].length).trim() };
}

/** The word after a slash at the very start that names nothing here and cannot become a name by typing on. */
export function unknownCommand(text: string, catalogue: readonly CatalogueEntry[]): string | null {
  const [, word = null, after = ''] = /^\/(\S+)(\s?)/.exec(text) ?? [];
  if (word === null || catalogue.some(({ identifier }) => identifier === word)) return null;
  const mayBecomeOne = after === '' && slashItems(catalogue, word.toLowerCase(), null).length > 0;
  return mayBecomeOne ? null : word;
}
