import type { PasswordProblem } from '../../../../src/contracts/index.ts';
import { dictionary } from '../../lib/dictionary.ts';

/** Words of one's own account: the password, and where one is signed in. */
export const ownWords = dictionary({
  en: {
    title: 'Your account',
    lead: 'Your password, where you are signed in, and what is stored about you.',
    welcome: (name: string) => `Welcome, ${name}`,
    newPassword: 'A new password',
    choose: (email: string) => `Choose a password for ${email}. You sign in with both from now on.`,
    password: 'Password',
    passwordHelp: 'At least 10 characters. Length is what counts: a few words are good.',
    set: 'Set password and go on',
    linkInvalid: 'This link is not valid any more',
    linkInvalidHint:
      'It was used already, replaced by a newer one, or its time is over. Ask an administrator for a new one.',
    signIn: 'Sign in',
    noPassword:
      'You sign in with an account elsewhere and have no password here. If you want one, ask an administrator for a link to set it. With a password you can also set up a second factor here.',
    change: 'Change the password',
    current: 'Current password',
    next: 'New password',
    changeHint: 'Everywhere else you are signed out with it.',
    changed: 'Your password is changed.',
    problem: {
      short: 'At least 10 characters, not all of them blank.',
      long: 'At most 256 characters.',
      few_characters: 'It repeats too few different characters.',
      common: 'It is one of the first to be guessed.',
      own_name: 'It must not be your name or e-mail address.',
    } satisfies Record<PasswordProblem, string>,
    sessions: 'Where you are signed in',
    endOthers: 'Sign out everywhere else',
    ended: 'Signed out.',
  },
  de: {
    title: 'Ihr Konto',
    lead: 'Ihr Passwort, wo Sie angemeldet sind, und was über Sie gespeichert ist.',
    welcome: (name: string) => `Willkommen, ${name}`,
    newPassword: 'Ein neues Passwort',
    choose: (email: string) =>
      `Wählen Sie ein Passwort für ${email}. Mit beidem melden Sie sich künftig an.`,
    password: 'Passwort',
    passwordHelp: 'Mindestens 10 Zeichen. Auf die Länge kommt es an: Ein paar Wörter sind gut.',
    set: 'Passwort setzen und weiter',
    linkInvalid: 'Dieser Link gilt nicht mehr',
    linkInvalidHint:
      'Er wurde schon benutzt, durch einen neueren ersetzt, oder seine Zeit ist um. Bitten Sie die Administration um einen neuen.',
    signIn: 'Anmelden',
    noPassword:
      'Sie melden sich mit einem Konto anderswo an und haben hier kein Passwort. Möchten Sie eines, bitten Sie die Administration um einen Link, mit dem Sie es setzen. Mit einem Passwort können Sie hier auch einen zweiten Faktor einrichten.',
    change: 'Passwort ändern',
    current: 'Jetziges Passwort',
    next: 'Neues Passwort',
    changeHint: 'Überall sonst werden Sie damit abgemeldet.',
    changed: 'Ihr Passwort ist geändert.',
    problem: {
      short: 'Mindestens 10 Zeichen, nicht alle davon leer.',
      long: 'Höchstens 256 Zeichen.',
      few_characters: 'Es wiederholt zu wenige verschiedene Zeichen.',
      common: 'Es gehört zu den ersten, die jemand raten würde.',
      own_name: 'Es darf nicht Ihr Name oder Ihre E-Mail-Adresse sein.',
    },
    sessions: 'Wo Sie angemeldet sind',
    endOthers: 'Überall sonst abmelden',
    ended: 'Abgemeldet.',
  },
});
