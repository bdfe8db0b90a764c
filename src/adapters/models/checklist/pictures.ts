import type { PageContent, ReferenceRecord } from '../../../content/index.ts';
import { capitalised, finding, languageOf, phrase, type Finding } from './finding.ts';
import { fileName, pictureName } from './names.ts';
import { folded, quoted } from './titles.ts';

const PLACEHOLDERS = new Set(
  (
    'image|img|picture|pic|photo|photograph|avatar|icon|logo|screenshot|graphic|illustration|figure|diagram|thumbnail|banner|' +
    'placeholder|alt|alt text|alternative text|image description|untitled|null|undefined|todo|tbd|xxx|test|' +
    'bild|bilder|foto|grafik|abbildung|abb|illustration|bildschirmfoto|platzhalter|alternativtext|bildbeschreibung|ohne titel|portrait|porträt'
  ).split('|'),
);

/** Pictures without an alternative text. A deliberately empty one, which only HTML can say, marks mere decoration. */
export function alternativesMissing(page: PageContent): readonly Finding[] {
  return pictures(page)
    .filter(({ fields: { alternative } }) => alternative !== '' && !alternative?.trim())
    .map((picture) => pictureFinding('alternative-missing', page, picture));
}

export function alternativesPlaceholder(page: PageContent): readonly Finding[] {
  return pictures(page)
    .filter((picture) => saysNothing(picture.fields['alternative'] ?? '', picture.target))
    .map((picture) => pictureFinding('alternative-placeholder', page, picture));
}

/** Whether an alternative text is a placeholder: a word for picture, a camera's or file's name. Empty is missing, not this. */
export function saysNothing(alternative: string, target: string): boolean {
  const text = alternative
    .trim()
    .toLowerCase()
    .replace(/[.:]+$/u, '');
  if (text === '') return false;
  const file = fileName(target).toLowerCase();
  return (
    PLACEHOLDERS.has(text) ||
    text === file ||
    (text === file.replace(/\.[a-z0-9]+$/u, '') && /[-_\d]/u.test(text)) ||
    /^\S+\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?)$/u.test(text) ||
    /^(?:img|image|picture|pic|photo|dsc|dscn|pxl|bild|foto|abb|abbildung|figure|screenshot)[-_ .]?\d*$/u.test(
      text,
    )
  );
}

function pictures(page: PageContent): readonly ReferenceRecord[] {
  return page.references.filter((reference) => reference.kind === 'image');
}

function pictureFinding(
  check: 'alternative-missing' | 'alternative-placeholder',
  page: PageContent,
  picture: ReferenceRecord,
): Finding {
  const present = picture.fields['alternative'] ?? null;
  const name = nameIn(page.page.language, pictureName(picture.target, page.page.language));
  const variants = alternativesFor(page, picture).filter(
    (text) => !saysNothing(text, picture.target),
  );
  return finding({
    check,
    record: { table: 'references', uid: picture.uid },
    field:
      page.page.readOnly === null && picture.editableFields.includes('alternative')
        ? 'alternative'
        : null,
    element: picture.element,
    present,
    variants,
    fromFileName: variants.filter((text) => text === name || text === `Screenshot: ${name ?? ''}`),
    quote: present?.trim() === '' || present === null ? fileName(picture.target) : present,
  });
}

/** Alternative texts from what stands around a picture: its title, its caption, its file name, the heading above it. */
export function alternativesFor(page: PageContent, picture: ReferenceRecord): readonly string[] {
  const { language } = page.page;
  const person = portrayed(picture.target);
  if (person !== null) {
    return [
      phrase(language, {
        en: `Portrait of ${person}`,
        de: `Porträt von ${person}`,
        other: `@${person}`,
      }),
      phrase(language, { en: `Photo of ${person}`, de: `Foto von ${person}` }),
      phrase(language, { en: `Profile picture of ${person}`, de: `Profilbild von ${person}` }),
    ].filter((text) => text !== '');
  }
  if (picture.target === '' || /^data:|shields\.io|badge/iu.test(picture.target)) return [];
  const caption = captionOf(page, picture);
  const name = nameIn(language, pictureName(picture.target, language));
  const heading = headingAbove(page, picture.element);
  const screenshot = /screen[-_ ]?shot|bildschirmfoto|capture/iu.test(picture.target);
  const shown = screenshot && name !== null ? `Screenshot: ${name}` : name;
  const about = heading ?? (page.page.title.trim() || null);
  const telling = [
    picture.fields['title']?.trim() ?? '',
    caption ?? '',
    shown ?? '',
    shown !== null && about !== null && !folded(about).includes(folded(name ?? ''))
      ? `${shown} – ${about}`
      : '',
  ].filter((text) => text !== '' && Array.from(text).length <= 140);
  // The heading alone tells where a picture stands, not what it shows: good enough as another variant only.
  if (telling.length === 0 || about === null) return telling;
  const placed = phrase(language, {
    en: `${screenshot ? 'Screenshot' : 'Picture'} about ${quoted(about, language)}`,
    de: `${screenshot ? 'Bildschirmfoto' : 'Bild'} zu ${quoted(about, language)}`,
  });
  return placed === '' ? telling : [...telling, placed];
}

/** The account an avatar address shows. */
function portrayed(target: string): string | null {
  const match =
    /^https:\/\/(?:avatars\d?\.githubusercontent\.com|github\.com)\/([a-z\d-]+)(?:\.png)?(?:\?|$)/iu.exec(
      target,
    );
  const name = match?.[1];
  return name === undefined || /^u$/iu.test(name) ? null : name;
}

/** An English file name is no alternative text for a page in another language. */
function nameIn(language: string, name: string | null): string | null {
  if (name === null || languageOf(language) === 'en') return name;
  const english =
    /\b(?:the|of|and|with|for|team|house|people|flow|chart|example|overview|login|settings|page|new|how|to|view|from|user|test)\b/iu;
  return english.test(name) ? null : name;
}

/** An emphasised line right after a picture that stands alone is its caption. */
function captionOf(page: PageContent, picture: ReferenceRecord): string | null {
  const at = page.elements.findIndex((element) => element.uid === picture.element);
  const own = page.elements[at];
  const next = page.elements[at + 1];
  if (own === undefined || own.text.trim() !== '' || next?.kind !== 'paragraph') return null;
  const source = next.source.trim();
  const emphasised = /^([*_])(?!\1)[\s\S]+\1$/u.test(source) && !/[*_].*[*_].*[*_]/su.test(source);
  const text = next.text.replace(/\s+/gu, ' ').replace(/\.$/u, '').trim();
  return emphasised && text !== '' ? capitalised(text) : null;
}

export function headingAbove(page: PageContent, elementUid: number): string | null {
  const at = page.elements.findIndex((element) => element.uid === elementUid);
  const heading = page.elements
    .slice(0, Math.max(0, at))
    .findLast((element) => element.kind === 'heading');
  const text =
    heading?.text
      .replace(/\s+/gu, ' ')
      .replace(/[:.]+$/u, '')
      .trim() ?? '';
  return text === '' ? null : text;
}
