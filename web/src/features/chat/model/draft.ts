const PREFIX = 'vouch.draft.';

/** The part of `localStorage` drafts need; it may be full or forbidden, then a draft only lives as long as the page. */
export interface DraftStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Unsent text of one conversation, or of a page whose conversation does not exist yet (WEB-06). */
export function readDraft(storage: DraftStorage, key: string): string {
  try {
    return storage.getItem(PREFIX + key) ?? '';
  } catch {
    return '';
  }
}

export function writeDraft(storage: DraftStorage, key: string, text: string): void {
  try {
    if (text === '') storage.removeItem(PREFIX + key);
    else storage.setItem(PREFIX + key, text);
  } catch {
    // A full or forbidden storage must not stop anybody from typing.
  }
}
