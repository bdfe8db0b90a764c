/** What an unknown model is taken to hold (facts §6). In tokens. */
const UNKNOWN_WINDOW = 8_192;

/** Windows of well-known model families, longest prefix first. In tokens, never more than the maker promises. */
const WINDOWS: readonly (readonly [string, number])[] = [
  ['gpt-4.1', 1_000_000],
  ['gpt-4o', 128_000],
  ['gpt-4-turbo', 128_000],
  ['gpt-4', 8_192],
  ['gpt-5', 272_000],
  ['o1', 200_000],
  ['o3', 200_000],
  ['o4', 200_000],
  ['claude-', 200_000],
  ['mistral-large', 128_000],
  ['llama-3.1', 128_000],
  ['llama-3.3', 128_000],
];

/** The window of a model: as set, else by its name, else 8,192. */
export function contextWindowOf(model: string, set: number | null): number {
  if (set !== null) return set;
  const name = model.toLowerCase().split('/').at(-1) ?? '';
  return WINDOWS.find(([prefix]) => name.startsWith(prefix))?.[1] ?? UNKNOWN_WINDOW;
}
