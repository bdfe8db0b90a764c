import type { Locale, OutcomeWord } from '../contracts/index.ts';

export interface TourWords {
  readonly current: string;
  readonly proposed: string;
  readonly missing: string;
  readonly why: string;
  readonly point: (current: number, total: number) => string;
  readonly question: string;
  readonly plainQuestion: string;
  /** Of a card that does not show what it would do: why it takes no yes, a plain one too, and the same questions without it. */
  readonly notShown: string;
  readonly plainNotShown: string;
  readonly questionNotShown: string;
  readonly plainQuestionNotShown: string;
  readonly notAnAnswer: (answer: string) => string;
  readonly ended: string;
  readonly finished: string;
  readonly nothing: string;
  /** A point whose last card was answered with another variant, and there was none. */
  readonly unanswered: string;
  readonly outcomes: Readonly<Record<OutcomeWord, string>>;
  readonly saved: (fields: string) => string;
  readonly savedElsewhere: string;
  readonly cannotAsk: string;
}

/** What the terminal tour says; model and page text come from elsewhere. */
export const TOUR_WORDS: Readonly<Record<Locale, TourWords>> = {
  en: {
    current: 'Now',
    proposed: 'Proposed',
    missing: '(nothing)',
    why: 'Why',
    point: (current, total) => `Point ${String(current)} of ${String(total)}`,
    question: '[a]pply, another [v]ariant, [s]kip, [k]eep, [q]uit: ',
    plainQuestion: '[a]pprove, [d]ecline, [q]uit: ',
    notShown: 'The change could not be prepared, so it cannot be applied.',
    plainNotShown: 'What this would do could not be shown, so it cannot be approved.',
    questionNotShown: 'another [v]ariant, [s]kip, [k]eep, [q]uit: ',
    plainQuestionNotShown: '[d]ecline, [q]uit: ',
    notAnAnswer: (answer) => `“${answer}” is no answer here.`,
    ended: 'Ended before the last point. Nothing was saved without an answer.',
    finished: 'Finished.',
    nothing: 'No point was proposed.',
    unanswered: 'Left without an answer',
    outcomes: {
      applied: 'Applied',
      check: 'Approved, check the record',
      not_applied: 'Not saved',
      saved_in_part: 'Saved in part',
      done_elsewhere: 'Approved and carried out, nothing saved here',
      done_in_part: 'Approved, carried out in part',
      failed: 'Approved, but it failed',
      variant: 'Another variant',
      skipped: 'Skipped, stays open',
      kept: 'Kept as it is',
      withdrawn: 'Proposal withdrawn',
      approved: 'Approved',
      denied: 'Declined',
    },
    saved: (fields) => `Saved: ${fields}`,
    savedElsewhere: 'What was saved stands in the history of the page.',
    cannotAsk: 'The process asks a question that only the web interface can show. Answer it there.',
  },
  de: {
    current: 'Jetzt',
    proposed: 'Vorschlag',
    missing: '(nichts)',
    why: 'Warum',
    point: (current, total) => `Punkt ${String(current)} von ${String(total)}`,
    question: 'übernehmen [a], andere [v]ariante, über[s]pringen, behalten [k], beenden [q]: ',
    plainQuestion: 'freigeben [a], ablehnen [d], beenden [q]: ',
    notShown: 'Die Änderung ließ sich nicht vorbereiten und lässt sich deshalb nicht übernehmen.',
    plainNotShown:
      'Was das tun würde, ließ sich nicht zeigen; deshalb lässt es sich nicht freigeben.',
    questionNotShown: 'andere [v]ariante, über[s]pringen, behalten [k], beenden [q]: ',
    plainQuestionNotShown: 'ablehnen [d], beenden [q]: ',
    notAnAnswer: (answer) => `„${answer}“ ist hier keine Antwort.`,
    ended: 'Vor dem letzten Punkt beendet. Ohne Antwort wurde nichts gespeichert.',
    finished: 'Fertig.',
    nothing: 'Kein Punkt wurde vorgeschlagen.',
    unanswered: 'Ohne Antwort geblieben',
    outcomes: {
      applied: 'Übernommen',
      check: 'Freigegeben, bitte prüfen',
      not_applied: 'Nicht gespeichert',
      saved_in_part: 'Zum Teil gespeichert',
      done_elsewhere: 'Freigegeben und ausgeführt, hier nichts gespeichert',
      done_in_part: 'Freigegeben, zum Teil ausgeführt',
      failed: 'Freigegeben, aber fehlgeschlagen',
      variant: 'Andere Variante',
      skipped: 'Übersprungen, bleibt offen',
      kept: 'Behalten',
      withdrawn: 'Vorschlag verworfen',
      approved: 'Freigegeben',
      denied: 'Abgelehnt',
    },
    saved: (fields) => `Gespeichert: ${fields}`,
    savedElsewhere: 'Was gespeichert wurde, steht im Verlauf der Seite.',
    cannotAsk:
      'Der Prozess stellt eine Frage, die nur die Weboberfläche zeigen kann. Antworten Sie dort.',
  },
};
