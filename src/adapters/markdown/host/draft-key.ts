import type { Profile } from '../site/profile.ts';

/** Keys that hide a page whatever the generator, and the value that does. */
const HIDING: Readonly<Record<string, boolean>> = { draft: true, published: false, hidden: true };

/** Whether a key hides its page. */
export function isDraftValue(
  key: string,
  value: unknown,
  { draft }: Pick<Profile, 'draft'>,
): boolean {
  return value === hidingValue(key, draft);
}

/** The value of a key that hides pages under which it hides none. */
export function publishedValue(key: string, { draft }: Pick<Profile, 'draft'>): boolean {
  return hidingValue(key, draft) !== true;
}

function hidingValue(key: string, draft: Profile['draft']): boolean | undefined {
  return key === draft.key ? draft.value : HIDING[key];
}
