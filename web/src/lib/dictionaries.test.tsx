import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ERROR_STATUS } from '../../../src/contracts/index.ts';
import { errorStrings } from './error-strings.ts';

/** Every module that declares words, wherever it lies. A dictionary is any export with exactly the keys `en` and `de`. */
const modules = import.meta.glob<Record<string, unknown>>(
  ['../**/*strings.ts', '../**/*words.ts', '../**/*texts.ts'],
  { eager: true },
);

interface Dictionary {
  en: Record<string, unknown>;
  de: Record<string, unknown>;
}

function isDictionary(value: unknown): value is Dictionary {
  if (typeof value !== 'object' || value === null) return false;
  return Object.keys(value).sort().join() === 'de,en';
}

const dictionaries = Object.entries(modules).flatMap(([file, exported]) =>
  Object.entries(exported)
    .filter(([, value]) => isDictionary(value))
    .map(([name, value]) => ({ name: `${file} ${name}`, dictionary: value as Dictionary })),
);

/** Each text by its dotted key: what kind of thing it is, and the words, functions called with plain values. */
function textsOf(group: Record<string, unknown>, prefix = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(group)) {
    const name = `${prefix}${key}`;
    if (typeof value === 'string') texts.set(name, value);
    else if (typeof value === 'function')
      texts.set(name, wordsOf(value as (...values: unknown[]) => unknown));
    else
      for (const entry of textsOf(value as Record<string, unknown>, `${name}.`))
        texts.set(...entry);
  }
  return texts;
}

/** What a text with values says for ordinary ones; a function that wants names cannot be called with numbers. */
function wordsOf(text: (...values: unknown[]) => unknown): string {
  for (const values of [
    [2, 5, 7],
    ['name', 'name', 'name'],
  ]) {
    try {
      return String(text(...values));
    } catch {
      continue;
    }
  }
  return 'words';
}

describe('the interface in German and English', () => {
  it('is found: every feature that speaks has its words in both languages', () => {
    expect(dictionaries.length).toBeGreaterThanOrEqual(8);
  });

  it.each(dictionaries)('WEB-02 $name has the same texts in both languages', ({ dictionary }) => {
    const en = textsOf(dictionary.en);
    const de = textsOf(dictionary.de);
    expect([...de.keys()].sort()).toEqual([...en.keys()].sort());
    // A text may be left out on purpose, then in both languages.
    for (const [key, text] of en) expect(de.get(key)?.trim() === '', key).toBe(text.trim() === '');
  });

  it('WEB-02 every error code the server may send has a sentence in both languages', () => {
    for (const code of Object.keys(ERROR_STATUS)) {
      expect(errorStrings.en).toHaveProperty(code);
      expect(errorStrings.de).toHaveProperty(code);
    }
  });
});

const sources = import.meta.glob<string>(['../**/*.tsx', '!../**/*.test.tsx'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Attributes whose value people read or hear. */
const SPOKEN = new Set([
  'aria-label',
  'label',
  'title',
  'placeholder',
  'alt',
  'help',
  'description',
]);
/** Names of keys and of the product are the same in every language. */
const NAMES = new Set(['Tab', 'Esc', 'Enter', 'Vouch']);

function wordsInMarkup(file: string, source: string): string[] {
  const found: string[] = [];
  const note = (text: string) => {
    const words = text.replace(/&\w+;/g, '').trim();
    if (/\p{L}{2}/u.test(words) && !NAMES.has(words)) found.push(words);
  };
  const visit = (node: ts.Node) => {
    if (ts.isJsxText(node)) note(node.text);
    if (
      ts.isJsxAttribute(node) &&
      SPOKEN.has(node.name.getText()) &&
      node.initializer !== undefined &&
      ts.isStringLiteral(node.initializer)
    ) {
      note(node.initializer.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
}

describe('words outside the dictionaries', () => {
  it('are found by this check', () => {
    const markup = '<p title="Read me">Hello there <kbd>Esc</kbd> {t.name}</p>';
    expect(wordsInMarkup('x.tsx', markup)).toEqual(['Read me', 'Hello there']);
  });

  it.each(Object.entries(sources))('WEB-02 %s has none', (file, source) => {
    expect(wordsInMarkup(file, source)).toEqual([]);
  });
});
