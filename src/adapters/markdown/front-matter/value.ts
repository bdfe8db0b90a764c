import type { FieldValue } from '../../../content/index.ts';

/** What kind of value stands under a key. A date is one as front matter writes it, without quotes. */
export type ValueKind = 'text' | 'number' | 'boolean' | 'date' | 'list';

/** A value as the card and the history write it: a list one entry a line. */
export function textOf(value: FieldValue): string {
  return typeof value === 'object' ? value.map(String).join('\n') : String(value);
}

/** Why this value may not take the place of one of that kind, or `null`. */
export function kindProblem(
  now: { readonly kind: ValueKind; readonly value: FieldValue },
  value: FieldValue,
): string | null {
  switch (now.kind) {
    case 'text':
      return typeof value === 'string' ? null : 'is a text here.';
    case 'number':
      return typeof value === 'number' ? null : 'is a number here.';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'is true or false here.';
    case 'list':
      return typeof value === 'object' && value.length > 0
        ? null
        : 'is a list here, of one or more.';
    case 'date': {
      const form = formOf(textOf(now.value));
      return typeof value === 'string' && formOf(value) === form && isRealDate(value)
        ? null
        : `is a date here, written ${form}.`;
    }
  }
}

/** `true` for a value of a kind that front matter can carry under a new key. */
export function isWritable(value: FieldValue): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || (value.length > 0 && value.every(isWritable));
}

/** Entries of a list: those of `next` that stood there already keep their spelling. */
export function spelledEntries(
  next: readonly (string | number | boolean)[],
  old: readonly { readonly value: unknown; readonly source: string }[],
  spell: (value: string | number | boolean) => string,
): readonly string[] {
  return next.map((value) => old.find((entry) => entry.value === value)?.source ?? spell(value));
}

/** A generator may want exactly the form a date has, so a new one keeps it: `0000-00-00T00:00`. */
function formOf(date: string): string {
  return date.replace(/\d/g, '0');
}

function isRealDate(date: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(date) ?? [];
  const read = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const [, hour = '0', minute = '0', second = '0'] =
    /[Tt ](\d{2}):(\d{2})(?::(\d{2}))?/.exec(date) ?? [];
  return (
    read.getUTCMonth() === Number(month) - 1 &&
    read.getUTCDate() === Number(day) &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60
  );
}

/** A key as a path: a top-level key of exactly that name, else nested ones with dots between. */
export function pathOf(key: string, keys: readonly string[]): readonly string[] {
  return keys.includes(key) ? [key] : key.split('.');
}
