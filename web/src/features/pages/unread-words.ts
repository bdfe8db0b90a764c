import type { Locale, UnreadReason } from '../../../../src/contracts/index.ts';

const EN: Readonly<Record<UnreadReason, string>> = {
  folder_unreadable: 'The folder cannot be read.',
  folder_link: 'Linked folders are not followed.',
  file_unreadable: 'The file cannot be read.',
  file_too_large: 'The file is too large for a page.',
  file_utf16: 'The file is UTF-16; save it as UTF-8.',
  file_no_text: 'The file holds NUL bytes; it is no text.',
  file_not_utf8: 'The file is not valid UTF-8; save it as UTF-8.',
  link_outside: 'The link leaves the content folder.',
  link_nowhere: 'The link leads nowhere.',
  outside_content: 'It lies outside what the site makes pages of.',
  front_matter_program: 'Its front matter is a program, which is never run or edited.',
  front_matter_language: 'Its front matter is in a language that is not edited here.',
  front_matter_invalid:
    'Its front matter cannot be read; in YAML an unquoted colon is the usual cause.',
  front_matter_form: 'Its front matter is no plain list of keys and values.',
};

const DE: Readonly<Record<UnreadReason, string>> = {
  folder_unreadable: 'Der Ordner lässt sich nicht lesen.',
  folder_link: 'Der Ordner ist nur verknüpft; Vouch folgt Verknüpfungen von Ordnern nicht.',
  file_unreadable: 'Die Datei lässt sich nicht lesen.',
  file_too_large: 'Die Datei ist für eine Seite zu groß.',
  file_utf16: 'Die Datei ist in UTF-16; speichern Sie sie als UTF-8.',
  file_no_text: 'Die Datei enthält NUL-Bytes; sie ist kein Text.',
  file_not_utf8: 'Die Datei ist kein gültiges UTF-8; speichern Sie sie als UTF-8.',
  link_outside: 'Die Verknüpfung führt aus dem Inhaltsordner hinaus.',
  link_nowhere: 'Die Verknüpfung führt ins Leere.',
  outside_content: 'Die Datei liegt außerhalb der Ordner, aus denen die Website Seiten macht.',
  front_matter_program:
    'Ihr Kopf (Front Matter) ist ein Programm; es wird nie ausgeführt oder geändert.',
  front_matter_language:
    'Ihr Kopf (Front Matter) ist in einer Sprache, die hier nicht geändert wird.',
  front_matter_invalid:
    'Ihr Kopf (Front Matter) lässt sich nicht lesen; in YAML ist meist ein Doppelpunkt ohne Anführungszeichen der Grund.',
  front_matter_form: 'Ihr Kopf (Front Matter) ist keine einfache Liste von Schlüsseln und Werten.',
};

/** Why something is never touched or only read, in the reader's language; without a code as the site says it. */
export function unreadText(
  why: { readonly reason: string; readonly code?: UnreadReason | undefined },
  locale: Locale,
): string {
  return why.code === undefined ? why.reason : { en: EN, de: DE }[locale][why.code];
}
