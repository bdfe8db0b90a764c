import { dictionary } from '../../lib/dictionary.ts';

/**
 * What a stopped turn means and what to do next, by its code. Codes without words anywhere are shown with the server's own
 * sentence and `other.next`.
 */
export const stopWords = dictionary({
  en: {
    other: { what: '', next: 'Nothing was saved by this. You can write again or start anew.' },
    pin_failed: {
      what: 'Nothing further was done.',
      next: 'What was saved stays saved. Go on without it, or start the process anew once it has an approved version.',
    },
    four_eyes_blocked: {
      what: 'This configuration asks for a second person’s approval; a process cannot run under it.',
      next: 'Ask an administrator which configuration is meant for this page.',
    },
    max_iterations: {
      what: 'The assistant took more steps than one turn may have.',
      next: 'Write “go on” to continue where it stopped.',
    },
    budget_exhausted: {
      what: 'The budget for the model is used up.',
      next: 'An administrator can raise it; your conversation waits here meanwhile.',
    },
    budget_named: { what: '', next: 'Your conversation waits here until then.' },
    policy_denied: {
      what: 'A rule of this installation does not allow that step.',
      next: 'Nothing was saved. Ask for something else or talk to an administrator.',
    },
    approval_denied: {
      what: 'The assistant put the same change to you again after you had declined it.',
      next: 'The turn was ended so that you are not asked in circles. Start the process again to go on.',
    },
    provider_failed: {
      what: 'The model did not answer.',
      next: 'Nothing is lost. Try again, or tell an administrator.',
    },
    retries_exhausted: {
      what: 'The model did not answer, also not when asked again.',
      next: 'Nothing is lost. Try again in a few minutes.',
    },
    not_retryable: {
      what: 'This turn could not go on and was ended.',
      next: 'If it was writing just then, nobody saw the end of that: look at the record before you do it again. An administrator finds the reason in the run.',
    },
    person_deleted: {
      what: 'Stopped: whoever started this was deleted.',
      next: 'Nothing more is saved by it. Start it again yourself.',
    },
    cancelled: { what: 'This turn was cancelled.', next: 'What was saved before stays saved.' },
    context_truncated: {
      what: 'The conversation no longer fits into the model.',
      next: 'Start the process again: open points are kept and come first.',
    },
    corrupt_state: {
      what: 'What this turn had stored cannot be read.',
      next: 'It is kept for the operator. Start the process again; open points are kept.',
    },
    predecessor_missing: {
      what: 'The run this conversation goes back to has been cleared away or can no longer be read.',
      next: 'Start a new conversation for this page.',
    },
  },
  de: {
    other: {
      what: '',
      next: 'Gespeichert wurde dadurch nichts. Sie können weiterschreiben oder neu starten.',
    },
    pin_failed: {
      what: 'Weiter wurde nichts getan.',
      next: 'Was gespeichert ist, bleibt. Machen Sie ohne sie weiter, oder starten Sie den Prozess neu, sobald er eine freigegebene Version hat.',
    },
    four_eyes_blocked: {
      what: 'Diese Konfiguration verlangt die Freigabe durch eine zweite Person; ein Prozess kann so nicht laufen.',
      next: 'Fragen Sie in der Administration, welche Konfiguration für diese Seite gedacht ist.',
    },
    max_iterations: {
      what: 'Der Assistent hat mehr Schritte gebraucht, als eine Runde haben darf.',
      next: 'Schreiben Sie „weiter“, dann geht es an dieser Stelle weiter.',
    },
    budget_exhausted: {
      what: 'Das Budget für das Modell ist aufgebraucht.',
      next: 'Die Administration kann es erhöhen; Ihr Gespräch wartet so lange hier.',
    },
    budget_named: { what: '', next: 'Ihr Gespräch wartet bis dahin hier.' },
    policy_denied: {
      what: 'Eine Regel dieser Installation erlaubt diesen Schritt nicht.',
      next: 'Gespeichert wurde nichts. Bitten Sie um etwas anderes, oder fragen Sie die Administration.',
    },
    approval_denied: {
      what: 'Der Assistent hat Ihnen dieselbe Änderung noch einmal vorgelegt, nachdem Sie sie abgelehnt hatten.',
      next: 'Die Runde wurde beendet, damit Sie nicht im Kreis gefragt werden. Starten Sie den Prozess neu, um weiterzumachen.',
    },
    provider_failed: {
      what: 'Das Modell hat nicht geantwortet.',
      next: 'Verloren ist nichts. Versuchen Sie es noch einmal, oder sagen Sie in der Administration Bescheid.',
    },
    retries_exhausted: {
      what: 'Das Modell hat nicht geantwortet, auch nicht auf Nachfrage.',
      next: 'Verloren ist nichts. Versuchen Sie es in ein paar Minuten noch einmal.',
    },
    not_retryable: {
      what: 'Diese Runde konnte nicht weitergehen und wurde beendet.',
      next: 'Wurde gerade geschrieben, ist offen, ob es gelang: Bitte sehen Sie im Datensatz nach, bevor Sie es wiederholen. Den Grund findet die Administration beim Lauf.',
    },
    person_deleted: {
      what: 'Gestoppt: Wer das begonnen hat, wurde gelöscht.',
      next: 'Es speichert nichts mehr. Beginnen Sie es selbst noch einmal.',
    },
    cancelled: {
      what: 'Diese Runde wurde abgebrochen.',
      next: 'Was vorher gespeichert wurde, bleibt gespeichert.',
    },
    context_truncated: {
      what: 'Das Gespräch passt nicht mehr in das Modell.',
      next: 'Starten Sie den Prozess neu: Offene Punkte bleiben erhalten und kommen zuerst.',
    },
    corrupt_state: {
      what: 'Was diese Runde gespeichert hatte, lässt sich nicht lesen.',
      next: 'Es bleibt für den Betrieb aufgehoben. Starten Sie den Prozess neu; offene Punkte bleiben erhalten.',
    },
    predecessor_missing: {
      what: 'Der Lauf, an den dieses Gespräch anknüpft, wurde aufgeräumt oder ist nicht mehr lesbar.',
      next: 'Beginnen Sie ein neues Gespräch zu dieser Seite.',
    },
  },
});
