import {
  isUnder,
  searchWords,
  type IndexedPage,
  type SearchIndex,
  type SearchReach,
} from '../content/index.ts';

/** A search index that forgets when the process ends. */
export function createMemorySearchIndex(): SearchIndex {
  const pages = new Map<number, IndexedPage>();
  const reached = (reach: SearchReach) =>
    [...pages.values()]
      .filter(
        ({ path, language }) =>
          (reach.pages === 'all' || reach.pages.some((prefix) => isUnder(prefix, path))) &&
          (reach.languages === 'all' || reach.languages.includes(language)),
      )
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    stamps: () => Promise.resolve(new Map([...pages].map(([uid, { stamp }]) => [uid, stamp]))),
    put(given) {
      for (const page of given) pages.set(page.page, page);
      return Promise.resolve();
    },
    remove(pageUids) {
      for (const uid of pageUids) pages.delete(uid);
      return Promise.resolve();
    },
    find(words, reach, limit) {
      if (words.length === 0) return Promise.resolve([]);
      const found = reached(reach).flatMap((page) => {
        const places = [
          [10, page.title],
          [4, page.description],
          [1, reach.texts ? page.texts.join('\n') : ''],
        ] as const;
        const scores = words.map((word) =>
          places.reduce((sum, [weight, text]) => sum + weight * countOf(text, word), 0),
        );
        if (scores.includes(0)) return [];
        const { links: _, ...rest } = page;
        return [
          {
            isTitled: words.every((word) => countOf(page.title, word) > 0),
            score: scores.reduce((sum, score) => sum + score, 0),
            page: { ...rest, texts: reach.texts ? page.texts : [] },
          },
        ];
      });
      return Promise.resolve(
        found
          .sort((a, b) => Number(b.isTitled) - Number(a.isTitled) || b.score - a.score)
          .slice(0, limit)
          .map(({ page }) => page),
      );
    },
    linking: (keys, reach, limit) =>
      Promise.resolve(
        (reach.texts ? reached(reach) : [])
          .flatMap(({ page, path, links }) =>
            links
              .filter((link) => link.keys.some((key) => keys.includes(key)))
              .map(({ element, text, target }) => ({ page, path, element, text, target })),
          )
          .slice(0, limit),
      ),
  };
}

function countOf(text: string, word: string): number {
  return searchWords(text).filter((other) => other.startsWith(word)).length;
}
