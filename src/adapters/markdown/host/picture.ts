import { resolveInside } from '../files/contain.ts';
import { refuse, type Refused } from '../outcome.ts';

const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;

/** How a page names a picture of the site: from the site's own root where it lies in a static folder, else from the page. */
export async function pictureTarget(
  site: { readonly root: string; readonly staticFolders: readonly string[] },
  picture: { readonly file: string; readonly page: string; readonly old: string | null },
): Promise<{ readonly ok: true; readonly target: string } | Refused> {
  const { file, page, old } = picture;
  if (!PICTURE.test(file))
    return refuse('value_invalid', 'Only pictures of the site can be shown.');
  const isHidden = file.split('/').some((part) => part.startsWith('.'));
  if (isHidden || (await resolveInside(site.root, file)) === null) {
    return refuse(
      'not_found',
      'There is no such picture; name it by its path from the content folder.',
    );
  }
  const folder = site.staticFolders.find((name) => name !== '' && file.startsWith(`${name}/`));
  if (folder !== undefined) return { ok: true, target: encodeURI(file.slice(folder.length)) };
  const isFromRoot = old?.startsWith('/') === true;
  return { ok: true, target: encodeURI(isFromRoot ? `/${file}` : relativePath(page, file)) };
}

/** The way from a page to a file, as a link on the page says it. */
export function relativePath(page: string, file: string): string {
  const from = page.split('/').slice(0, -1);
  const to = file.split('/');
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared += 1;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}

/** Markdown of a picture; words that would end its brackets or quotes are escaped. */
export function pictureMarkdown(picture: {
  readonly target: string;
  readonly alternative: string;
  readonly title: string | null;
}): string {
  const { target, alternative, title } = picture;
  const words = alternative.replace(/[\\[\]*_`<>&{}|$:^]/g, (character) => `\\${character}`);
  const behind =
    title === null ? '' : ` "${title.replace(/[\\"]/g, (character) => `\\${character}`)}"`;
  const address = /[()]/.test(target) ? `<${target}>` : target;
  return `![${words}](${address}${behind})`;
}
