import { dictionary } from '../lib/dictionary.ts';

export const embedWords = dictionary({
  en: {
    assistant: 'Assistant',
    open: 'Open the assistant',
    collapse: 'Collapse',
    float: 'Let it float',
    dock: 'Dock at the side',
    popOut: 'Open in a window of its own',
    poppedOut: 'The assistant is in a window of its own',
    poppedOutHint: 'What it changes is shown in your page after a reload.',
    bringBack: 'Bring it back',
    signIn: 'Sign in',
    signInTitle: 'Sign in to use the assistant',
    signInHint: 'A window of the Vouch server opens. Your password is never entered in this page.',
    blocked: 'Your browser let no window open. Allow pop-up windows for this page and try again.',
    pageMissing: 'This page is not known to Vouch',
    pageMissingHint: 'The attribute “page” of the element names a page that you may read.',
    grantTitle: 'Use the assistant in another page?',
    grant: (origin: string) =>
      `**${origin}** may then read and change pages in your name through the assistant, until you sign out here and for 12 hours at most. Allow it only if you came from there.`,
    allow: 'Allow',
    refuse: 'Do not allow',
    openerGone: 'The page that asked is gone',
    openerGoneHint: 'Close this window and sign in from that page again.',
    granted: 'Done. You can close this window.',
    wrongLink: 'This address is not complete. Sign in from the page that shows the assistant.',
  },
  de: {
    assistant: 'Assistent',
    open: 'Assistenten öffnen',
    collapse: 'Einklappen',
    float: 'Schweben lassen',
    dock: 'An der Seite andocken',
    popOut: 'In eigenem Fenster öffnen',
    poppedOut: 'Der Assistent ist in einem eigenen Fenster',
    poppedOutHint: 'Was er ändert, zeigt Ihre Seite nach dem Neuladen.',
    bringBack: 'Zurückholen',
    signIn: 'Anmelden',
    signInTitle: 'Melden Sie sich an, um den Assistenten zu nutzen',
    signInHint:
      'Es öffnet sich ein Fenster des Vouch-Servers. Ihr Passwort geben Sie nie in dieser Seite ein.',
    blocked:
      'Ihr Browser hat kein Fenster geöffnet. Erlauben Sie dieser Seite Pop-up-Fenster und versuchen Sie es erneut.',
    pageMissing: 'Diese Seite kennt Vouch nicht',
    pageMissingHint: 'Das Attribut „page“ des Elements nennt eine Seite, die Sie lesen dürfen.',
    grantTitle: 'Den Assistenten in einer anderen Seite nutzen?',
    grant: (origin: string) =>
      `**${origin}** darf dann über den Assistenten in Ihrem Namen Seiten lesen und ändern, bis Sie sich hier abmelden, höchstens 12 Stunden. Erlauben Sie es nur, wenn Sie von dort kommen.`,
    allow: 'Erlauben',
    refuse: 'Nicht erlauben',
    openerGone: 'Die Seite, die gefragt hat, gibt es nicht mehr',
    openerGoneHint: 'Schließen Sie dieses Fenster und melden Sie sich von dort aus neu an.',
    granted: 'Fertig. Sie können dieses Fenster schließen.',
    wrongLink:
      'Diese Adresse ist nicht vollständig. Melden Sie sich von der Seite an, die den Assistenten zeigt.',
  },
});
