import { describe, expect, it } from 'vitest';
import { createContentStores } from '../../src/adapters/storage/index.ts';
import type { AlignedElement, ContentStores, IdentityStore } from '../../src/content/index.ts';
import { createMemoryContentStores } from '../../src/testing/index.ts';
import { describeEachDatabase } from '../support/databases.ts';

/** An element of two links, not seen before. */
const element = (number: number): AlignedElement => ({
  uid: null,
  kind: 'paragraph',
  hash: `hash-${String(number)}`,
  sample: `Text ${String(number)}.`,
  references: [1, 2].map((reference) => ({
    uid: null,
    kind: 'link',
    target: `${String(number)}-${String(reference)}.md`,
    sample: 'link',
  })),
});

function contract(open: () => Promise<readonly [ContentStores, ContentStores]>): void {
  const withPage = async () => {
    const [{ identity }, { identity: elsewhere }] = await open();
    const page = (await identity.ensurePages(['a.md'])).get('a.md') ?? 0;
    const replace = async (elements: readonly AlignedElement[], by: IdentityStore = identity) => {
      const fromRevision = (await by.page(page))?.revision ?? 0;
      const now = await by.replaceElements(page, { fromRevision, version: 'v', elements });
      if (now === null) throw new Error('Somebody else was first.');
      return now;
    };
    return { identity, elsewhere, page, replace };
  };

  it('HST-04 a long page keeps the uids of all its elements when one comes before them', async () => {
    const { identity, page, replace } = await withPage();
    const first = await replace(Array.from({ length: 450 }, (_each, number) => element(number)));
    expect(await identity.page(page)).toEqual(first);
    const uids = first.elements.flatMap(({ uid, references }) => [
      uid,
      ...references.map((reference) => reference.uid),
    ]);
    expect(new Set(uids).size).toBe(1_350);
    const second = await replace([element(450), ...first.elements]);
    expect(second.elements.slice(1)).toEqual(first.elements);
    expect(await identity.page(page)).toEqual(second);
  });

  it('what is known already is handed back itself, until somebody replaces or moves it', async () => {
    const { identity, elsewhere, page, replace } = await withPage();
    const first = await replace([element(1)]);
    expect(await identity.page(page, first)).toBe(first);
    const second = await replace([element(2)], elsewhere);
    const now = await identity.page(page, first);
    expect(now).toEqual(second);
    const move = { from: 'a.md', to: 'b.md' };
    expect(await identity.movePage(page, { from: 'c.md', to: 'd.md' })).toBe('lost');
    expect(await identity.movePage(page, move)).toBe('moved');
    expect(await identity.movePage(page, move)).toBe('there');
    expect(await identity.page(page, second)).toEqual({ ...second, path: 'b.md' });
  });
}

describe('uids in memory', () => {
  contract(() => {
    const stores = createMemoryContentStores();
    return Promise.resolve([stores, stores]);
  });
});

describeEachDatabase('uids', (openFresh) => {
  contract(async () => {
    const { database, transactions } = await openFresh();
    const stores = createContentStores(database, transactions);
    return [stores, stores];
  });
});
