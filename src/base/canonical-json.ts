/** A value JSON can carry. */
export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * JSON with object keys sorted by UTF-16 code unit, no white space, and members that are `undefined` left out: one text
 * for one value, to be hashed or compared. Throws a `TypeError` for what JSON cannot carry (functions, NaN, cycles).
 */
export function canonicalJson(value: unknown): string {
  return write(value, new Set());
}

function write(value: unknown, above: Set<object>): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') {
    return JSON.stringify(value);
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('canonical JSON carries finite numbers only');
    return JSON.stringify(value);
  }
  if (typeof value !== 'object') {
    throw new TypeError(`canonical JSON cannot carry a ${typeof value}`);
  }
  if (above.has(value)) throw new TypeError('canonical JSON cannot carry a cycle');
  above.add(value);
  const text = Array.isArray(value)
    ? `[${value.map((item: unknown) => write(item ?? null, above)).join(',')}]`
    : `{${Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
        .map(([key, member]) => `${JSON.stringify(key)}:${write(member, above)}`)
        .join(',')}}`;
  above.delete(value);
  return text;
}
