import type { SignInProviderView } from '../../../../src/contracts/index.ts';
import { dictionary } from '../../lib/dictionary.ts';

type Secrets = Record<SignInProviderView['secret'], string>;

/** Words of providers people sign in with. */
export const providerWords = dictionary({
  en: {
    tab: 'Sign-in',
    lead: 'People can sign in with an account they have elsewhere, by OpenID Connect. It is linked by an e-mail address the provider has verified, and from then on that account alone counts.',
    factor:
      'Whoever signs in elsewhere gives no code of an authenticator here: have the provider ask for its own second factor. Passwords here stay as they are.',
    none: 'Everybody signs in with a password',
    add: 'Add a provider',
    edit: 'Change',
    editOf: (name: string) => `Change ${name}`,
    test: 'Test',
    testOf: (name: string) => `Test ${name}`,
    works: 'It answers as it should.',
    unsaid:
      'It does not list email_verified among what it tells about people. If it says nothing of it, nobody is linked: switch on under Change that it only gives out checked addresses, if that is so.',
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
    removeHint: (people: number) =>
      people === 0
        ? 'Nobody has signed in with it yet.'
        : `${String(people)} ${people === 1 ? 'person enters' : 'people enter'} with it and cannot any more. The people stay; who has no password needs a link to one.`,
    off: 'off',
    name: 'Name on the button',
    nameWrong: 'Please give a name.',
    id: 'Identifier',
    idHelp: 'Part of the redirect URL; it never changes. Small letters, digits and hyphens.',
    idWrong: 'Please give small letters, digits and hyphens, at most 40.',
    issuer: 'Issuer',
    issuerHelp:
      'Exactly as the provider names itself, such as https://id.example.org/realms/works.',
    issuerWrong: 'Please give an address that begins with https://.',
    clientId: 'Client ID',
    clientIdWrong: 'Please give the client ID.',
    secret: 'Client secret',
    secretHelp: 'Kept sealed and never shown again.',
    secretKept: 'One is stored. It stays unless you type another.',
    secretDrop: 'Take the stored secret away',
    variable: 'Or the variable that holds it',
    variableHelp:
      'An environment variable of the server that begins with VOUCH_KEY_. What it holds is sent to the issuer above.',
    variableWrong: 'It begins with VOUCH_KEY_, with capital letters, digits and underscores.',
    scopes: 'Scopes',
    scopesHelp: 'Beside openid, with a space between them.',
    domains: 'E-mail domains',
    domainsHelp: 'One a line, such as example.org. Left empty, every one may enter.',
    domainsWrong: 'One domain a line, without @.',
    checked: 'This provider only gives out addresses it has checked',
    checkedHelp:
      'For a provider that says nothing of whether an address was verified (no claim email_verified). Switch it on only if nobody there can enter an address of their choice: whoever holds an address enters as its owner here. What the provider itself denies links nobody.',
    admits: 'People nobody invited get an account',
    admitsHelp: 'It has no right of its own: groups below or an administrator give it some.',
    claim: 'Claim with groups or roles',
    claimHelp: 'Such as groups, or realm_access.roles. Left empty, groups are kept here alone.',
    claimWrong: 'Groups or administrators are to follow a claim: say which.',
    groups: 'Groups by the claim',
    groupsHelp: (known: string) =>
      `One a line: value = group. Whoever has the value is in the group, everybody else of this provider is not. Groups: ${known || 'none yet'}.`,
    groupsWrong: 'Each line is: value = name of a group there is.',
    admin: 'Value that makes an administrator',
    adminHelp:
      'Left empty, the provider makes nobody an administrator. Otherwise it also takes the role away, though never from the last one.',
    active: 'People sign in with it',
    facts: {
      issuer: 'Issuer',
      redirect: 'Redirect URL, to enter there',
      secret: 'Client secret',
      who: 'Who enters',
      people: 'So far',
    },
    secrets: {
      stored: 'stored',
      environment: 'from the environment',
      missing: 'its variable is not set',
      none: 'none',
    } satisfies Secrets,
    known: 'people with an account here',
    everybody: 'everybody, without rights at first',
    of: (domains: string) => `of ${domains}`,
    count: (people: number) => `${String(people)} ${people === 1 ? 'person' : 'people'}`,
    copy: 'Copy',
    copyOf: (name: string) => `Copy the redirect URL of ${name}`,
    copied: 'Copied.',
  },
  de: {
    tab: 'Anmeldung',
    lead: 'Man kann sich über OpenID Connect mit einem Konto anmelden, das man anderswo hat. Verknüpft wird es über eine E-Mail-Adresse, die der Anbieter bestätigt hat; danach zählt allein dieses Konto.',
    factor:
      'Wer sich anderswo anmeldet, gibt hier keinen Code einer Authenticator-App ein: Lassen Sie den Anbieter seinen eigenen zweiten Faktor verlangen. Passwörter hier bleiben, wie sie sind.',
    none: 'Alle melden sich mit einem Passwort an',
    add: 'Anbieter hinzufügen',
    edit: 'Ändern',
    editOf: (name: string) => `${name} ändern`,
    test: 'Prüfen',
    testOf: (name: string) => `${name} prüfen`,
    works: 'Er antwortet, wie er soll.',
    unsaid:
      'Er führt email_verified nicht unter dem auf, was er über Personen sagt. Sagt er nichts davon, wird niemand verknüpft: Schalten Sie unter „Ändern“ ein, dass er nur geprüfte Adressen herausgibt, falls das so ist.',
    remove: 'Entfernen',
    removeOf: (name: string) => `${name} entfernen`,
    removeHint: (people: number) =>
      people === 0
        ? 'Es hat sich noch niemand damit angemeldet.'
        : `${people === 1 ? 'Eine Person meldet' : `${String(people)} Personen melden`} sich damit an und ${people === 1 ? 'kann' : 'können'} es dann nicht mehr. Die Konten bleiben; wer kein Passwort hat, braucht einen Link dazu.`,
    off: 'aus',
    name: 'Name auf der Schaltfläche',
    nameWrong: 'Bitte geben Sie einen Namen an.',
    id: 'Kennung',
    idHelp:
      'Teil der Rücksprungadresse; sie ändert sich nie. Kleine Buchstaben, Ziffern und Bindestriche.',
    idWrong: 'Bitte kleine Buchstaben, Ziffern und Bindestriche, höchstens 40.',
    issuer: 'Aussteller',
    issuerHelp:
      'Genau, wie der Anbieter sich selbst nennt, etwa https://id.example.org/realms/works.',
    issuerWrong: 'Bitte eine Adresse angeben, die mit https:// beginnt.',
    clientId: 'Client-ID',
    clientIdWrong: 'Bitte geben Sie die Client-ID an.',
    secret: 'Client-Geheimnis',
    secretHelp: 'Es wird versiegelt aufbewahrt und nie wieder gezeigt.',
    secretKept: 'Eines ist gespeichert. Es bleibt, wenn Sie kein anderes eingeben.',
    secretDrop: 'Gespeichertes Geheimnis entfernen',
    variable: 'Oder die Variable, in der es steht',
    variableHelp:
      'Eine Umgebungsvariable des Servers, die mit VOUCH_KEY_ beginnt. Was darin steht, geht an den Aussteller oben.',
    variableWrong: 'Sie beginnt mit VOUCH_KEY_; große Buchstaben, Ziffern und Unterstriche.',
    scopes: 'Scopes',
    scopesHelp: 'Neben openid, durch Leerzeichen getrennt.',
    domains: 'E-Mail-Domains',
    domainsHelp: 'Eine je Zeile, etwa example.org. Bleibt das Feld leer, gilt jede.',
    domainsWrong: 'Eine Domain je Zeile, ohne @.',
    checked: 'Dieser Anbieter gibt nur Adressen heraus, die er geprüft hat',
    checkedHelp:
      'Für einen Anbieter, der nicht sagt, ob eine Adresse bestätigt ist (kein Claim email_verified). Schalten Sie es nur ein, wenn dort niemand eine Adresse nach Belieben eintragen kann: Wer eine Adresse hat, kommt hier als deren Inhaber herein. Was der Anbieter selbst verneint, verknüpft niemanden.',
    admits: 'Wer nicht eingeladen wurde, bekommt ein Konto',
    admitsHelp:
      'Es hat keine eigenen Rechte: Die Gruppen unten oder die Administration geben ihm welche.',
    claim: 'Claim mit Gruppen oder Rollen',
    claimHelp:
      'Etwa groups oder realm_access.roles. Leer gelassen, werden Gruppen nur hier gepflegt.',
    claimWrong: 'Gruppen oder Administration sollen einem Claim folgen: Sagen Sie, welchem.',
    groups: 'Gruppen nach dem Claim',
    groupsHelp: (known: string) =>
      `Je Zeile: Wert = Gruppe. Wer den Wert hat, ist in der Gruppe, alle anderen dieses Anbieters sind es nicht. Gruppen: ${known || 'noch keine'}.`,
    groupsWrong: 'Jede Zeile lautet: Wert = Name einer Gruppe, die es gibt.',
    admin: 'Wert, der die Administration verleiht',
    adminHelp:
      'Leer gelassen, verleiht der Anbieter niemandem die Administration. Sonst nimmt er sie auch wieder, nur nie der letzten Person.',
    active: 'Man meldet sich damit an',
    facts: {
      issuer: 'Aussteller',
      redirect: 'Rücksprungadresse, dort einzutragen',
      secret: 'Client-Geheimnis',
      who: 'Wer hereinkommt',
      people: 'Bisher',
    },
    secrets: {
      stored: 'gespeichert',
      environment: 'aus der Umgebung',
      missing: 'die Variable ist nicht gesetzt',
      none: 'keines',
    },
    known: 'wer hier ein Konto hat',
    everybody: 'alle, zunächst ohne Rechte',
    of: (domains: string) => `von ${domains}`,
    count: (people: number) => `${String(people)} ${people === 1 ? 'Person' : 'Personen'}`,
    copy: 'Kopieren',
    copyOf: (name: string) => `Rücksprungadresse von ${name} kopieren`,
    copied: 'Kopiert.',
  },
});
