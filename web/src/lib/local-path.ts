/** A path inside this application, or `null`: never an address elsewhere, however it is written. */
export function localPath(value: string | null): string | null {
  if (value === null) return null;
  const base = 'https://vouch.invalid';
  if (!URL.canParse(value, base)) return null;
  const url = new URL(value, base);
  return url.origin === base ? url.pathname + url.search + url.hash : null;
}
