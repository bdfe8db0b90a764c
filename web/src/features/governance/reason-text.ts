/** Why a tool is not offered, in words; a reason a later server knows is at least said to be one. */
export function reasonText(
  reason: string,
  words: Readonly<Record<string, string>> & { readonly other: string },
): string {
  return words[reason] ?? words.other;
}
