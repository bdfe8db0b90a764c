import type { SourceType } from '../skill.ts';
import type { Refusal } from '../skill-rules.ts';
import type { Repository } from './repository-reader.ts';

/** The only hosts anything is read from: https, exactly these names (SYN-02). */
export const ALLOWED_HOSTS: readonly string[] = [
  'github.com',
  'raw.githubusercontent.com',
  'api.github.com',
  'codeload.github.com',
];

export type RemoteSourceType = Exclude<SourceType, 'backend'>;

/** Where a source's address leads. The commit comes from the source's ref field, never from the address (facts §1). */
export interface SourceLocation {
  readonly repository: Repository;
  /** Of the file (single file, marketplace index) or of the folder a repository is narrowed to; `null` = the usual place. */
  readonly path: string | null;
}

export type LocationVerdict =
  | { readonly ok: true; readonly location: SourceLocation }
  | { readonly ok: false; readonly refusal: Refusal };

/** Why an address may not be asked: `null` when it may. */
export function hostRefusal(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null) return 'An address is wanted, such as https://github.com/owner/repository.';
  if (url.protocol !== 'https:') return 'Only https addresses are read.';
  if (url.username !== '' || url.password !== '') return 'The address holds a sign-in.';
  if (url.port !== '') return 'The address names a port.';
  return ALLOWED_HOSTS.includes(url.hostname)
    ? null
    : `${url.hostname} is not one of the hosts that are read: ${ALLOWED_HOSTS.join(', ')}.`;
}

/**
 * Reads a source's address: a repository (`/owner/repo`, `/owner/repo/tree/<ref>/<folder>`), a file page
 * (`/owner/repo/blob/<ref>/<path>`) or a raw file. `ref` is the source's ref field, which tells where a ref with slashes ends.
 */
export function sourceLocation(
  type: RemoteSourceType,
  address: string,
  ref: string | null,
): LocationVerdict {
  const reason = hostRefusal(address.trim().replace(/^(https:\/\/)www\.(?=github\.com)/i, '$1'));
  if (reason !== null) return refused(reason);
  const url = new URL(address.trim());
  let segments: string[];
  try {
    segments = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return refused('The address is not encoded correctly.');
  }
  const [owner = '', name = '', ...rest] = segments;
  const repository = repositoryOf(`${owner}/${name}`);
  if (repository === null) return refused('The address names no repository (owner/name).');
  const path = pathOf({ isRaw: url.hostname === 'raw.githubusercontent.com', rest, ref });
  if (path === undefined) return refused('The address leads to no file or folder of a repository.');
  if (path !== null && !isInside(path)) return refused('The path leaves the repository.');
  if (type === 'repo' && url.hostname === 'raw.githubusercontent.com') {
    return refused('A repository is named by its page, not by a raw file.');
  }
  return { ok: true, location: { repository, path } };
}

function pathOf(from: {
  readonly isRaw: boolean;
  readonly rest: readonly string[];
  readonly ref: string | null;
}): string | null | undefined {
  const [kind, ...behindKind] = from.rest;
  if (from.isRaw) return withoutRef(from.rest, from.ref);
  if (kind === undefined) return null;
  if (kind !== 'blob' && kind !== 'tree' && kind !== 'raw') return undefined;
  return withoutRef(behindKind, from.ref) ?? (kind === 'tree' ? null : undefined);
}

/** What follows the ref; `undefined` when nothing does. */
function withoutRef(segments: readonly string[], ref: string | null): string | undefined {
  const joined = segments.join('/');
  const isFull = /^refs\/(?:heads|tags)\/./.test(joined);
  const behind =
    ref !== null && joined.startsWith(`${ref}/`)
      ? joined.slice(ref.length + 1)
      : segments.slice(isFull ? 3 : 1).join('/');
  return behind === '' ? undefined : behind;
}

/** `owner/name`, also with `.git` behind it; `null` for anything else. */
export function repositoryOf(text: string): Repository | null {
  const match = /^([A-Za-z0-9][A-Za-z0-9-]{0,38})\/([A-Za-z0-9._-]{1,100})$/.exec(text);
  const owner = match?.[1];
  const name = match?.[2]?.replace(/\.git$/, '');
  if (owner === undefined || name === undefined || name === '' || /^\.+$/.test(name)) return null;
  return { owner, name };
}

/** Whether a relative path stays where it starts: no `..`, no root, nothing a file system would read otherwise. */
export function isInside(path: string): boolean {
  return (
    path !== '' &&
    !/[\\\0]/.test(path) &&
    path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  );
}

function refused(message: string): LocationVerdict {
  return { ok: false, refusal: { code: 'source_invalid', message, data: { field: 'url' } } };
}
