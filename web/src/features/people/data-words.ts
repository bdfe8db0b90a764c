import type { PersonalDataFate, PersonalDataKind } from '../../../../src/contracts/index.ts';
import { dictionary } from '../../lib/dictionary.ts';

/** Words of a person's own data: what it is, what is taken along, what deleting does to it. */
export const dataWords = dictionary({
  en: {
    own: 'Your data',
    ownHint:
      'Everything stored about you, as one JSON file: account, sessions, conversations, runs, decisions, usage. Passwords and keys are no part of it. That it was made is written down.',
    save: 'Save as a file',
    export: 'Save data',
    exportOf: (name: string) => `Everything stored about ${name}`,
    exportHint:
      'One JSON file, with everything this person said in conversations. That you made it is written down. Hand it to nobody but them.',
    saved: 'Saved.',
    erase: 'Delete for good',
    eraseOf: (name: string) => `Delete ${name} for good`,
    eraseHint:
      'It cannot be taken back. What others rest on stays under a pseudonym; pages, and what was committed to Git, stay as they are. Export the data first if the person wants it.',
    pseudonym: (name: string) => `Wherever the person is named, it then says “${name}”.`,
    openRuns: (count: number) =>
      `${String(count)} ${count === 1 ? 'run has' : 'runs have'} not ended and ${count === 1 ? 'is' : 'are'} stopped.`,
    what: 'What',
    rows: 'Entries',
    fate: 'What becomes of it',
    confirm: 'To confirm: the e-mail address of the person',
    confirmWrong: (email: string) => `Please type ${email}.`,
    erased: (name: string) => `${name} is deleted.`,
    kinds: {
      account: 'Name, address, rights',
      sign_in: 'Password, sessions, second factor, links',
      groups: 'Memberships of groups',
      conversations: 'Conversations with cards and files',
      runs: 'Runs',
      task_answers: 'Answers of tasks',
      usage: 'Use of models',
      budgets: 'Budgets',
      open_points: 'Open points that were recorded',
      requests: 'Receipts of requests',
      decisions: 'Approvals, revocations, marks',
      changes: 'History of pages, skills and snippets',
      audit: 'Entries of the logs',
    } satisfies Record<PersonalDataKind, string>,
    fates: {
      deleted: 'is deleted',
      pseudonym: 'stays, under the pseudonym and without what was said',
      detached: 'stays, and is nobody’s',
    } satisfies Record<PersonalDataFate, string>,
  },
  de: {
    own: 'Ihre Daten',
    ownHint:
      'Alles, was über Sie gespeichert ist, als eine JSON-Datei: Konto, Sitzungen, Gespräche, Läufe, Entscheidungen, Verbrauch. Passwörter und Schlüssel gehören nicht dazu. Dass sie erstellt wurde, wird aufgeschrieben.',
    save: 'Als Datei speichern',
    export: 'Daten speichern',
    exportOf: (name: string) => `Alles, was über ${name} gespeichert ist`,
    exportHint:
      'Eine JSON-Datei, mit allem, was diese Person in Gesprächen gesagt hat. Dass Sie sie erstellt haben, wird aufgeschrieben. Geben Sie sie niemand anderem.',
    saved: 'Gespeichert.',
    erase: 'Endgültig löschen',
    eraseOf: (name: string) => `${name} endgültig löschen`,
    eraseHint:
      'Das lässt sich nicht zurücknehmen. Worauf andere bauen, bleibt unter einem Pseudonym; Seiten, und was in Git festgehalten wurde, bleiben, wie sie sind. Speichern Sie die Daten vorher, wenn die Person sie haben möchte.',
    pseudonym: (name: string) => `Wo die Person genannt wird, steht dann „${name}“.`,
    openRuns: (count: number) =>
      count === 1
        ? 'Ein Lauf ist nicht zu Ende und wird angehalten.'
        : `${String(count)} Läufe sind nicht zu Ende und werden angehalten.`,
    what: 'Was',
    rows: 'Einträge',
    fate: 'Was daraus wird',
    confirm: 'Zur Bestätigung: die E-Mail-Adresse der Person',
    confirmWrong: (email: string) => `Bitte geben Sie ${email} ein.`,
    erased: (name: string) => `${name} ist gelöscht.`,
    kinds: {
      account: 'Name, Adresse, Rechte',
      sign_in: 'Passwort, Sitzungen, zweiter Faktor, Links',
      groups: 'Zugehörigkeit zu Gruppen',
      conversations: 'Gespräche mit Karten und Dateien',
      runs: 'Läufe',
      task_answers: 'Antworten von Aufgaben',
      usage: 'Nutzung von Modellen',
      budgets: 'Budgets',
      open_points: 'Festgehaltene offene Punkte',
      requests: 'Belege von Anfragen',
      decisions: 'Freigaben und Widerrufe',
      changes: 'Verlauf von Seiten, Skills und Textbausteinen',
      audit: 'Einträge der Protokolle',
    },
    fates: {
      deleted: 'wird gelöscht',
      pseudonym: 'bleibt, unter dem Pseudonym und ohne das Gesagte',
      detached: 'bleibt, und gehört niemandem',
    },
  },
});
