import type { Profile } from './profile.ts';

/** Why the public does not see a page now. */
export type HiddenBecause = 'draft' | 'drafts_folder' | 'no_page' | 'future' | 'expired';

/**
 * Whether and why a page is hidden now: by its draft key, by where it lies, by its dates. Keys that hide count whatever the
 * generator, since a page taken for public by mistake is the worse mistake.
 */
export function hiddenBecause(
  page: { readonly path: string; readonly data: Readonly<Record<string, unknown>> },
  { name, generator, draft }: Pick<Profile, 'name' | 'generator' | 'draft'>,
  nowMs: number,
): HiddenBecause | null {
  const { data, path } = page;
  const isDraft =
    data['draft'] === true ||
    data['published'] === false ||
    data['hidden'] === true ||
    data[draft.key] === draft.value;
  if (isDraft) return 'draft';
  const parts = path.split('/');
  if (parts.includes('_drafts')) return 'drafts_folder';
  if (generator.hidesUnderscored && parts.some((part) => part.startsWith('_'))) return 'no_page';
  if (name === 'eleventy' && data['permalink'] === false) return 'no_page';
  if (!generator.hidesFuture) return null;
  const atMs = timeOf(data['publishDate'] ?? data['date'] ?? dateInName(path));
  if (atMs > nowMs) return 'future';
  return timeOf(data['expiryDate']) <= nowMs ? 'expired' : null;
}

/** `2030-01-31-name.md`: the date a post without one has. */
function dateInName(path: string): string | undefined {
  return /(?:^|\/)_posts\/(?:.*\/)?(\d{4}-\d{2}-\d{2})-[^/]+$/.exec(path)?.[1];
}

/** Not a number for what is no date: it is neither before nor after anything. */
function timeOf(date: unknown): number {
  if (date instanceof Date) return date.getTime();
  return Date.parse(typeof date === 'string' ? date : '');
}
