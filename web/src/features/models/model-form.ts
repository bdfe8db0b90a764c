/** A number as it is typed: empty is none, `undefined` is no number. */
export function typedNumber(text: string): number | null | undefined {
  const bare = text.trim().replace(',', '.');
  if (bare === '') return null;
  const value = Number(bare);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** As `typedNumber`, and whole and more than zero. */
export function typedCount(text: string): number | null | undefined {
  const value = typedNumber(text);
  if (value === null) return null;
  return value !== undefined && Number.isInteger(value) && value > 0 ? value : undefined;
}

/** A number as a field shows it. */
export function shownNumber(value: number | null): string {
  return value === null ? '' : String(value);
}

/** An identifier made of a name: lower case, digits and hyphens. */
export function identifierOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-+|-+$/gu, '')
    .slice(0, 60);
}
