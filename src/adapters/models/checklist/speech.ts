import { excerpt, singleLine } from '../../../base/index.ts';
import type { Finding } from './finding.ts';
import { ENGLISH_REMARKS, GERMAN_REMARKS, inQuotes, remarksText } from './remarks.ts';
import type { TourPosition } from './tour.ts';

/** Everything the built-in model says, in the language of the person. Page text appears only as a short quotation. */
export interface Speech {
  /** What it is, what it can do, and how to begin. */
  readonly introduction: string;
  readonly noPage: string;
  readonly noReading: string;
  unreadable(message: string): string;
  overview(position: TourPosition, complete: boolean): string;
  /** To a message that came instead of an answer. */
  readonly noRequests: string;
  point(position: TourPosition): string;
  closing(position: TourPosition): string;
}

export function speech(language: 'en' | 'de'): Speech {
  return language === 'de' ? GERMAN : ENGLISH;
}

const CLOSINGS = ['That was the last point.', 'Das war der letzte Punkt.'];
const NOTHING_FOUND = [
  'I looked at this page and found nothing to propose.',
  'Ich habe die Seite durchgesehen und nichts vorzuschlagen.',
];

/** Whether a text is one that ends a tour, in either language. */
export function isClosing(text: string): boolean {
  return [...CLOSINGS, ...NOTHING_FOUND].some((sentence) => text.includes(sentence));
}

const ENGLISH: Speech = {
  introduction:
    'I am the built-in checklist model. I need no network and no key, and I understand no free questions: I work through ' +
    'the named checks of an approved process, propose each change by rule, and wait for your answer every time. ' +
    'To begin, type / in the chat and pick a process.',
  noPage: 'This process needs a page. Open one in the list of pages and start it there.',
  noReading:
    'I may not read pages here, so I cannot begin. An administrator can offer the tool for it.',
  unreadable: (message) => `I could not read this page: ${said(message)}`,
  overview: ({ total, openCount, remarks }, complete) =>
    [
      total === 0
        ? NOTHING_FOUND[0]
        : `I looked at this page and found ${count(total, 'point', 'points')}.`,
      openCount === 0
        ? ''
        : openCount === total
          ? total === 1
            ? 'It was left open last time.'
            : 'All of them were left open last time.'
          : `I begin with ${openCount === 1 ? 'the one' : `the ${String(openCount)}`} left open last time.`,
      complete ? '' : 'The page is very long; I could read only its beginning.',
      ...remarksText(remarks, ENGLISH_REMARKS, 'What I can only mention:'),
    ]
      .filter(Boolean)
      .join(' ')
      .replaceAll(' \n', '\n'),
  noRequests:
    'I understand no free requests, only the answers on the card. The proposal is unchanged:',
  point: ({ next, afterwards }) =>
    [
      afterwards === null
        ? ''
        : afterwards.kind === 'exhausted'
          ? 'There is no other variant for that point; it is left without an answer.'
          : `That change did not go as it should: ${said(afterwards.message)}`,
      next === null
        ? ''
        : next.isAgain
          ? `Those were all variants; here is the first one again. ${whyEn(next.finding)}`
          : next.isVariant
            ? `Another way: ${variantEn(next.finding)} ${whyEn(next.finding)}`
            : `${next.wasOpen ? 'Left open last time. ' : ''}${whyEn(next.finding)}`,
      next?.finding.fromFileName.includes(next.value) === true
        ? 'The proposal is made from the file name; better words are yours.'
        : '',
    ]
      .filter(Boolean)
      .join(' '),
  closing: ({ total, unanswered }) =>
    total === 0
      ? 'This page is done; you can pick another one.'
      : `${CLOSINGS[0] ?? ''} ${unanswered === 0 ? '' : `${unanswered === 1 ? 'One point was' : `${String(unanswered)} points were`} left without an answer. `}What you skipped comes again the next time this process runs on the page.`,
};

const GERMAN: Speech = {
  introduction:
    'Ich bin das eingebaute Checklisten-Modell. Ich brauche weder Netz noch Schlüssel und verstehe keine freien Fragen: ' +
    'Ich arbeite die benannten Prüfungen eines freigegebenen Prozesses ab, schlage jede Änderung nach Regeln vor und warte ' +
    'jedes Mal auf Ihre Antwort. Zum Start tippen Sie / in den Chat und wählen einen Prozess.',
  noPage:
    'Dieser Prozess braucht eine Seite. Öffnen Sie eine in der Seitenliste und starten Sie ihn dort.',
  noReading:
    'Ich darf hier keine Seiten lesen und kann deshalb nicht anfangen. Die Administration kann das Werkzeug dafür anbieten.',
  unreadable: (message) => `Ich konnte diese Seite nicht lesen: ${said(message)}`,
  overview: ({ total, openCount, remarks }, complete) =>
    [
      total === 0
        ? NOTHING_FOUND[1]
        : `Ich habe die Seite durchgesehen und ${total === 1 ? 'einen Punkt' : `${String(total)} Punkte`} gefunden.`,
      openCount === 0
        ? ''
        : openCount === total
          ? total === 1
            ? 'Er ist beim letzten Mal offen geblieben.'
            : 'Alle sind beim letzten Mal offen geblieben.'
          : `Ich beginne mit ${openCount === 1 ? 'dem, der' : `den ${String(openCount)}, die`} beim letzten Mal offen geblieben ${openCount === 1 ? 'ist' : 'sind'}.`,
      complete ? '' : 'Die Seite ist sehr lang; ich konnte nur ihren Anfang lesen.',
      ...remarksText(remarks, GERMAN_REMARKS, 'Was ich nur erwähnen kann:'),
    ]
      .filter(Boolean)
      .join(' ')
      .replaceAll(' \n', '\n'),
  noRequests:
    'Freie Wünsche verstehe ich nicht, nur die Antworten auf der Karte. Der Vorschlag ist unverändert:',
  point: ({ next, afterwards }) =>
    [
      afterwards === null
        ? ''
        : afterwards.kind === 'exhausted'
          ? 'Für diesen Punkt gibt es keine andere Variante; er bleibt ohne Antwort.'
          : `Mit dieser Änderung ging es nicht, wie es sollte: ${said(afterwards.message)}`,
      next === null
        ? ''
        : next.isAgain
          ? `Das waren alle Varianten; hier ist wieder die erste. ${whyDe(next.finding)}`
          : next.isVariant
            ? `Anders gesagt: ${variantDe(next.finding)} ${whyDe(next.finding)}`
            : `${next.wasOpen ? 'Beim letzten Mal offen geblieben. ' : ''}${whyDe(next.finding)}`,
      next?.finding.fromFileName.includes(next.value) === true
        ? 'Der Vorschlag ist aus dem Dateinamen gemacht; bessere Worte haben Sie.'
        : '',
    ]
      .filter(Boolean)
      .join(' '),
  closing: ({ total, unanswered }) =>
    total === 0
      ? 'Diese Seite ist fertig; Sie können eine andere wählen.'
      : `${CLOSINGS[1] ?? ''} ${unanswered === 0 ? '' : `${unanswered === 1 ? 'Ein Punkt blieb' : `${String(unanswered)} Punkte blieben`} ohne Antwort. `}Was Sie übersprungen haben, kommt wieder, wenn der Prozess das nächste Mal auf dieser Seite läuft.`,
};

function whyEn({ check, count: n, quote }: Finding): string {
  const number = String(n ?? 0);
  const q = inQuotes(quote, '“', '”');
  switch (check) {
    case 'title-missing':
      return 'This page has no title. Search results and browser tabs would show one.';
    case 'title-too-long':
      return `The title has ${number} characters; search engines cut it after about 60.`;
    case 'title-duplicate':
      return 'Another page has the same title, so nobody can tell the two apart in a list of results.';
    case 'description-missing':
      return 'This page has no description, so search engines pick any sentence. This one is made from the page’s own words.';
    case 'description-too-long':
      return `The description has ${number} characters; search engines cut it after about 155.`;
    case 'description-duplicate':
      return 'Another page has the same description. This one is made from the words of this page.';
    case 'alternative-missing':
      return `The picture ${q} has no alternative text; people who cannot see it hear nothing here.`;
    case 'alternative-placeholder':
      return `The alternative text ${q} says nothing about the picture.`;
    case 'link-text-vague':
      return `The link text ${q} does not say where the link leads.`;
    case 'word-doubled':
      return `${q} looks like a slip: the word stands twice in a row.`;
    case 'filler-words':
      return `${q} can go or be shorter without loss.`;
    case 'sentence-too-long':
      return `This sentence has ${number} words; divided, it can be understood at first reading.`;
    case 'first-heading-duplicate':
      return `${q} is a second main heading. A page has one; this would become a section under it.`;
    case 'heading-jump':
      return `The heading ${q} skips a level; whoever goes from heading to heading looks for the missing one.`;
    case 'paragraph-too-long':
      return ENGLISH_REMARKS[check](1, quote);
  }
}

function whyDe({ check, count: n, quote }: Finding): string {
  const number = String(n ?? 0);
  const q = inQuotes(quote, '„', '“');
  switch (check) {
    case 'title-missing':
      return 'Diese Seite hat keinen Titel. Suchergebnisse und Browser-Tabs würden ihn zeigen.';
    case 'title-too-long':
      return `Der Titel hat ${number} Zeichen; Suchmaschinen schneiden nach etwa 60 ab.`;
    case 'title-duplicate':
      return 'Eine andere Seite trägt denselben Titel; in einer Ergebnisliste sind die beiden nicht zu unterscheiden.';
    case 'description-missing':
      return 'Diese Seite hat keine Beschreibung, also nehmen Suchmaschinen irgendeinen Satz. Diese hier ist aus den eigenen Worten der Seite gemacht.';
    case 'description-too-long':
      return `Die Beschreibung hat ${number} Zeichen; Suchmaschinen schneiden nach etwa 155 ab.`;
    case 'description-duplicate':
      return 'Eine andere Seite hat dieselbe Beschreibung. Diese hier ist aus den Worten dieser Seite gemacht.';
    case 'alternative-missing':
      return `Das Bild ${q} hat keinen Alternativtext; wer es nicht sehen kann, erfährt hier nichts.`;
    case 'alternative-placeholder':
      return `Der Alternativtext ${q} sagt nichts über das Bild.`;
    case 'link-text-vague':
      return `Der Linktext ${q} sagt nicht, wohin der Link führt.`;
    case 'word-doubled':
      return `${q} sieht nach einem Versehen aus: Das Wort steht zweimal hintereinander.`;
    case 'filler-words':
      return `${q} kann ohne Verlust wegfallen oder kürzer werden.`;
    case 'sentence-too-long':
      return `Dieser Satz hat ${number} Wörter; geteilt versteht man ihn beim ersten Lesen.`;
    case 'first-heading-duplicate':
      return `${q} ist eine zweite Hauptüberschrift. Eine Seite hat nur eine; diese würde zu einem Abschnitt darunter.`;
    case 'heading-jump':
      return `Die Überschrift ${q} überspringt eine Ebene; wer von Überschrift zu Überschrift geht, sucht die fehlende.`;
    case 'paragraph-too-long':
      return GERMAN_REMARKS[check](1, quote);
  }
}

function variantEn({ check }: Finding): string {
  if (check === 'sentence-too-long') return 'divided differently.';
  if (check === 'filler-words') return 'another shorter wording.';
  return 'the same point in other words.';
}

function variantDe({ check }: Finding): string {
  if (check === 'sentence-too-long') return 'anders geteilt.';
  if (check === 'filler-words') return 'eine andere kürzere Fassung.';
  return 'derselbe Punkt mit anderen Worten.';
}

function count(n: number, one: string, many: string): string {
  return `${String(n)} ${n === 1 ? one : many}`;
}

/** A tool's sentence, shortened. */
function said(message: string): string {
  const text = excerpt(singleLine(message).replace(/[[\]*_`<>#|~\\]/gu, ''), 240);
  return /[.!?…]$/u.test(text) ? text : `${text}.`;
}
