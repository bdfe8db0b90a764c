import type { SignInProblem } from '../../../../src/contracts/index.ts';
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
    or: 'Or with an account you have elsewhere:',
    signInWith: (name: string) => `Sign in with ${name}`,
    problems: {
      provider_down:
        'The sign-in service does not answer. Try again in a moment, or sign in with your password.',
      provider_settings:
        'Signing in there is not set up right. An administrator finds out with the test of the provider.',
      provider_unknown: 'This way to sign in does not exist any more. Choose another one.',
      refused_there: 'Nobody was signed in there. Try again when you want to.',
      expired: 'This sign-in took too long or began in another browser. Please begin again.',
      not_verified:
        'What the sign-in service said could not be verified. Try again; if it stays, tell an administrator.',
      email_missing: 'The sign-in service does not tell your e-mail address. Ask an administrator.',
      email_unverified:
        'Your e-mail address is not verified there. Verify it with the sign-in service, then try again.',
      email_unsaid:
        'The sign-in service does not say whether it checks e-mail addresses, so this one opens nothing here. Ask an administrator.',
      email_domain: 'Accounts with this e-mail address may not enter here. Ask an administrator.',
      linked_otherwise:
        'Your account here belongs to another account there. Sign in with that one, or ask an administrator.',
      person_unknown:
        'You have no account here yet. Ask an administrator to invite you with the e-mail address you use there.',
      person_disabled: 'Your account here is disabled. Ask an administrator.',
      unexpected: 'Signing in did not work. Try again; if it stays, tell an administrator.',
    } satisfies Record<SignInProblem, string>,
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
    or: 'Oder mit einem Konto, das Sie anderswo haben:',
    signInWith: (name: string) => `Anmelden mit ${name}`,
    problems: {
      provider_down:
        'Der Anmeldedienst antwortet nicht. Versuchen Sie es gleich noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
      provider_settings:
        'Die Anmeldung dort ist nicht richtig eingerichtet. Woran es liegt, findet die Administration mit „Prüfen“ beim Anbieter heraus.',
      provider_unknown: 'Diese Art der Anmeldung gibt es nicht mehr. Wählen Sie eine andere.',
      refused_there: 'Dort wurde niemand angemeldet. Versuchen Sie es erneut, wenn Sie möchten.',
      expired:
        'Diese Anmeldung hat zu lange gedauert oder in einem anderen Browser begonnen. Bitte beginnen Sie neu.',
      not_verified:
        'Was der Anmeldedienst gesagt hat, ließ sich nicht bestätigen. Versuchen Sie es erneut; bleibt es dabei, sagen Sie es der Administration.',
      email_missing:
        'Der Anmeldedienst nennt Ihre E-Mail-Adresse nicht. Fragen Sie die Administration.',
      email_unverified:
        'Ihre E-Mail-Adresse ist dort nicht bestätigt. Bestätigen Sie sie beim Anmeldedienst und versuchen Sie es dann erneut.',
      email_unsaid:
        'Der Anmeldedienst sagt nicht, ob er E-Mail-Adressen prüft; deshalb kommen Sie damit hier nicht herein. Fragen Sie die Administration.',
      email_domain:
        'Konten mit dieser E-Mail-Adresse dürfen hier nicht herein. Fragen Sie die Administration.',
      linked_otherwise:
        'Ihr Konto hier gehört zu einem anderen Konto dort. Melden Sie sich mit dem anderen an, oder fragen Sie die Administration.',
      person_unknown:
        'Sie haben hier noch kein Konto. Bitten Sie die Administration um eine Einladung mit der E-Mail-Adresse, die Sie dort verwenden.',
      person_disabled: 'Ihr Konto hier ist gesperrt. Fragen Sie die Administration.',
      unexpected:
        'Die Anmeldung hat nicht geklappt. Versuchen Sie es erneut; bleibt es dabei, sagen Sie es der Administration.',
    },
    setUp: 'Vouch einrichten',
    setUpIntro:
      'Sie sind die erste Person hier. Dieses Konto gehört zur Administration: Es gibt die Texte frei, die den Assistenten anleiten dürfen.',
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
