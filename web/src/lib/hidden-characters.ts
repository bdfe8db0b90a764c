import { visibleParts, withVisibleCharacters } from '../../../src/contracts/index.ts';

/**
 * Both sides of a proposal as they are to be shown: with hidden characters written out as soon as the proposal brings or
 * takes one. Those that stay where they are, such as soft hyphens, are left alone.
 */
export function withVisibleChanges(
  before: string | null,
  after: string | null,
): { before: string | null; after: string | null } {
  const hiddenOf = (text: string | null) =>
    visibleParts(text ?? '')
      .flatMap((part) => (part.kind === 'hidden' ? [part.code] : []))
      .sort()
      .join();
  if (hiddenOf(before) === hiddenOf(after)) return { before, after };
  return {
    before: before === null ? null : withVisibleCharacters(before),
    after: after === null ? null : withVisibleCharacters(after),
  };
}
