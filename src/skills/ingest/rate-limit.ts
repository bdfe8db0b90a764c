/** Whether a host's answer says "not now", and when it takes requests again (`null` = it does not say). */
export type RateLimitVerdict =
  { readonly limited: false } | { readonly limited: true; readonly resetAtMs: number | null };

/**
 * Reads an answer's status and headers (facts §1): 429, or 403 with no request remaining or a time to retry after. A 403
 * without either is a plain refusal.
 */
export function rateLimitVerdict(answer: {
  readonly status: number;
  /** By lower-case name. */
  readonly header: (name: string) => string | null;
  readonly nowMs: number;
}): RateLimitVerdict {
  const { status, header, nowMs } = answer;
  const retryAfter = header('retry-after');
  const isSpent = header('x-ratelimit-remaining')?.trim() === '0';
  if (status !== 429 && !(status === 403 && (isSpent || retryAfter !== null))) {
    return { limited: false };
  }
  return { limited: true, resetAtMs: retryAt(retryAfter, nowMs) ?? resetAt(header) };
}

/** Seconds from now, or a date. */
function retryAt(value: string | null, nowMs: number): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value.trim())) return nowMs + Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : date;
}

/** Seconds since 1970. */
function resetAt(header: (name: string) => string | null): number | null {
  const value = header('x-ratelimit-reset')?.trim() ?? '';
  return /^\d{1,12}$/.test(value) ? Number(value) * 1_000 : null;
}
