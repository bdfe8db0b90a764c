import type { Locale, RunNotice } from '../../../../src/contracts/index.ts';
import { dictionary } from '../../lib/dictionary.ts';
import { compositionText } from '../../lib/notice-words.ts';
import { quoted } from './model/outcome-line.ts';
import { stopAdvice } from './model/stop-advice.ts';

type Data = RunNotice['data'];

const nameOf = (data: Data, locale: Locale) =>
  typeof data['name'] === 'string' && data['name'] !== '' ? quoted(data['name'], locale) : '';

/** Why a version that guided a conversation no longer may (PIN-02, PIN-03). */
const FAILURES = {
  en: {
    revoked: 'its approval was revoked',
    skill_gone: 'the skill no longer exists',
    orphaned: 'its source no longer has it',
    below_threshold: 'its source is no longer trusted enough',
    snapshot_damaged: 'it does not match the version that was approved',
    four_eyes: 'this configuration now asks for a second person’s approval',
    other: 'its version may no longer instruct',
  },
  de: {
    revoked: 'Die Freigabe wurde widerrufen',
    skill_gone: 'Den Skill gibt es nicht mehr',
    orphaned: 'Seine Quelle führt ihn nicht mehr',
    below_threshold: 'Seine Quelle gilt nicht mehr als vertrauenswürdig genug',
    snapshot_damaged: 'Er passt nicht zu der Version, die freigegeben wurde',
    four_eyes: 'Diese Konfiguration verlangt jetzt die Freigabe durch eine zweite Person',
    other: 'Seine Version darf nicht mehr anleiten',
  },
} as const;

function failure(reason: Data[string] | undefined, locale: Locale): string {
  const words: Readonly<Record<string, string>> = FAILURES[locale];
  return (typeof reason === 'string' ? words[reason] : undefined) ?? FAILURES[locale].other;
}

/** What the administrator wrote with it, in their own words. */
function because(data: Data, locale: Locale): string {
  const words = data['because'];
  if (typeof words !== 'string' || words === '') return '';
  return ` ${locale === 'de' ? 'Grund' : 'Reason'}: ${quoted(words, locale)}`;
}

/** What a run tells the person before its answer (CHT-05), by the notice's code. */
const noticeWords = dictionary({
  en: {
    pin_dropped: (data: Data) =>
      data['reason'] === 'configuration_changed'
        ? `${nameOf(data, 'en')} no longer guides this conversation: its configuration changed.`
        : `${nameOf(data, 'en')} no longer guides this conversation: it is not attached here any more.`,
    pin_failed: (data: Data) =>
      `${nameOf(data, 'en')} stopped guiding this conversation: ${failure(data['reason'], 'en')}.${because(data, 'en')}`,
    subject_gone: () =>
      'The page was deleted, or you may no longer read it. Nothing was saved there.',
    subject_kept: () => 'The process goes on with the page it was started for.',
    process_ended: () => 'You ended the tour. What was saved stays saved.',
    question_withdrawn: () => 'Question withdrawn: you wrote a message while it was waiting.',
    left_waiting: (data: Data) =>
      data['again'] === true
        ? 'Another card of the run that was left waiting is in the inbox.'
        : 'The card before this message was left waiting. It is decided in the inbox.',
    left_ended: (data: Data) =>
      data['stopped'] === true
        ? 'The run whose card was left waiting was stopped.'
        : 'The run whose card was left waiting ended without an answer.',
    preview_moved: (data: Data) =>
      data['failed'] === true
        ? 'Not saved: this change can no longer be prepared. The card says why.'
        : 'Not saved: the page changed while you were deciding. Here is the proposal for the text as it is now.',
    decided_elsewhere: (data: Data) =>
      `Somebody ${data['approved'] === true ? 'approved' : 'declined'} ${data['left'] === true ? 'the card that was left waiting' : 'this'} in the inbox.`,
    answered_elsewhere: (data: Data) =>
      `Somebody answered ${data['left'] === true ? 'the question that was left waiting' : 'this question'} in the inbox.`,
    images_unseen: (data: Data) =>
      `The model of this conversation is shown no images. It was told their names alone: ${String(data['names'])}.`,
    images_left_out: (data: Data) =>
      `There was no room to show the model these images again: ${String(data['names'])}. Attach what still matters to your next message, or start a new conversation.`,
    images_unreadable: (data: Data) =>
      `These images can no longer be read, so the model was not shown them: ${String(data['names'])}. Attach again what still matters.`,
    other: (code: string) => `Notice from the server: ${code}`,
  },
  de: {
    pin_dropped: (data: Data) =>
      data['reason'] === 'configuration_changed'
        ? `${nameOf(data, 'de')} leitet dieses Gespräch nicht mehr an: Die Konfiguration wurde gewechselt.`
        : `${nameOf(data, 'de')} leitet dieses Gespräch nicht mehr an: Der Skill ist hier nicht mehr angebunden.`,
    pin_failed: (data: Data) =>
      `${nameOf(data, 'de')} leitet dieses Gespräch nicht mehr an: ${failure(data['reason'], 'de')}.${because(data, 'de')}`,
    subject_gone: () =>
      'Die Seite wurde gelöscht, oder Sie dürfen sie nicht mehr lesen. Gespeichert wurde dort nichts.',
    subject_kept: () => 'Der Prozess geht mit der Seite weiter, für die er gestartet wurde.',
    process_ended: () => 'Sie haben die Tour beendet. Was gespeichert ist, bleibt gespeichert.',
    question_withdrawn: () =>
      'Frage verworfen: Sie haben eine Nachricht geschrieben, während sie wartete.',
    left_waiting: (data: Data) =>
      data['again'] === true
        ? 'Im Eingang wartet eine weitere Karte des Laufs, der stehen blieb.'
        : 'Die Karte vor dieser Nachricht blieb stehen. Entschieden wird sie im Eingang.',
    left_ended: (data: Data) =>
      data['stopped'] === true
        ? 'Der Lauf, dessen Karte stehen blieb, wurde gestoppt.'
        : 'Der Lauf, dessen Karte stehen blieb, endete ohne Antwort.',
    preview_moved: (data: Data) =>
      data['failed'] === true
        ? 'Nicht gespeichert: Diese Änderung lässt sich nicht mehr vorbereiten. Warum, steht auf der Karte.'
        : 'Nicht gespeichert: Die Seite hat sich geändert, während Sie entschieden haben. Hier ist der Vorschlag für den jetzigen Text.',
    decided_elsewhere: (data: Data) =>
      `${data['left'] === true ? 'Die Karte, die stehen blieb,' : 'Das'} wurde im Eingang ${data['approved'] === true ? 'freigegeben' : 'abgelehnt'}.`,
    answered_elsewhere: (data: Data) =>
      `${data['left'] === true ? 'Die Frage, die stehen blieb,' : 'Diese Frage'} wurde im Eingang beantwortet.`,
    images_unseen: (data: Data) =>
      `Dem Modell dieses Gesprächs werden keine Bilder gezeigt. Es hat nur ihre Namen erfahren: ${String(data['names'])}.`,
    images_left_out: (data: Data) =>
      `Im Modell war kein Platz mehr, diese Bilder noch einmal zu zeigen: ${String(data['names'])}. Hängen Sie an Ihre nächste Nachricht, was noch wichtig ist, oder beginnen Sie ein neues Gespräch.`,
    images_unreadable: (data: Data) =>
      `Diese Bilder lassen sich nicht mehr lesen und wurden dem Modell nicht gezeigt: ${String(data['names'])}. Hängen Sie noch einmal an, was noch wichtig ist.`,
    other: (code: string) => `Hinweis des Servers: ${code}`,
  },
});

export function noticeText(notice: RunNotice, locale: Locale): string {
  const words = noticeWords[locale];
  const known: Readonly<Record<string, (data: Data) => string>> = {
    pin_dropped: words.pin_dropped,
    pin_failed: words.pin_failed,
    subject_gone: words.subject_gone,
    subject_kept: words.subject_kept,
    process_ended: words.process_ended,
    question_withdrawn: words.question_withdrawn,
    left_waiting: words.left_waiting,
    left_ended: words.left_ended,
    preview_moved: words.preview_moved,
    decided_elsewhere: words.decided_elsewhere,
    answered_elsewhere: words.answered_elsewhere,
    images_unseen: words.images_unseen,
    images_left_out: words.images_left_out,
    images_unreadable: words.images_unreadable,
  };
  const sentence = Object.hasOwn(known, notice.code) ? known[notice.code] : undefined;
  if (sentence !== undefined) return sentence(notice.data).trim();
  const composition = compositionText(notice, locale);
  if (composition !== null) return composition;
  // An answer that was cut short says why with the code a stopped turn would have.
  const { what, next } = stopAdvice(notice.code, '', locale);
  return what === notice.code ? words.other(notice.code) : `${what} ${next}`;
}
