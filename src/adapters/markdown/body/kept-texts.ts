const MAX_KEPT = 6;
/** Of all texts that are kept together, but for the last one: the syntax tree of a text takes some hundred times its length. */
const MAX_CHARACTERS = 1_500_000;

/** What a text was read as: from where, and how. */
interface Reading {
  readonly text: string;
  readonly sign: string;
}

/** What texts were read as, of the last few of them. */
export type KeptTexts<Read> = (reading: Reading, read: () => Read) => Read;

export function createKeptTexts<Read>(): KeptTexts<Read> {
  /** The last one first. */
  const kept: (Reading & { readonly read: Read })[] = [];
  return ({ text, sign }, read) => {
    const at = kept.findIndex((known) => known.sign === sign && known.text === text);
    const found = kept[at] ?? { text, sign, read: read() };
    if (at !== -1) kept.splice(at, 1);
    kept.unshift(found);
    let characters = 0;
    const tooMany = kept.findIndex((known, index) => {
      characters += known.text.length;
      return index > 0 && (index >= MAX_KEPT || characters > MAX_CHARACTERS);
    });
    if (tooMany !== -1) kept.length = tooMany;
    return found.read;
  };
}
