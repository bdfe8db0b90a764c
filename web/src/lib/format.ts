import type { Locale } from '../../../src/contracts/index.ts';

/** English is written the way its majority of readers with a 24-hour clock expect it: day before month. */
const TAGS: Record<Locale, string> = { en: 'en-GB', de: 'de-DE' };

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

interface PluralForms {
  /** Shown for exactly zero, when "no pages" reads better than "0 pages". */
  zero?: string;
  one: string;
  other: string;
}

/** The form for `count`; `#` in it becomes the formatted number. */
export function plural(locale: Locale, count: number, forms: PluralForms): string {
  const form =
    count === 0 && forms.zero !== undefined
      ? forms.zero
      : new Intl.PluralRules(TAGS[locale]).select(count) === 'one'
        ? forms.one
        : forms.other;
  return form.replace('#', formatNumber(locale, count));
}

/** With exactly so many places after the point where they are given. */
export function formatNumber(locale: Locale, value: number, places?: number): string {
  const options =
    places === undefined ? {} : { minimumFractionDigits: places, maximumFractionDigits: places };
  return new Intl.NumberFormat(TAGS[locale], options).format(value);
}

/** "a, b and c" */
export function formatList(locale: Locale, items: readonly string[]): string {
  return new Intl.ListFormat(TAGS[locale], { type: 'conjunction' }).format(items);
}

/** The name of a content language such as `de` or `pt-BR`, in the reader's language; the code itself when unknown. */
export function languageName(locale: Locale, code: string): string {
  try {
    return new Intl.DisplayNames(TAGS[locale], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Day and time in full, for the tooltip and for screen readers. */
export function formatExact(locale: Locale, atMs: number): string {
  return new Intl.DateTimeFormat(TAGS[locale], { dateStyle: 'long', timeStyle: 'short' }).format(
    atMs,
  );
}

/** The same by the clock of UTC, which it does not name. */
export function formatExactUtc(locale: Locale, atMs: number): string {
  return new Intl.DateTimeFormat(TAGS[locale], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(atMs);
}

function dayOf(ms: number): string {
  const date = new Date(ms);
  return [date.getFullYear(), date.getMonth(), date.getDate()].join('-');
}

/** Short and honest: "10:41" today, "yesterday, 10:41", "3 Sept" this year, "3 Sept 2025" before. */
export function formatShort(locale: Locale, atMs: number, nowMs: number): string {
  const tag = TAGS[locale];
  const time = new Intl.DateTimeFormat(tag, { timeStyle: 'short' }).format(atMs);
  if (dayOf(atMs) === dayOf(nowMs)) return time;
  if (dayOf(atMs) === dayOf(nowMs - DAY_MS)) {
    const yesterday = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(-1, 'day');
    return `${yesterday}, ${time}`;
  }
  const sameYear = new Date(atMs).getFullYear() === new Date(nowMs).getFullYear();
  return new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(atMs);
}

/** "3 minutes ago", "yesterday"; rounds down, never into the future. */
export function formatRelative(locale: Locale, atMs: number, nowMs: number): string {
  const format = new Intl.RelativeTimeFormat(TAGS[locale], { numeric: 'auto' });
  const ageMs = Math.max(0, nowMs - atMs);
  if (ageMs < MINUTE_MS) return format.format(0, 'second');
  if (ageMs < HOUR_MS) return format.format(-Math.floor(ageMs / MINUTE_MS), 'minute');
  if (ageMs < DAY_MS) return format.format(-Math.floor(ageMs / HOUR_MS), 'hour');
  return format.format(-Math.floor(ageMs / DAY_MS), 'day');
}

/** "9 min", "1 h 5 min", "12 s". */
export function formatDuration(locale: Locale, durationMs: number): string {
  const unit = (value: number, name: 'hour' | 'minute' | 'second') =>
    new Intl.NumberFormat(TAGS[locale], { style: 'unit', unit: name, unitDisplay: 'short' }).format(
      value,
    );
  if (durationMs < MINUTE_MS) return unit(Math.max(1, Math.round(durationMs / 1000)), 'second');
  if (durationMs < HOUR_MS) return unit(Math.round(durationMs / MINUTE_MS), 'minute');
  const hours = Math.floor(durationMs / HOUR_MS);
  const minutes = Math.floor((durationMs % HOUR_MS) / MINUTE_MS);
  return minutes === 0 ? unit(hours, 'hour') : `${unit(hours, 'hour')} ${unit(minutes, 'minute')}`;
}
