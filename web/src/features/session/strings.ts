import { dictionary } from '../../lib/dictionary.ts';

export const strings = dictionary({
  en: {
    signIn: 'Sign in',
    signingIn: 'Signing in …',
    email: 'E-mail address',
    password: 'Password',
    notSetUp:
      '**Vouch is not set up yet.** Open the set-up link the server printed when it started.',
    forgotten: 'Forgotten your password? An administrator can give you a new one.',
    setUp: 'Set up Vouch',
    setUpIntro:
      'You are the first one here. This account is the administrator: it approves which texts may instruct the assistant.',
    name: 'Your name',
    nameHelp: 'Stands beside every change and approval you make.',
    passwordHelp: 'At least 10 characters.',
    passwordShort: (n: number) => `At least 10 characters; these are ${String(n)}.`,
    create: 'Create account and go on',
    creating: 'Creating the account …',
    spent: 'The link works once. It is spent with this.',
    linkInvalid: 'This set-up link is not valid',
    linkInvalidHint:
      'It was used already, or it belongs to an earlier start. The server prints a new one when it starts, as long as there is no account.',
    alreadySetUp: 'Vouch is set up already',
    alreadySetUpHint: 'Sign in with your account. If you have none, ask an administrator.',
  },
  de: {
    signIn: 'Anmelden',
    signingIn: 'Anmeldung läuft …',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    notSetUp:
      '**Vouch ist noch nicht eingerichtet.** Öffnen Sie den Einrichtungslink, den der Server beim Start ausgegeben hat.',
    forgotten: 'Passwort vergessen? Die Administration kann Ihnen ein neues geben.',
    setUp: 'Vouch einrichten',
    setUpIntro:
      'Sie sind die erste Person hier. Dieses Konto hat die Administration: Es gibt frei, welche Texte den Assistenten anleiten dürfen.',
    name: 'Ihr Name',
    nameHelp: 'Steht bei jeder Änderung und Freigabe von Ihnen.',
    passwordHelp: 'Mindestens 10 Zeichen.',
    passwordShort: (n: number) => `Mindestens 10 Zeichen; das sind ${String(n)}.`,
    create: 'Konto anlegen und weiter',
    creating: 'Konto wird angelegt …',
    spent: 'Der Link gilt einmal. Damit ist er verbraucht.',
    linkInvalid: 'Dieser Einrichtungslink gilt nicht',
    linkInvalidHint:
      'Er wurde schon benutzt oder gehört zu einem früheren Start. Solange es kein Konto gibt, gibt der Server bei jedem Start einen neuen aus.',
    alreadySetUp: 'Vouch ist schon eingerichtet',
    alreadySetUpHint:
      'Melden Sie sich mit Ihrem Konto an. Haben Sie keines, fragen Sie die Administration.',
  },
});
