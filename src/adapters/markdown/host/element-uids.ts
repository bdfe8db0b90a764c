import type { PageIdentity } from '../../../content/index.ts';

/** Uids of a page's elements in order, each with those of its references. */
export type ElementUids = readonly {
  readonly uid: number;
  readonly references: readonly number[];
}[];

export function uidsOf({ elements }: PageIdentity): ElementUids {
  return elements.map(({ uid, references }) => ({
    uid,
    references: references.map((reference) => reference.uid),
  }));
}
