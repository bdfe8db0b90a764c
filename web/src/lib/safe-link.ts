const ALLOWED = new Set(['http:', 'https:', 'mailto:']);

/** The address if a link in untrusted text may go there, else `null`. Addresses without a scheme lead nowhere here. */
export function safeLink(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const parsed = new URL(url);
  return ALLOWED.has(parsed.protocol) ? parsed.href : null;
}
