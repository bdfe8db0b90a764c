import { dictionary } from '../../lib/dictionary.ts';

/** Words of the second factor. */
export const factorWords = dictionary({
  en: {
    title: 'Second factor',
    on: 'on',
    off: 'off',
    onHint: 'Signing in takes a code of your authenticator beside your password.',
    offHint:
      'An authenticator app shows a new code every 30 seconds. With it a password that was found out opens nothing.',
    password: 'Your password',
    switchOn: 'Set up an authenticator',
    switchOff: 'Switch it off',
    secret: 'Enter this secret into your authenticator, as a time-based code:',
    open: 'Open in an authenticator on this device',
    recovery:
      'Keep these recovery codes somewhere else. Each opens once, when the authenticator is lost. They are shown this once.',
    copy: 'Copy the recovery codes',
    copied: 'Copied.',
    confirm: 'Confirm',
    code: 'Code of your authenticator',
    codeHelp: 'Six digits; a new one every 30 seconds.',
    recoveryCode: 'Recovery code',
    recoveryCodeHelp: 'It works once. If you have none left, ask an administrator.',
    takeRecovery: 'Use a recovery code',
    takeAuthenticator: 'Use the authenticator',
    goOn: 'Go on',
    done: 'The second factor is on.',
    gone: 'The second factor is off.',
    reset: 'Take second factor away',
    resetOf: (name: string) => `Take the second factor of ${name} away`,
    resetHint:
      'For somebody who lost the authenticator. The password alone opens again, and every session ends.',
  },
  de: {
    title: 'Zweiter Faktor',
    on: 'an',
    off: 'aus',
    onHint: 'Zum Anmelden gehört außer dem Passwort ein Code Ihrer Authenticator-App.',
    offHint:
      'Eine Authenticator-App zeigt alle 30 Sekunden einen neuen Code. Mit ihr öffnet ein herausgefundenes Passwort nichts.',
    password: 'Ihr Passwort',
    switchOn: 'Authenticator einrichten',
    switchOff: 'Ausschalten',
    secret: 'Geben Sie dieses Geheimnis in Ihre Authenticator-App ein, als zeitbasierten Code:',
    open: 'In einer Authenticator-App auf diesem Gerät öffnen',
    recovery:
      'Bewahren Sie diese Wiederherstellungscodes anderswo auf. Jeder öffnet einmal, wenn die App verloren ist. Sie werden nur dieses Mal gezeigt.',
    copy: 'Wiederherstellungscodes kopieren',
    copied: 'Kopiert.',
    confirm: 'Bestätigen',
    code: 'Code Ihrer Authenticator-App',
    codeHelp: 'Sechs Ziffern; alle 30 Sekunden neue.',
    recoveryCode: 'Wiederherstellungscode',
    recoveryCodeHelp: 'Er gilt einmal. Haben Sie keinen mehr, fragen Sie die Administration.',
    takeRecovery: 'Wiederherstellungscode verwenden',
    takeAuthenticator: 'Authenticator-App verwenden',
    goOn: 'Weiter',
    done: 'Der zweite Faktor ist an.',
    gone: 'Der zweite Faktor ist aus.',
    reset: 'Zweiten Faktor wegnehmen',
    resetOf: (name: string) => `Zweiten Faktor von ${name} wegnehmen`,
    resetHint:
      'Für jemanden, der die App verloren hat. Das Passwort allein öffnet wieder, und jede Sitzung endet.',
  },
});
