import { dictionary } from '../../lib/dictionary.ts';

/** Words of accounts elsewhere that somebody enters with. */
export const signInLinkWords = dictionary({
  en: {
    entry: 'Accounts elsewhere',
    titleOf: (name: string) => `Accounts elsewhere of ${name}`,
    own: 'Accounts elsewhere you sign in with',
    none: 'No account elsewhere is linked.',
    provider: 'Provider',
    since: 'Linked since',
    actions: 'Actions',
    only: 'the only way in',
    unlink: 'Unlink',
    unlinkOf: (provider: string) => `Unlink ${provider}`,
    unlinked: 'Unlinked.',
    hint: 'Whoever is unlinked is signed out everywhere. The next sign-in there can link the account again by its e-mail address: to keep somebody out, disable the person.',
    onlyHint: 'Without it this person needs a link to set a password.',
    ownOnlyHint:
      'You sign in with this account alone. Before it can be unlinked, have an administrator give you a link to set a password.',
    close: 'Close',
  },
  de: {
    entry: 'Konten anderswo',
    titleOf: (name: string) => `Konten anderswo von ${name}`,
    own: 'Konten anderswo, mit denen Sie sich anmelden',
    none: 'Kein Konto anderswo ist verknüpft.',
    provider: 'Anbieter',
    since: 'Verknüpft seit',
    actions: 'Aktionen',
    only: 'der einzige Weg herein',
    unlink: 'Trennen',
    unlinkOf: (provider: string) => `${provider} trennen`,
    unlinked: 'Getrennt.',
    hint: 'Wer getrennt wird, wird überall abgemeldet. Die nächste Anmeldung dort kann das Konto über seine E-Mail-Adresse wieder verknüpfen: Um jemanden fernzuhalten, sperren Sie die Person.',
    onlyHint: 'Ohne dieses Konto braucht die Person einen Link, mit dem sie ein Passwort setzt.',
    ownOnlyHint:
      'Sie melden sich nur mit diesem Konto an. Bevor es getrennt werden kann, lassen Sie sich von der Administration einen Link geben, mit dem Sie ein Passwort setzen.',
    close: 'Schließen',
  },
});
