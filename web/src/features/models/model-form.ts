import { identifierOf } from '../../lib/identifier.ts';

/** A number as it is typed: empty is none, `undefined` is no number. */
export function typedNumber(text: string): number | null | undefined {
  const bare = text.trim().replace(',', '.');
  if (bare === '') return null;
  return /^(\d{1,15}(\.\d*)?|\.\d+)$/.test(bare) ? Number(bare) : undefined;
}

/** As `typedNumber`, and more than zero, in digits alone: whether "128.000" has a point or groups is not guessed. */
export function typedCount(text: string): number | null | undefined {
  const bare = text.trim();
  if (bare === '') return null;
  return /^\d{1,15}$/.test(bare) && Number(bare) > 0 ? Number(bare) : undefined;
}

/** A number as a field shows it. */
export function shownNumber(value: number | null): string {
  return value === null ? '' : String(value);
}

/** Made of a name, for a provider or a configuration. */
export const modelIdentifierOf = (name: string) =>
  identifierOf(name, { separator: '-', longest: 60 });

export function isModelIdentifier(text: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{0,62}$/u.test(text.trim());
}
