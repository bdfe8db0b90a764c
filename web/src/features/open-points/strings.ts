import { dictionary } from '../../lib/dictionary.ts';

export const strings = dictionary({
  en: {
    title: 'Open points',
    intro:
      'What was skipped in a tour, kept for next time. Starting the process on the page offers it again.',
    search: 'Search open points',
    empty: 'No open points',
    emptyHint: 'When you skip a point in a tour, it is kept here until it is settled.',
    noMatch: 'No open point matches',
    noMatchHint: 'Try fewer or other words.',
    skipped: 'skipped',
    start: 'Start here',
    toPages: 'To the pages',
    emptyHere: 'No open points on this page',
    show: 'Show',
    showPlace: (place: string) => `Show in the page: ${place}`,
  },
  de: {
    title: 'Offene Punkte',
    intro:
      'Was in einer Tour übersprungen wurde, vorgemerkt für das nächste Mal. Der Prozess bietet es auf der Seite wieder an.',
    search: 'Offene Punkte suchen',
    empty: 'Keine offenen Punkte',
    emptyHint: 'Überspringen Sie in einer Tour einen Punkt, steht er hier, bis er erledigt ist.',
    noMatch: 'Kein offener Punkt passt',
    noMatchHint: 'Versuchen Sie es mit weniger oder anderen Worten.',
    skipped: 'übersprungen',
    start: 'Hier beginnen',
    toPages: 'Zu den Seiten',
    emptyHere: 'Keine offenen Punkte auf dieser Seite',
    show: 'Zeigen',
    showPlace: (place: string) => `Auf der Seite zeigen: ${place}`,
  },
});
