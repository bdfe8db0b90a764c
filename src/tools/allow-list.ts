/**
 * The tools skills allow: a set of names, or `null` when no skill says anything. `null` restricts nothing; an empty list
 * allows nothing (ADR-214 item 5).
 */
export type AllowList = readonly string[] | null;

/** The union of what the effective skills declare; those without a declaration say nothing (ALW-01). Sorted. */
export function resolveAllowList(declarations: readonly AllowList[]): AllowList {
  const declared = declarations.filter((list) => list !== null);
  return declared.length === 0 ? null : [...new Set(declared.flat())].sort();
}

/**
 * What is left of the list a run stored when the skills are asked again: `null` imposes nothing on either side, and
 * nothing that `stored` did not allow is ever added (ALW-04). Sorted.
 */
export function intersectAllowList(stored: AllowList, live: AllowList): AllowList {
  if (stored === null) return live === null ? null : [...new Set(live)].sort();
  if (live === null) return [...new Set(stored)].sort();
  return [...new Set(stored)].filter((name) => live.includes(name)).sort();
}
