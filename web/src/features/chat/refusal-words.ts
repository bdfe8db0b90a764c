import { dictionary } from '../../lib/dictionary.ts';

/** What it means, and what to do next, when a start, a message or an answer was refused or got no answer; by its code. */
export const refusalWords = dictionary({
  en: {
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
    process_running: {
      what: 'In diesem Gespräch läuft noch ein anderer Prozess.',
      next: 'Beenden Sie zuerst dessen Tour, und starten Sie dann diesen.',
    },
    not_an_instruction: {
      what: 'Diese Version ist nicht freigegeben und darf den Assistenten deshalb nicht anleiten.',
      next: 'Bitten Sie die Administration, sie anzusehen und freizugeben.',
    },
    may_not_approve: {
      what: 'Ein Prozess führt zu Änderungen, und Sie dürfen hier keine freigeben.',
      next: 'Bitten Sie die Administration um das Recht, eigene Änderungen freizugeben.',
    },
    context_blocked: {
      what: 'Ein Text dieses Gesprächs ist vertraulicher, als das Modell sehen darf.',
      next: 'Bitten Sie die Administration, seine Datenklasse zu ändern oder ein anderes Modell zu wählen.',
    },
    does_not_fit: {
      what: 'Für diese Anweisung ist neben dem Gespräch im Modell kein Platz mehr.',
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
      next: 'Es gilt die frühere Antwort; Ihre hat nichts geändert.',
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
