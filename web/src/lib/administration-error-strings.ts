import { dictionary } from './dictionary.ts';

/**
 * What went wrong where only administrators are, and on the way in. The chat in other pages does without these: nobody meets
 * them there, and every reader of such a page loads it.
 */
export const administrationErrorStrings = dictionary({
  en: {
    last_administrator:
      'Nobody would be left who can sign in and administer. Make somebody else an administrator first.',
    last_way_in:
      'You sign in with this account alone. Have an administrator give you a link to set a password first.',
    person_disabled: 'This person is disabled. Enable them first.',
    password_refused: 'This password is not taken. Choose a longer or less obvious one.',
    password_link_invalid: 'This link is not valid any more. Ask an administrator for a new one.',
    scope_missing: 'The service account does not hold the scope this takes.',
    email_taken: 'Somebody already has an account with this e-mail address.',
    setup_link_invalid:
      'This set-up link is not valid. The server prints a new one when it starts.',
    already_set_up: 'Vouch is set up already. Sign in instead.',
    skill_changed:
      'The text changed while you were reading. Here is the new version; read it before you decide.',
    skill_orphaned: 'The source of this skill no longer has it, so it cannot be approved.',
    skill_without_digest: 'This skill has no version digest. Sync its source or save it again.',
    skill_damaged: 'The stored text does not match its digest. Sync its source or write it again.',
    skill_read_only: 'This skill comes from a source and cannot be edited here.',
    skill_invalid: 'The text of this skill is not valid. Check name, description and tools.',
    digest_unknown: 'This version is not known here.',
    source_invalid: 'The source cannot be used like this. Check its address.',
    source_disabled: 'This source is switched off.',
    sync_running: 'A sync of this source is running already.',
    process_on_demand:
      'A process is started by a person. It can be offered on demand, but never be given along always.',
    attachments_changed:
      'The skills of this configuration changed meanwhile. Nothing was moved; here is how they stand now.',
    trial_running: 'You are already trying a version. Stop that trial first.',
    snippet_changed:
      'This snippet changed while you were reading. Nothing was saved; here is how it is now.',
    snippet_invalid:
      'This snippet cannot be stored like this. Check name, identifier, tags and text.',
    service_account_process: 'A service account cannot run a process.',
    task_changed:
      'Somebody else saved this task since you opened it. Copy your text, load it again, and put it in.',
    task_input_invalid: 'A field of this task is missing or not as it should be.',
    process_in_task:
      'This skill is a process: it is started beside a page, in a conversation, and never comes with a task.',
    identifier_taken: 'There is one of that name already. Choose another name.',
    address_refused:
      'That address lies in the server’s own network, or nowhere. Choose a public one, or ask the operator to allow it.',
    mcp_failed: 'The server of tools did not answer as it should. Check it.',
    mcp_changed:
      'The server names other tools by now. Here they are; look at them before you decide.',
    mcp_commands_refused:
      'Commands on this machine are not allowed. The operator allows them with mcp.commands.',
  },
  de: {
    last_administrator:
      'Niemand wäre übrig, der sich anmelden und verwalten kann. Nehmen Sie zuerst jemand anderen in die Administration auf.',
    last_way_in:
      'Sie melden sich nur mit diesem Konto an. Lassen Sie sich zuerst von der Administration einen Link geben, mit dem Sie ein Passwort setzen.',
    person_disabled: 'Diese Person ist gesperrt. Entsperren Sie sie zuerst.',
    password_refused:
      'Dieses Passwort wird nicht angenommen. Wählen Sie ein längeres oder weniger naheliegendes.',
    password_link_invalid:
      'Dieser Link gilt nicht mehr. Bitten Sie die Administration um einen neuen.',
    scope_missing: 'Dem Dienstkonto fehlt die Befugnis, die das braucht.',
    email_taken: 'Mit dieser E-Mail-Adresse gibt es schon ein Konto.',
    setup_link_invalid:
      'Dieser Einrichtungslink gilt nicht. Der Server gibt beim Start einen neuen aus.',
    already_set_up: 'Vouch ist schon eingerichtet. Melden Sie sich an.',
    skill_changed:
      'Der Text hat sich geändert, während Sie lasen. Hier ist die neue Version; lesen Sie sie, bevor Sie entscheiden.',
    skill_orphaned:
      'Die Quelle führt diesen Skill nicht mehr, deshalb kann er nicht freigegeben werden.',
    skill_without_digest:
      'Dieser Skill hat keine Versionskennung. Gleichen Sie seine Quelle ab oder speichern Sie ihn neu.',
    skill_damaged:
      'Der gespeicherte Text passt nicht zu seiner Kennung. Gleichen Sie seine Quelle ab oder schreiben Sie ihn neu.',
    skill_read_only: 'Dieser Skill kommt aus einer Quelle und kann hier nicht bearbeitet werden.',
    skill_invalid:
      'Der Text dieses Skills ist nicht gültig. Prüfen Sie Name, Beschreibung und Werkzeuge.',
    digest_unknown: 'Diese Version ist hier nicht bekannt.',
    source_invalid: 'So ist die Quelle nicht verwendbar. Prüfen Sie ihre Adresse.',
    source_disabled: 'Diese Quelle ist ausgeschaltet.',
    sync_running: 'Diese Quelle wird gerade schon abgeglichen.',
    process_on_demand:
      'Einen Prozess beginnt ein Mensch. Er lässt sich auf Abruf anbieten, aber nie immer mitgeben.',
    attachments_changed:
      'Die Skills dieser Konfiguration haben sich inzwischen geändert. Nichts wurde verschoben; so stehen sie jetzt.',
    trial_running: 'Sie probieren gerade schon eine Version aus. Halten Sie das zuerst an.',
    snippet_changed:
      'Dieser Textbaustein wurde geändert, während Sie ihn gelesen haben. Gespeichert wurde nichts; hier steht er, wie er jetzt ist.',
    snippet_invalid:
      'So lässt sich dieser Textbaustein nicht speichern. Prüfen Sie Name, Kennung, Schlagwörter und Text.',
    service_account_process: 'Ein Dienstkonto kann keinen Prozess ausführen.',
    task_changed:
      'Jemand anderes hat diese Aufgabe inzwischen gespeichert. Kopieren Sie Ihren Text, laden Sie neu und setzen Sie ihn ein.',
    task_input_invalid: 'Ein Feld dieser Aufgabe fehlt oder passt nicht.',
    process_in_task:
      'Dieser Skill ist ein Prozess: Er wird neben einer Seite in einem Gespräch begonnen und gehört zu keiner Aufgabe.',
    identifier_taken: 'Das gibt es unter diesem Namen schon. Wählen Sie einen anderen.',
    address_refused:
      'Diese Adresse liegt im eigenen Netz des Servers oder nirgends. Wählen Sie eine öffentliche, oder bitten Sie den Betrieb, sie zu erlauben.',
    mcp_failed: 'Der Werkzeugserver hat nicht geantwortet, wie er sollte. Prüfen Sie ihn.',
    mcp_changed:
      'Der Server nennt inzwischen andere Werkzeuge. Hier stehen sie; sehen Sie sie an, bevor Sie entscheiden.',
    mcp_commands_refused:
      'Befehle auf dieser Maschine sind nicht erlaubt. Der Betrieb erlaubt sie mit mcp.commands.',
  },
});
