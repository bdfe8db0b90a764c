import type { Locale } from '../../../src/contracts/index.ts';

/** A sentence, or a function that makes one from its values; groups may be nested. */
export interface Texts {
  readonly [key: string]: string | ((...values: never[]) => string) | Texts;
}

/** The same keys and the same values to fill in, in any words. */
type SameKeys<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...values: infer V) => string
      ? (...values: V) => string
      : SameKeys<T[K]>;
};

/** One feature's words in both languages. German has exactly English's keys, or this does not compile. */
export type Dictionary<T> = Readonly<Record<Locale, SameKeys<T>>>;

/** Declares a feature's words. `en` decides the keys; a key `de` lacks, or has too many of, is a compile error. */
export function dictionary<T extends Texts>(texts: {
  en: T;
  de: SameKeys<NoInfer<T>>;
}): Dictionary<T> {
  return { en: texts.en as unknown as SameKeys<T>, de: texts.de };
}
