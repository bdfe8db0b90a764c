import { dictionary } from '../../lib/dictionary.ts';
import { plural } from '../../lib/format.ts';

/** Words of the dialog that revokes a version, which shows first what it reaches (WEB-05). */
export const revokeWords = dictionary({
  en: {
    title: (name: string) => `Revoke this version of ${name}?`,
    lead: 'It stops instructing the assistant everywhere at once, also where it is in use right now.',
    newer: (digest: string) => `The newer text \`${digest}\` is not touched by this.`,
    reach: 'What it reaches now',
    reading: 'Reading what it reaches',
    conversations: (n: number) => plural('en', n, { one: 'conversation', other: 'conversations' }),
    hold: (n: number) => plural('en', n, { one: 'holds it', other: 'hold it' }),
    runs: (n: number) => plural('en', n, { one: 'run', other: 'runs' }),
    wait: (n: number) => plural('en', n, { one: 'waits under it', other: 'wait under it' }),
    configurations: (n: number) =>
      plural('en', n, { one: 'configuration', other: 'configurations' }),
    attach: (n: number) => plural('en', n, { one: 'attaches it', other: 'attach it' }),
    noPage: 'no page',
    approvalWaits: (page: string | null) =>
      page === null ? 'A proposal' : `A proposal for “${page}”`,
    inputWaits: (page: string | null) =>
      page === null ? 'A question' : `A question about “${page}”`,
    since: 'since',
    andMore: (n: number) => `and ${String(n)} more`,
    happens: 'What happens',
    runsStop: (n: number) =>
      plural('en', n, {
        zero: 'No run waits under it. One that is working stops at its next step.',
        one: 'The waiting run writes nothing more. Its editor reads which version was revoked.',
        other:
          'The # waiting runs write nothing more. Their editors read which version was revoked.',
      }),
    conversationsStay: (n: number) =>
      plural('en', n, {
        zero: 'No conversation holds it.',
        one: 'The conversation stays. It can go on, without this text.',
        other: 'The # conversations stay. They can go on, without this text.',
      }),
    savedStays: 'What was saved stays saved, and open points stay open.',
    onlyApproval:
      'Only approving exactly this version again brings it back. A sync, an edit or a rollback does not.',
    reason: 'Reason',
    reasonHelp: 'Kept in the audit trail and shown to the editors it stops.',
    leave: 'Leave it approved',
    revoke: 'Revoke everywhere',
    revoking: 'Revoking …',
  },
  de: {
    title: (name: string) => `Diese Version von ${name} widerrufen?`,
    lead: 'Sie leitet den Assistenten ab sofort nirgends mehr an, auch nicht dort, wo sie gerade in Gebrauch ist.',
    newer: (digest: string) => `Der neuere Text \`${digest}\` ist davon nicht berührt.`,
    reach: 'Was davon jetzt betroffen ist',
    reading: 'Vouch sieht nach, was betroffen ist',
    conversations: (n: number) => plural('de', n, { one: 'Gespräch', other: 'Gespräche' }),
    hold: (n: number) => plural('de', n, { one: 'hält sie', other: 'halten sie' }),
    runs: (n: number) => plural('de', n, { one: 'Lauf', other: 'Läufe' }),
    wait: (n: number) => plural('de', n, { one: 'wartet damit', other: 'warten damit' }),
    configurations: (n: number) =>
      plural('de', n, { one: 'Konfiguration', other: 'Konfigurationen' }),
    attach: (n: number) => plural('de', n, { one: 'bindet sie an', other: 'binden sie an' }),
    noPage: 'ohne Seite',
    approvalWaits: (page: string | null) =>
      page === null ? 'Ein Vorschlag' : `Ein Vorschlag für „${page}“`,
    inputWaits: (page: string | null) => (page === null ? 'Eine Frage' : `Eine Frage zu „${page}“`),
    since: 'seit',
    andMore: (n: number) => `und ${String(n)} weitere`,
    happens: 'Was geschieht',
    runsStop: (n: number) =>
      plural('de', n, {
        zero: 'Kein Lauf wartet damit. Einer, der arbeitet, hält beim nächsten Schritt an.',
        one: 'Der wartende Lauf schreibt nichts mehr. Wer ihn führt, liest, welche Version widerrufen wurde.',
        other:
          'Die # wartenden Läufe schreiben nichts mehr. Wer sie führt, liest, welche Version widerrufen wurde.',
      }),
    conversationsStay: (n: number) =>
      plural('de', n, {
        zero: 'Kein Gespräch hält sie.',
        one: 'Das Gespräch bleibt. Es kann weitergehen, ohne diesen Text.',
        other: 'Die # Gespräche bleiben. Sie können weitergehen, ohne diesen Text.',
      }),
    savedStays: 'Was gespeichert ist, bleibt gespeichert, und offene Punkte bleiben offen.',
    onlyApproval:
      'Nur eine neue Freigabe genau dieser Version bringt sie zurück. Ein Abgleich, eine Bearbeitung oder ein Zurücksetzen tut es nicht.',
    reason: 'Grund',
    reasonHelp: 'Steht im Protokoll und wird denen gezeigt, deren Läufe anhalten.',
    leave: 'Freigegeben lassen',
    revoke: 'Überall widerrufen',
    revoking: 'Wird widerrufen …',
  },
});
