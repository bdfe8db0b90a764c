import { dictionary } from '../../lib/dictionary.ts';

/**
 * What a stopped turn or a refused answer means and what to do next, by its code. Codes that are missing here are shown
 * with the server's own sentence and `other.next`.
 */
export const stopWords = dictionary({
  en: {
    other: { what: '', next: 'Nothing was saved by this. You can write again or start anew.' },
    pin_failed: {
      what: 'Nothing further was done.',
      next: 'What was saved stays saved. Go on without it, or start the process anew in its current version.',
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
      next: 'Nothing is lost. Try again in a moment.',
    },
    retries_exhausted: {
      what: 'The model did not answer, also not when asked again.',
      next: 'Nothing is lost. Try again in a few minutes.',
    },
    not_retryable: {
      what: 'This turn could not go on and was ended.',
      next: 'If it was writing just then, nobody saw the end of that: look at the record before you do it again. An administrator finds the reason in the run.',
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
      what: 'The run this conversation goes back to has been cleared away.',
      next: 'Start a new conversation for this page.',
    },
    process_running: {
      what: 'Another process is still running in this conversation.',
      next: 'End its tour first, then start this one.',
    },
    not_an_instruction: {
      what: 'This version is not approved, so it may not guide the assistant.',
      next: 'Ask an administrator to look at it and approve it.',
    },
    may_not_approve: {
      what: 'A process ends in changes, and you may not approve changes here.',
      next: 'Ask an administrator for the right to approve your own changes.',
    },
    context_blocked: {
      what: 'A text of this conversation is more confidential than the model may see.',
      next: 'Ask an administrator to change its data class, or to choose another model.',
    },
    does_not_fit: {
      what: 'The instruction does not fit into the model beside this conversation.',
      next: 'Start it in a fresh conversation, or ask an administrator for a larger model.',
    },
    skill_disabled: {
      what: 'This skill is switched off.',
      next: 'Ask an administrator to switch it on again.',
    },
    subject_unreadable: {
      what: 'The page of this process can no longer be read.',
      next: 'It may have been deleted or moved. Open another page.',
    },
    stale_approval: {
      what: 'Not saved. The proposal changed while you were deciding.',
      next: 'Here is the current one; please decide again.',
    },
    stale_input: {
      what: 'Not sent. The question changed while you were answering.',
      next: 'What you typed is still there; please look at the current question.',
    },
    already_resuming: {
      what: 'This was answered a moment ago, perhaps in another tab.',
      next: 'That answer counts; yours changed nothing.',
    },
    not_awaiting_approval: {
      what: 'This proposal no longer waits.',
      next: 'It was answered or withdrawn elsewhere; your answer changed nothing.',
    },
    not_awaiting_input: {
      what: 'This question no longer waits.',
      next: 'It was answered or withdrawn elsewhere; your answer changed nothing.',
    },
    conversation_moved: {
      what: 'The conversation went on in the meantime, perhaps in another tab.',
      next: 'Nothing was changed by your click. What you see now is current.',
    },
    conversation_busy: {
      what: 'The assistant is still working on the last answer.',
      next: 'Send again when it is done.',
    },
    invalid_input: {
      what: 'The answer does not have the form that was asked for.',
      next: 'Please check the fields; what you typed is still there.',
    },
    message_too_long: {
      what: 'The message is longer than 10,000 characters.',
      next: 'Shorten it or send it in two parts.',
    },
    too_many_conversations: {
      what: 'You have as many conversations as one person may have.',
      next: 'Older ones are put away after 30 days; an administrator can do it sooner.',
    },
    too_many_requests: { what: 'That was too quick.', next: 'Wait a moment and send again.' },
    content_refused: {
      what: 'The page did not take this change.',
      next: 'It was probably changed by somebody else. Read it again and decide anew.',
    },
    not_permitted: {
      what: 'You do not have the right to do this.',
      next: 'Ask an administrator.',
    },
    not_signed_in: {
      what: 'You are no longer signed in.',
      next: 'Sign in again; your text is kept in this browser.',
    },
    unreachable: {
      what: 'No answer came from the server.',
      next: 'Check the connection; what you typed is still there.',
    },
    unavailable: {
      what: 'The server cannot answer right now.',
      next: 'Nothing was changed. Try again in a moment.',
    },
    bad_answer: {
      what: 'The server’s answer does not fit this version of the page.',
      next: 'Reload the page; what you typed is kept.',
    },
  },
  de: {
    other: {
      what: '',
      next: 'Gespeichert wurde dadurch nichts. Sie können weiterschreiben oder neu starten.',
    },
    pin_failed: {
      what: 'Weiter wurde nichts getan.',
      next: 'Was gespeichert ist, bleibt. Machen Sie ohne sie weiter, oder starten Sie den Prozess in seiner jetzigen Version neu.',
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
      next: 'Verloren ist nichts. Versuchen Sie es gleich noch einmal.',
    },
    retries_exhausted: {
      what: 'Das Modell hat nicht geantwortet, auch nicht auf Nachfrage.',
      next: 'Verloren ist nichts. Versuchen Sie es in ein paar Minuten noch einmal.',
    },
    not_retryable: {
      what: 'Diese Runde konnte nicht weitergehen und wurde beendet.',
      next: 'Wurde dabei gerade geschrieben, hat niemand das Ende gesehen: Bitte sehen Sie im Datensatz nach, bevor Sie es wiederholen. Den Grund findet die Administration beim Lauf.',
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
      what: 'Der Lauf, an den dieses Gespräch anknüpft, wurde aufgeräumt.',
      next: 'Beginnen Sie ein neues Gespräch zu dieser Seite.',
    },
    process_running: {
      what: 'In diesem Gespräch läuft noch ein anderer Prozess.',
      next: 'Beenden Sie erst dessen Tour, dann starten Sie diesen.',
    },
    not_an_instruction: {
      what: 'Diese Version ist nicht freigegeben und darf den Assistenten deshalb nicht anleiten.',
      next: 'Bitten Sie die Administration, sie anzusehen und freizugeben.',
    },
    may_not_approve: {
      what: 'Ein Prozess endet in Änderungen, und Sie dürfen hier keine freigeben.',
      next: 'Bitten Sie die Administration um das Recht, eigene Änderungen freizugeben.',
    },
    context_blocked: {
      what: 'Ein Text dieses Gesprächs ist vertraulicher, als das Modell sehen darf.',
      next: 'Bitten Sie die Administration, seine Datenklasse zu ändern oder ein anderes Modell zu wählen.',
    },
    does_not_fit: {
      what: 'Die Anweisung passt neben diesem Gespräch nicht mehr in das Modell.',
      next: 'Starten Sie sie in einem neuen Gespräch, oder bitten Sie um ein größeres Modell.',
    },
    skill_disabled: {
      what: 'Dieser Skill ist ausgeschaltet.',
      next: 'Bitten Sie die Administration, ihn wieder einzuschalten.',
    },
    subject_unreadable: {
      what: 'Die Seite dieses Prozesses lässt sich nicht mehr lesen.',
      next: 'Vielleicht wurde sie gelöscht oder verschoben. Öffnen Sie eine andere Seite.',
    },
    stale_approval: {
      what: 'Nicht gespeichert. Der Vorschlag hat sich geändert, während Sie entschieden haben.',
      next: 'Hier ist der jetzige; bitte entscheiden Sie noch einmal.',
    },
    stale_input: {
      what: 'Nicht gesendet. Die Frage hat sich geändert, während Sie geantwortet haben.',
      next: 'Was Sie geschrieben haben, steht noch da; bitte sehen Sie sich die jetzige Frage an.',
    },
    already_resuming: {
      what: 'Das wurde eben schon beantwortet, vielleicht in einem anderen Tab.',
      next: 'Jene Antwort gilt; Ihre hat nichts geändert.',
    },
    not_awaiting_approval: {
      what: 'Dieser Vorschlag wartet nicht mehr.',
      next: 'Er wurde anderswo beantwortet oder verworfen; Ihre Antwort hat nichts geändert.',
    },
    not_awaiting_input: {
      what: 'Diese Frage wartet nicht mehr.',
      next: 'Sie wurde anderswo beantwortet oder verworfen; Ihre Antwort hat nichts geändert.',
    },
    conversation_moved: {
      what: 'Das Gespräch ging inzwischen weiter, vielleicht in einem anderen Tab.',
      next: 'Ihr Klick hat nichts geändert. Was Sie jetzt sehen, ist der aktuelle Stand.',
    },
    conversation_busy: {
      what: 'Der Assistent arbeitet noch an der letzten Antwort.',
      next: 'Senden Sie noch einmal, wenn er fertig ist.',
    },
    invalid_input: {
      what: 'Die Antwort hat nicht die Form, nach der gefragt wurde.',
      next: 'Bitte prüfen Sie die Felder; was Sie geschrieben haben, steht noch da.',
    },
    message_too_long: {
      what: 'Die Nachricht ist länger als 10.000 Zeichen.',
      next: 'Kürzen Sie sie, oder senden Sie sie in zwei Teilen.',
    },
    too_many_conversations: {
      what: 'Sie haben so viele Gespräche, wie eine Person haben darf.',
      next: 'Ältere werden nach 30 Tagen weggelegt; die Administration kann das früher tun.',
    },
    too_many_requests: {
      what: 'Das ging zu schnell.',
      next: 'Warten Sie einen Moment, und senden Sie noch einmal.',
    },
    content_refused: {
      what: 'Die Seite hat diese Änderung nicht angenommen.',
      next: 'Wahrscheinlich hat jemand sie inzwischen geändert. Lesen Sie noch einmal nach und entscheiden Sie neu.',
    },
    not_permitted: {
      what: 'Dazu haben Sie nicht das Recht.',
      next: 'Fragen Sie die Administration.',
    },
    not_signed_in: {
      what: 'Sie sind nicht mehr angemeldet.',
      next: 'Melden Sie sich wieder an; Ihr Text bleibt in diesem Browser erhalten.',
    },
    unreachable: {
      what: 'Vom Server kam keine Antwort.',
      next: 'Prüfen Sie die Verbindung; was Sie geschrieben haben, steht noch da.',
    },
    unavailable: {
      what: 'Der Server kann gerade nicht antworten.',
      next: 'Geändert wurde nichts. Versuchen Sie es gleich noch einmal.',
    },
    bad_answer: {
      what: 'Die Antwort des Servers passt nicht zu diesem Stand der Oberfläche.',
      next: 'Laden Sie die Seite neu; was Sie geschrieben haben, bleibt erhalten.',
    },
  },
});
