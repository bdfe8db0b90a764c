import { ChangeRefusalCode, type Locale } from '../../../src/contracts/index.ts';
import { hasCode } from './api-error.ts';

const EN: Readonly<Record<ChangeRefusalCode, string>> = {
  not_found: 'What was to be changed is not there any more. Nothing was saved.',
  not_permitted: 'You do not have the right to change this. Nothing was saved.',
  read_only: 'This can only be read here, not changed. Nothing was saved.',
  unknown_field: 'The page has no such field. Nothing was saved.',
  no_change: 'It reads like this already, so there was nothing to save.',
  value_too_long: 'The new text is too long for this place. Nothing was saved.',
  value_invalid: 'This cannot stand here like that. Nothing was saved.',
  would_change_structure:
    'It would have changed more of the page than this place. Nothing was saved.',
  not_editable_surgically:
    'It is written in a way in which this place cannot be changed alone. Nothing was saved; change it in the file.',
  base_moved: 'The page was changed meanwhile. Nothing was saved; look at it again.',
  text_moved_on: 'The text has been changed since, so it was not put back.',
  unsupported: 'This site does not offer that. Nothing was saved.',
};

const DE: Readonly<Record<ChangeRefusalCode, string>> = {
  not_found: 'Was geändert werden sollte, gibt es nicht mehr. Nichts wurde gespeichert.',
  not_permitted: 'Dazu haben Sie nicht das Recht. Nichts wurde gespeichert.',
  read_only: 'Das lässt sich hier nur lesen, nicht ändern. Nichts wurde gespeichert.',
  unknown_field: 'Ein solches Feld hat die Seite nicht. Nichts wurde gespeichert.',
  no_change: 'So steht es schon da; es gab nichts zu speichern.',
  value_too_long: 'Der neue Text ist für diese Stelle zu lang. Nichts wurde gespeichert.',
  value_invalid: 'So kann es hier nicht stehen. Nichts wurde gespeichert.',
  would_change_structure:
    'Es hätte mehr an der Seite geändert als diese Stelle. Nichts wurde gespeichert.',
  not_editable_surgically:
    'Es ist so geschrieben, dass sich diese Stelle nicht für sich ändern lässt. Nichts wurde gespeichert; ändern Sie es in der Datei.',
  base_moved:
    'Die Seite wurde inzwischen geändert. Nichts wurde gespeichert; sehen Sie sie noch einmal an.',
  text_moved_on: 'Der Text wurde seitdem geändert und deshalb nicht zurückgesetzt.',
  unsupported: 'Das bietet diese Website nicht. Nichts wurde gespeichert.',
};

/** Why a site did not take a change; `null` = the error is about something else, or the reason is not known here. */
export function contentRefusalText(error: unknown, locale: Locale): string | null {
  if (!hasCode(error, 'content_refused')) return null;
  const reason = ChangeRefusalCode.safeParse(error.data['reason']);
  return reason.success ? { en: EN, de: DE }[locale][reason.data] : null;
}
