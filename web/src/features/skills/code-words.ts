import type { Locale } from '../../../../src/contracts/index.ts';
import { dictionary } from '../../lib/dictionary.ts';

/** Words for the codes the server gives about skills: audit events, reasons, warnings, kinds of findings. */
const codeWords = dictionary({
  en: {
    event: {
      source_created: 'Source created',
      source_changed: 'Source changed',
      skill_created: 'Written',
      skill_edited: 'Edited',
      skill_rolled_back: 'Rolled back to an earlier text',
      data_class_changed: 'Data class changed',
      skill_moved: 'Moved to another source',
      bundled_updated: 'Replaced by the text of this release',
      enabled: 'Switched on',
      disabled: 'Switched off',
      attached: 'Offered in a configuration',
      detached: 'No longer offered in a configuration',
      attachments_ordered: 'Skills of a configuration put into another order',
      approved: 'Approved',
      approval_refused: 'Approval refused',
      revoked: 'Revoked',
      tried: 'Tried on a page',
      ingest_created: 'Came in with a sync',
      ingest_updated: 'Updated by a sync',
      ingest_disabled_on_change: 'Changed upstream; switched off',
      orphaned: 'Gone upstream; switched off',
      injection_blocked: 'Not switched on: the scanner objects',
      fingerprint_rejected: 'Sync refused: not the expected fingerprint',
      imported: 'Brought in from an older system',
      upgraded: 'Given its digest',
      upgrade_refused: 'Not given a digest; switched off',
    },
    reason: {
      source_gone: 'its source does not exist any more',
      orphaned: 'its source no longer has this skill',
      legacy: 'it has no version digest yet',
      damaged: 'the stored text does not match its digest',
      below_threshold: 'the trust level of its source is too low to instruct',
      not_admitted: 'the trust level of its source is too low to be used here',
      disabled: 'the skill is switched off',
    },
    warning: {
      process_without_progress:
        'It is a process without the tool progress: it can neither report its position nor finish.',
      tools_unknown: 'It names tools that do not exist here; they grant nothing.',
      grants_nothing: 'None of its tools exists here: with it, a run has no tool.',
      lines_left_out: 'Lines that name files of its source are left out when it instructs.',
      body_empty: 'Its text is empty.',
      description_cut: 'Its description is longer than the menu shows.',
    },
    finding: {
      'instruction-override': 'overrides instructions',
      'role-override': 'changes the role',
      'jailbreak-persona': 'unlocks a persona',
      'chat-template-injection': 'imitates message marks',
      'hidden-characters': 'hidden characters',
      'secret-exposure': 'exposes secrets',
      'system-prompt-probe': 'asks for the system message',
      'guardrail-bypass': 'bypasses safeguards',
      'covert-behavior': 'covert behaviour',
      'encoded-payload': 'encoded text',
    },
    severity: { high: 'high', medium: 'medium', low: 'low' },
  },
  de: {
    event: {
      source_created: 'Quelle angelegt',
      source_changed: 'Quelle geändert',
      skill_created: 'Geschrieben',
      skill_edited: 'Bearbeitet',
      skill_rolled_back: 'Auf einen früheren Text zurückgesetzt',
      data_class_changed: 'Datenklasse geändert',
      skill_moved: 'In eine andere Quelle verschoben',
      bundled_updated: 'Durch den Text dieser Ausgabe ersetzt',
      enabled: 'Eingeschaltet',
      disabled: 'Ausgeschaltet',
      attached: 'In einer Konfiguration angeboten',
      detached: 'In einer Konfiguration nicht mehr angeboten',
      attachments_ordered: 'Skills einer Konfiguration anders geordnet',
      approved: 'Freigegeben',
      approval_refused: 'Freigabe abgelehnt',
      revoked: 'Widerrufen',
      tried: 'Auf einer Seite ausprobiert',
      ingest_created: 'Mit einem Abgleich gekommen',
      ingest_updated: 'Durch einen Abgleich aktualisiert',
      ingest_disabled_on_change: 'Dort geändert; ausgeschaltet',
      orphaned: 'Dort nicht mehr vorhanden; ausgeschaltet',
      injection_blocked: 'Nicht eingeschaltet: Der Scanner beanstandet ihn',
      fingerprint_rejected: 'Abgleich abgelehnt: nicht der erwartete Fingerabdruck',
      imported: 'Aus einem älteren System übernommen',
      upgraded: 'Mit Kennung versehen',
      upgrade_refused: 'Keine Kennung vergeben; ausgeschaltet',
    },
    reason: {
      source_gone: 'seine Quelle gibt es nicht mehr',
      orphaned: 'seine Quelle führt diesen Skill nicht mehr',
      legacy: 'er hat noch keine Versionskennung',
      damaged: 'der gespeicherte Text passt nicht zu seiner Kennung',
      below_threshold: 'das Vertrauen in seine Quelle reicht nicht zum Anleiten',
      not_admitted: 'das Vertrauen in seine Quelle reicht nicht, um ihn hier zu verwenden',
      disabled: 'der Skill ist ausgeschaltet',
    },
    warning: {
      process_without_progress:
        'Ein Prozess ohne das Werkzeug progress: Er kann weder seinen Stand melden noch zu Ende kommen.',
      tools_unknown: 'Er nennt Werkzeuge, die es hier nicht gibt; sie erlauben nichts.',
      grants_nothing: 'Keines seiner Werkzeuge gibt es hier: Mit ihm hat ein Lauf kein Werkzeug.',
      lines_left_out: 'Zeilen, die Dateien seiner Quelle nennen, bleiben beim Anleiten weg.',
      body_empty: 'Sein Text ist leer.',
      description_cut: 'Seine Beschreibung ist länger, als das Menü zeigt.',
    },
    finding: {
      'instruction-override': 'setzt Anweisungen außer Kraft',
      'role-override': 'ändert die Rolle',
      'jailbreak-persona': 'schaltet eine Figur frei',
      'chat-template-injection': 'ahmt Nachrichtenmarken nach',
      'hidden-characters': 'verborgene Zeichen',
      'secret-exposure': 'gibt Geheimnisse preis',
      'system-prompt-probe': 'fragt nach der Systemnachricht',
      'guardrail-bypass': 'umgeht Schutzregeln',
      'covert-behavior': 'heimliches Verhalten',
      'encoded-payload': 'verschlüsselter Text',
    },
    severity: { high: 'hoch', medium: 'mittel', low: 'niedrig' },
  },
});

export type CodeKind = 'event' | 'reason' | 'warning' | 'finding';

/** The words for a code; a code without words is shown as it is. */
export function codeText(kind: CodeKind, code: string, locale: Locale): string {
  const words: Readonly<Record<string, string>> = codeWords[locale][kind];
  return Object.hasOwn(words, code) ? (words[code] ?? code) : code;
}

/** All codes of one kind that have words, in the order of the dictionary. */
export function knownCodes(kind: CodeKind): string[] {
  return Object.keys(codeWords.en[kind]);
}

export function severityText(severity: 'high' | 'medium' | 'low', locale: Locale): string {
  return codeWords[locale].severity[severity];
}
