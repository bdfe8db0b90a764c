import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FieldChange } from '../../src/contracts/index.ts';

/** Copies of real sites beside the repository; where they are missing, tests on them are skipped. */
export const SITES = fileURLToPath(new URL('../../../shared/sites', import.meta.url));

export const HAS_SITES = existsSync(SITES);

/** Whether every page is gone through, which takes minutes: `VOUCH_TEST_SITES=all`. Else a fair sample is. */
export const IS_WHOLE = process.env['VOUCH_TEST_SITES'] === 'all';

/** Every so many pages of a list, in the order they stand, beginning with the first; all of them when the whole is asked for. */
export function sampled<T>(pages: readonly T[], oneOf: number): readonly T[] {
  return IS_WHOLE ? pages : pages.filter((_page, index) => index % oneOf === 0);
}

/** How many characters changed beyond what writing one value takes: its old and new text, escaped, with key and quotes. */
export function changedOutside(before: string, after: string, field?: FieldChange): number {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const room = (value: string | null | undefined) => 3 * (value ?? '').length + 20;
  return (
    Math.max(0, before.length - start - end - room(field?.before)) +
    Math.max(0, after.length - start - end - room(field?.after))
  );
}

/** Counts by name, as a table that is printed. */
export function createTable(title: string) {
  const rows = new Map<string, Map<string, number>>();
  return {
    count(row: string, column: string, by = 1): void {
      const cells = rows.get(row) ?? new Map<string, number>();
      cells.set(column, (cells.get(column) ?? 0) + by);
      rows.set(row, cells);
    },
    of: (row: string, column: string): number => rows.get(row)?.get(column) ?? 0,
    rows: (): readonly string[] => [...rows.keys()],
    print(): void {
      const columns = [...new Set([...rows.values()].flatMap((cells) => [...cells.keys()]))].sort();
      const lines = [...rows]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([row, cells]) =>
          [
            row.padEnd(34),
            ...columns.map((each) => String(cells.get(each) ?? 0).padStart(each.length)),
          ].join('  '),
        );
      console.log([title, ['what'.padEnd(34), ...columns].join('  '), ...lines].join('\n'));
    },
  };
}
