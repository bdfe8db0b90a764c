import { dictionary } from '../../lib/dictionary.ts';
import { plural } from '../../lib/format.ts';

/** What a decision about a version rests on, and the decision. */
export const decideWords = dictionary({
  en: {
    decision: 'Decision',
    seals: 'Seals',
    stampLast: 'last approved',
    stampLastRevoked: 'last approved, revoked since',
    stampThis: 'this version',
    tools: 'Declared tools',
    toolsCount: (known: number, unknown: number) =>
      unknown === 0
        ? plural('en', known, { one: 'it exists here', other: 'all # exist here' })
        : `${String(known)} exist here, ${String(unknown)} unknown`,
    toolsNone: 'It declares no tools: the run’s own tools are not restricted by it.',
    toolsEmpty: 'It declares an empty list: with it, a run has no tool at all.',
    reads: 'reads',
    writes: 'writes',
    isNew: 'new',
    unknownTool: 'unknown, grants nothing',
    scanner: 'Scanner',
    findings: (n: number) => plural('en', n, { one: '# finding', other: '# findings' }),
    noFindings: 'no finding',
    line: (n: number) => `Line ${String(n)}`,
    inFields: 'In name or description',
    scannerNote: 'The scanner points at words. It does not clear a text.',
    warnings: 'To consider',
    approve: (digest: string) => `Approve ${digest}`,
    approving: 'Approving …',
    approveEffect:
      'From now on exactly this text may instruct the assistant, wherever the skill is attached, until you revoke it.',
    approveAgain:
      'This version was revoked. Approving it again brings back exactly this text, everywhere.',
    approvedOff: '**Approved, but switched off:** it instructs nothing until you switch it on.',
    approveOff: 'The approval is stored; the skill instructs nothing until you switch it on.',
    approvedLater: '**Approved.** It takes effect once this is no longer so:',
    approveLater: 'The approval is stored and takes effect once this is no longer so:',
    cannotApprove: 'It cannot be approved:',
    changedWhileReading:
      '**Not approved.** The text changed while you were reading. What you see now is the new version; read it before you decide.',
    approvedNow:
      '**Approved.** Exactly this text may instruct the assistant. If one character changes, the new version needs its own approval.',
    revoke: 'Revoke …',
    revokeHint: 'Shows first what it reaches.',
  },
  de: {
    decision: 'Entscheidung',
    seals: 'Siegel',
    stampLast: 'zuletzt freigegeben',
    stampLastRevoked: 'zuletzt freigegeben, seither widerrufen',
    stampThis: 'diese Version',
    tools: 'Werkzeuge',
    toolsCount: (known: number, unknown: number) =>
      unknown === 0
        ? plural('de', known, { one: 'hier vorhanden', other: 'alle # hier vorhanden' })
        : `${String(known)} vorhanden, ${String(unknown)} unbekannt`,
    toolsNone: 'Er nennt keine Werkzeuge: Er schränkt die Werkzeuge eines Laufs nicht ein.',
    toolsEmpty: 'Er nennt eine leere Liste: Mit ihm hat ein Lauf gar kein Werkzeug.',
    reads: 'liest',
    writes: 'schreibt',
    isNew: 'neu',
    unknownTool: 'unbekannt, erlaubt nichts',
    scanner: 'Scanner',
    findings: (n: number) => plural('de', n, { one: '# Fund', other: '# Funde' }),
    noFindings: 'kein Fund',
    line: (n: number) => `Zeile ${String(n)}`,
    inFields: 'In Name oder Beschreibung',
    scannerNote: 'Der Scanner zeigt auf Wörter. Er spricht keinen Text frei.',
    warnings: 'Zu bedenken',
    approve: (digest: string) => `${digest} freigeben`,
    approving: 'Wird freigegeben …',
    approveEffect:
      'Von jetzt an darf genau dieser Text den Assistenten anleiten, überall, wo der Skill angebunden ist, bis Sie ihn widerrufen.',
    approveAgain:
      'Diese Version wurde widerrufen. Eine neue Freigabe bringt genau diesen Text überall zurück.',
    approvedOff:
      '**Freigegeben, aber ausgeschaltet:** Der Skill leitet nichts an, bis Sie ihn einschalten.',
    approveOff:
      'Die Freigabe wird gespeichert; der Skill leitet nichts an, bis Sie ihn einschalten.',
    approvedLater: '**Freigegeben.** Es wirkt, sobald dies nicht mehr gilt:',
    approveLater: 'Die Freigabe wird gespeichert und wirkt, sobald dies nicht mehr gilt:',
    cannotApprove: 'Eine Freigabe ist nicht möglich:',
    changedWhileReading:
      '**Nicht freigegeben.** Der Text hat sich geändert, während Sie lasen. Was Sie jetzt sehen, ist die neue Version; lesen Sie sie, bevor Sie entscheiden.',
    approvedNow:
      '**Freigegeben.** Genau dieser Text darf den Assistenten anleiten. Ändert sich ein Zeichen, braucht die neue Version eine eigene Freigabe.',
    revoke: 'Widerrufen …',
    revokeHint: 'Zeigt zuerst, was davon betroffen ist.',
  },
});
