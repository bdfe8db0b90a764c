/**
 * What has to be given again before something moves to another address: a secret belongs to the address it was entered or
 * named for, and is sent to another one only when a change says so. A variable counts beside a stored secret too, since it
 * takes its place once that is taken away. `null`: nothing.
 */
export function keptToGiveAgain(
  kept: { readonly isStored: boolean; readonly variable: string | null },
  given: { readonly secret: unknown; readonly variable: unknown },
): 'secret' | 'variable' | null {
  if (kept.isStored && given.secret === undefined) return 'secret';
  return kept.variable !== null && given.variable === undefined ? 'variable' : null;
}
