import { readKept, writeKept } from '../features/chat/model/kept-text.ts';

/** How the panel stands in the page; `popped`: it is in a window of its own. */
export const PANEL_STATES = ['floating', 'docked', 'collapsed', 'popped'] as const;
export type PanelState = (typeof PANEL_STATES)[number];

const DEFAULT_STATE: PanelState = 'docked';
/** Who used it here last: before anybody is known, the panel stands as for them. */
const LAST_PERSON = 'panel-person';

const placeOf = (person: string) => `panel.${person}`;

export function readPanelState(person: string | null): PanelState {
  const kept = readKept(localStorage, placeOf(person ?? readKept(localStorage, LAST_PERSON)));
  return PANEL_STATES.find((state) => state === kept) ?? DEFAULT_STATE;
}

/** Keeps it for this person, on this device. */
export function keepPanelState(person: string | null, state: PanelState): void {
  if (person !== null) writeKept(localStorage, LAST_PERSON, person);
  writeKept(localStorage, placeOf(person ?? readKept(localStorage, LAST_PERSON)), state);
}
