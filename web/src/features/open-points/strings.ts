import { dictionary } from '../../lib/dictionary.ts';
import { plural } from '../../lib/format.ts';

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
    points: (n: number) => plural('en', n, { one: '# point', other: '# points' }),
    skipped: 'skipped',
    start: 'Work on them',
    openPage: 'Open the page',
    toPages: 'To the pages',
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
    points: (n: number) => plural('de', n, { one: '# Punkt', other: '# Punkte' }),
    skipped: 'übersprungen',
    start: 'Jetzt angehen',
    openPage: 'Seite öffnen',
    toPages: 'Zu den Seiten',
  },
});
