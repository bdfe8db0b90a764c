import type { Locale } from '../../../../src/contracts/index.ts';
import { dictionary } from '../../lib/dictionary.ts';
import { plural } from '../../lib/format.ts';

/** Why a sync stopped, or a file did not come in, by the code the server gives. */
const syncCodeWords = dictionary({
  en: {
    moreLines: (n: number) =>
      plural('en', n, { one: 'and # more remark', other: 'and # more remarks' }),
    source: {
      rate_limited: 'GitHub takes no more requests for now. Nothing was written.',
      fingerprint_mismatch:
        'The texts are not those the expected fingerprint names. Nothing was written.',
      sync_cancelled: 'The sync was called off. Nothing was written.',
      sync_interrupted: 'The sync broke off without an end. Nothing was written; sync again.',
      sync_lost: 'The source was changed during the sync. Nothing was written; sync again.',
      source_disabled: 'The source was switched off during the sync. Nothing was written.',
      host_refused: 'The address leads to a host that is not read.',
      host_unreachable: 'GitHub could not be reached. Sync again later.',
      host_failed: 'GitHub answered with an error. Sync again later.',
      not_found_upstream: 'GitHub has no such repository, version or file.',
      access_refused: 'GitHub refuses access. The token may be missing or expired.',
      redirect_refused:
        'GitHub names another address; it is not followed. If the repository moved, change the address here.',
      response_malformed: 'GitHub’s answer could not be understood.',
      response_too_large: 'GitHub’s answer is larger than is accepted.',
      content_mismatch: 'A file is not the one its commit names.',
      index_missing: 'The repository has no marketplace index.',
      index_invalid: 'The marketplace index cannot be read.',
      time_limit: 'The time for one sync was over. Sync again.',
      source_invalid: 'The address leads to nothing of this type. Check it.',
      internal: 'Something went wrong on the server. Nothing was written.',
    },
    line: {
      not_utf8: 'Not text in UTF-8',
      nul_character: 'Holds a NUL character',
      no_front_matter: 'No front matter at its beginning',
      front_matter_open: 'Front matter without an end',
      front_matter_too_large: 'Front matter too long',
      body_too_large: 'Text too long',
      yaml_syntax: 'Front matter is not valid YAML',
      yaml_directive: 'YAML directive',
      duplicate_key: 'A key stands twice',
      lookalike_key: 'A key with hidden characters',
      not_a_mapping: 'Front matter is no list of keys and values',
      name_missing: 'No name',
      name_not_text: 'Name is no text',
      name_too_long: 'Name too long',
      description_missing: 'No description',
      description_not_text: 'Description is no text',
      not_well_formed: 'Broken character',
      allowed_tools_item: 'An entry of allowed-tools is no name',
      process_ignored: 'Not taken for a process',
      same_name: 'Several skills with the same name',
      plugin_conflict: 'A plugin named twice',
      plugin_unusable: 'A plugin that cannot be read',
      file_limit: 'Too many files',
      plugin_limit: 'Too many plugins',
      time_limit: 'Out of time',
      changed_meanwhile: 'Changed meanwhile, left alone',
      not_found_upstream: 'Not there',
      access_refused: 'Access refused',
      redirect_refused: 'Moved to another address',
      rate_limited: 'No more requests for now',
      host_unreachable: 'Not reachable',
      host_failed: 'GitHub answered with an error',
      host_refused: 'A host that is not read',
      response_malformed: 'Answer not understood',
      response_too_large: 'Answer too large',
      content_mismatch: 'Not the file its commit names',
      internal: 'Failed unexpectedly',
    },
  },
  de: {
    moreLines: (n: number) =>
      plural('de', n, { one: 'und # weiterer Hinweis', other: 'und # weitere Hinweise' }),
    source: {
      rate_limited: 'GitHub nimmt vorerst keine Anfragen mehr an. Nichts wurde geschrieben.',
      fingerprint_mismatch:
        'Die Texte sind nicht die, die der erwartete Fingerabdruck nennt. Nichts wurde geschrieben.',
      sync_cancelled: 'Der Abgleich wurde abgebrochen. Nichts wurde geschrieben.',
      sync_interrupted:
        'Der Abgleich endete mittendrin. Nichts wurde geschrieben; gleichen Sie neu ab.',
      sync_lost:
        'Die Quelle wurde während des Abgleichs geändert. Nichts wurde geschrieben; gleichen Sie neu ab.',
      source_disabled:
        'Die Quelle wurde während des Abgleichs ausgeschaltet. Nichts wurde geschrieben.',
      host_refused: 'Die Adresse führt zu einem Server, der nicht gelesen wird.',
      host_unreachable: 'GitHub war nicht erreichbar. Gleichen Sie später noch einmal ab.',
      host_failed: 'GitHub antwortete mit einem Fehler. Gleichen Sie später noch einmal ab.',
      not_found_upstream:
        'Dieses Repository, diesen Stand oder diese Datei gibt es auf GitHub nicht.',
      access_refused:
        'GitHub verweigert den Zugriff. Vielleicht fehlt der Token oder er ist abgelaufen.',
      redirect_refused:
        'GitHub nennt eine andere Adresse; Vouch folgt ihr nicht. Ist das Repository umgezogen, ändern Sie hier die Adresse.',
      response_malformed: 'Die Antwort von GitHub war nicht zu verstehen.',
      response_too_large: 'Die Antwort von GitHub ist größer als erlaubt.',
      content_mismatch: 'Eine Datei ist nicht die, die ihr Commit nennt.',
      index_missing: 'Das Repository hat kein Verzeichnis eines Marktplatzes.',
      index_invalid: 'Das Verzeichnis des Marktplatzes ist nicht lesbar.',
      time_limit: 'Die Zeit für einen Abgleich war um. Gleichen Sie noch einmal ab.',
      source_invalid: 'Die Adresse führt zu nichts von dieser Art. Prüfen Sie sie.',
      internal: 'Auf dem Server ist etwas schiefgegangen. Nichts wurde geschrieben.',
    },
    line: {
      not_utf8: 'Kein Text in UTF-8',
      nul_character: 'Enthält ein NUL-Zeichen',
      no_front_matter: 'Der Kopf am Anfang fehlt',
      front_matter_open: 'Der Kopf hat kein Ende',
      front_matter_too_large: 'Der Kopf ist zu lang',
      body_too_large: 'Der Text ist zu lang',
      yaml_syntax: 'Der Kopf ist kein gültiges YAML',
      yaml_directive: 'YAML-Direktive',
      duplicate_key: 'Ein Schlüssel steht doppelt',
      lookalike_key: 'Ein Schlüssel mit verborgenen Zeichen',
      not_a_mapping: 'Der Kopf besteht nicht aus Schlüsseln und Werten',
      name_missing: 'Kein Name',
      name_not_text: 'Der Name ist kein Text',
      name_too_long: 'Der Name ist zu lang',
      description_missing: 'Keine Beschreibung',
      description_not_text: 'Die Beschreibung ist kein Text',
      not_well_formed: 'Ein kaputtes Zeichen',
      allowed_tools_item: 'Ein Eintrag in allowed-tools ist kein Name',
      process_ignored: 'Nicht als Prozess erkannt',
      same_name: 'Mehrere Skills mit demselben Namen',
      plugin_conflict: 'Eine Erweiterung ist doppelt genannt',
      plugin_unusable: 'Eine Erweiterung ist nicht lesbar',
      file_limit: 'Zu viele Dateien',
      plugin_limit: 'Zu viele Erweiterungen',
      time_limit: 'Die Zeit war um',
      changed_meanwhile: 'Inzwischen geändert, blieb wie er ist',
      not_found_upstream: 'Nicht vorhanden',
      access_refused: 'Zugriff verweigert',
      redirect_refused: 'An eine andere Adresse umgezogen',
      rate_limited: 'Vorerst keine Anfragen mehr',
      host_unreachable: 'Nicht erreichbar',
      host_failed: 'GitHub antwortete mit einem Fehler',
      host_refused: 'Ein Server, der nicht gelesen wird',
      response_malformed: 'Antwort nicht zu verstehen',
      response_too_large: 'Antwort zu groß',
      content_mismatch: 'Nicht die Datei, die ihr Commit nennt',
      internal: 'Unerwartet gescheitert',
    },
  },
});

/** The words for a code of a whole sync (`source`) or of one line; `fallback` when this version has none. */
export function syncCodeText(
  kind: 'source' | 'line',
  said: { readonly code: string; readonly message: string; readonly count?: number | undefined },
  locale: Locale,
): string {
  const { code, message, count } = said;
  if (code === 'more_lines' && count !== undefined) return syncCodeWords[locale].moreLines(count);
  const words: Readonly<Record<string, string>> = syncCodeWords[locale][kind];
  return Object.hasOwn(words, code) ? (words[code] ?? message) : message;
}
