const PREFIX = 'vouch.';

/** The part of `localStorage` this needs; it may be full or forbidden, then what is kept lives as long as the page. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** What this device keeps in a place: a draft, the tab one looked at. Empty when there is nothing. */
export function readKept(storage: TextStorage, place: string): string {
  try {
    return storage.getItem(PREFIX + place) ?? '';
  } catch {
    return '';
  }
}

export function writeKept(storage: TextStorage, place: string, text: string): void {
  try {
    if (text === '') storage.removeItem(PREFIX + place);
    else storage.setItem(PREFIX + place, text);
  } catch {
    // A full or forbidden storage must not stop anybody from typing.
  }
}

/** Where unsent text is kept: of one person, in one conversation or on a page whose conversation is not made yet (WEB-06). */
export function draftPlace(person: string, where: { page: number; uuid: string | null }): string {
  return `draft.${person}.${where.uuid ?? `page-${String(where.page)}`}`;
}
