/**
 * The checks the built-in model knows, in the order of a tour. A skill names them in its body as `check: <id>`; the ids
 * are part of the skill's text and so of its digest (design §7).
 */
export const CHECK_IDS = [
  'title-missing',
  'title-too-long',
  'title-duplicate',
  'description-missing',
  'description-too-long',
  'description-duplicate',
  'first-heading-duplicate',
  'heading-jump',
  'alternative-missing',
  'alternative-placeholder',
  'link-text-vague',
  'word-doubled',
  'filler-words',
  'sentence-too-long',
  'paragraph-too-long',
] as const;

export type CheckId = (typeof CHECK_IDS)[number];

const KNOWN: ReadonlySet<string> = new Set(CHECK_IDS);

/** The known checks a skill's body names, each once, in the order of `CHECK_IDS`. Unknown ids name nothing. */
export function namedChecks(body: string): readonly CheckId[] {
  const named = new Set<string>();
  for (const [, id] of body.matchAll(/\bcheck:[ \t]*([a-z]+(?:-[a-z]+)*)/gu)) {
    if (id !== undefined && KNOWN.has(id)) named.add(id);
  }
  return CHECK_IDS.filter((id) => named.has(id));
}
