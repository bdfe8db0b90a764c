import type { FieldValue } from '../../../content/index.ts';
import { encode, lineEndOf } from '../decode.ts';
import { setFrontMatter, readFrontMatter } from '../front-matter/front-matter.ts';
import { doubleQuoted, yamlScalar, yamlValue } from '../front-matter/yaml-scalar.ts';
import { spliced } from '../outcome.ts';
import type { FrontMatterKind } from '../front-matter/fence.ts';
import type { LoadedPage } from './pages.ts';

const SPELLED: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** A title as the name of a file: `Über uns!` → `ueber-uns`. */
export function slugOf(title: string): string {
  const slug = title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => SPELLED[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return Array.from(slug).slice(0, 80).join('').replace(/-+$/, '') || 'page';
}

/** Front matter of a new file in the language of the one it is made after; `null` when it has none to hide it by. */
export function newFrontMatter(
  kind: FrontMatterKind,
  entries: readonly (readonly [string, FieldValue])[],
  lineEnd: string,
): string | null {
  const lines = (write: (key: string, value: FieldValue) => string): string =>
    entries.map(([key, value]) => write(key, value) + lineEnd).join('');
  switch (kind) {
    case 'yaml':
      return `---${lineEnd}${lines((key, value) => `${yamlScalar(key)}: ${yamlValue(value)}`)}---${lineEnd}`;
    case 'toml':
      return `+++${lineEnd}${lines((key, value) => `${key} = ${typeof value === 'string' ? doubleQuoted(value) : String(value)}`)}+++${lineEnd}`;
    case 'json':
      return (
        JSON.stringify(Object.fromEntries(entries), null, 2).replaceAll('\n', lineEnd) + lineEnd
      );
    case 'none':
      return null;
  }
}

/** A page's text with some of its front matter set; `null` when that cannot be done without touching more. */
export function withFrontMatter(
  loaded: LoadedPage,
  entries: readonly (readonly [string, FieldValue])[],
): Uint8Array | null {
  let { text } = loaded.page;
  for (const [key, value] of entries) {
    const slot = readFrontMatter(text).slot(key);
    if ((slot.state === 'text' || slot.state === 'value') && slot.value === value) continue;
    const set = setFrontMatter(
      text,
      { key, value },
      { mayCreate: loaded.state.profile.mayCreateFrontMatter },
    );
    if (!set.ok) return null;
    text = spliced(text, set.splice);
  }
  return encode(text);
}

export function lineEndOfPage(loaded: LoadedPage): string {
  return lineEndOf(loaded.page.text);
}
