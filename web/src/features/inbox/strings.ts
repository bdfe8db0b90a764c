import { dictionary } from '../../lib/dictionary.ts';

export const strings = dictionary({
  en: {
    title: 'Inbox',
    intro: 'What waits for a decision. Each is looked at and answered by itself.',
    empty: 'Nothing waits',
    emptyHint: 'When a run needs a decision, it appears here.',
    noMatch: 'Nothing waits like this',
    noMatchHint: 'Take the filter back to see everything that waits.',
    show: 'Show',
    filters: {
      all: 'Everything',
      mine: 'Started by me',
      others: 'Started by others',
      processes: 'Processes',
    },
    search: 'Search by page or person',
    startedBy: (name: string) => `Started by ${name}`,
    byService: 'Started by a service account',
    configuration: (name: string) => `Configuration ${name}`,
    fourEyes: 'Asks for a second person',
    fourEyesOfAdministrators: 'Asks for a second administrator',
    inspect: 'Look into the run',
    approve: 'Approve',
    approveEffect: 'Carries out exactly what is shown',
    deny: 'Decline',
    denyEffect: 'Carries out nothing',
    answerGroup: 'Your answer',
    done: (outcome: string) => `Carried out: ${outcome}`,
    unknown: 'A call failed; whether it changed anything is not known – check the record.',
    sending: 'Being carried out …',
    withheld:
      'What this would change is on a page you may not read, so its text is not shown. You can decline it.',
    withheldTool:
      'This calls a tool for administrators only, so what it would do is shown to them and to who started it.',
    withheldElsewhere:
      'What this would do is about no page, so it is shown to administrators and to who started it. You can decline it.',
    noAnswer: 'This question can be answered by the person who started the run.',
    elsewhere: {
      decide_in_chat:
        'This is a process: the person who started it answers in its conversation beside the page, nobody else and nowhere else.',
      decide_in_chat_mine:
        'This is your process: answer it in its conversation beside the page. It cannot be answered here.',
      self_approval:
        'You started this, and its configuration asks for a second person: somebody else has to approve it. You can decline it.',
      self_approval_of_administrators:
        'You started this, its configuration asks for a second person, and it calls a tool for administrators only: another administrator has to approve it. You can decline it.',
      may_not_approve:
        'You started this, and you may not approve your own changes. You can decline it, or somebody else approves it.',
      approver_not_permitted:
        'It calls a tool for administrators only, so an administrator has to approve it. You can decline it.',
      preview_failed:
        'What it would do could not be shown, so it cannot be approved. You can decline it.',
      configuration_gone: 'Its configuration no longer exists. It can only be ended.',
      corrupt_state: 'What is stored of this run cannot be read. It is kept for an administrator.',
    },
    toConversation: 'To its conversation',
  },
  de: {
    title: 'Eingang',
    intro: 'Was auf eine Entscheidung wartet. Jede Karte wird einzeln angesehen und beantwortet.',
    empty: 'Nichts wartet',
    emptyHint: 'Braucht ein Lauf eine Entscheidung, erscheint er hier.',
    noMatch: 'Nichts passt zu diesem Filter',
    noMatchHint: 'Nehmen Sie den Filter zurück, um alles Wartende zu sehen.',
    show: 'Zeigen',
    filters: {
      all: 'Alles',
      mine: 'Von mir begonnen',
      others: 'Von anderen begonnen',
      processes: 'Prozesse',
    },
    search: 'Nach Seite oder Person suchen',
    startedBy: (name: string) => `Begonnen von ${name}`,
    byService: 'Begonnen von einem Dienstkonto',
    configuration: (name: string) => `Konfiguration ${name}`,
    fourEyes: 'Verlangt eine zweite Person',
    fourEyesOfAdministrators: 'Verlangt eine zweite Person aus der Administration',
    inspect: 'Den Lauf ansehen',
    approve: 'Freigeben',
    approveEffect: 'Führt genau das aus, was gezeigt ist',
    deny: 'Ablehnen',
    denyEffect: 'Führt nichts aus',
    answerGroup: 'Ihre Antwort',
    done: (outcome: string) => `Ausgeführt: ${outcome}`,
    unknown: 'Ein Aufruf schlug fehl; ob sich etwas geändert hat, ist offen – bitte nachsehen.',
    sending: 'Wird ausgeführt …',
    withheld:
      'Was das ändern würde, liegt auf einer Seite, die Sie nicht lesen dürfen; der Text wird nicht gezeigt. Sie können ablehnen.',
    withheldTool:
      'Das ruft ein Werkzeug nur für die Administration auf; was es tun würde, sehen nur sie und die Person, die es begonnen hat.',
    withheldElsewhere:
      'Das betrifft keine Seite; was es tun würde, sehen nur die Administration und die Person, die es begonnen hat. Sie können ablehnen.',
    noAnswer: 'Diese Frage kann die Person beantworten, die den Lauf begonnen hat.',
    elsewhere: {
      decide_in_chat:
        'Das ist ein Prozess: Die Person, die ihn begonnen hat, antwortet in seinem Gespräch neben der Seite, sonst niemand und nirgends sonst.',
      decide_in_chat_mine:
        'Das ist Ihr Prozess: Antworten Sie in seinem Gespräch neben der Seite. Hier lässt er sich nicht beantworten.',
      self_approval:
        'Sie haben das begonnen, und die Konfiguration verlangt eine zweite Person: Jemand anderes muss freigeben. Sie können ablehnen.',
      self_approval_of_administrators:
        'Sie haben das begonnen, die Konfiguration verlangt eine zweite Person, und es ruft ein Werkzeug nur für die Administration auf: Jemand anderes aus der Administration muss freigeben. Sie können ablehnen.',
      may_not_approve:
        'Sie haben das begonnen und dürfen eigene Änderungen nicht freigeben. Sie können ablehnen, oder jemand anderes gibt frei.',
      approver_not_permitted:
        'Es ruft ein Werkzeug nur für die Administration auf, also muss jemand aus der Administration freigeben. Sie können ablehnen.',
      preview_failed:
        'Was es tun würde, ließ sich nicht zeigen; deshalb lässt es sich nicht freigeben. Sie können ablehnen.',
      configuration_gone: 'Die Konfiguration gibt es nicht mehr. Der Lauf lässt sich nur beenden.',
      corrupt_state:
        'Was von diesem Lauf gespeichert ist, ist nicht lesbar. Es bleibt für die Administration erhalten.',
    },
    toConversation: 'Zu seinem Gespräch',
  },
});
