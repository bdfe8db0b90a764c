import { expect, it } from 'vitest';
import { auditDetail } from './audit-detail.ts';
import { codeText, knownCodes } from './code-words.ts';

const names = {
  configurations: new Map([[1, 'Default']]),
  pages: new Map([[12, 'Über uns']]),
};

it.each([
  ['revoked', 'too loud', '“too loud”', '„too loud“'],
  ['skill_edited', 'body, allowedTools', 'text, tools', 'Text, Werkzeuge'],
  ['skill_moved', 'sourceUid', 'source', 'Quelle'],
  [
    'attached',
    'configuration 1, on_demand',
    'Default: offered on demand',
    'Default: auf Abruf angeboten',
  ],
  ['detached', 'configuration 9', 'configuration 9', 'Konfiguration 9'],
  [
    'attachments_ordered',
    'configuration 1, 2 1',
    'Default: new order',
    'Default: neue Reihenfolge',
  ],
  ['source_created', 'verified', 'verified', 'geprüft'],
  ['source_created', 'imported, community', 'brought in, community', 'übernommen, Gemeinschaft'],
  [
    'source_created',
    'first_party, https://github.com/a/b',
    'first party, https://github.com/a/b',
    'eigene, https://github.com/a/b',
  ],
  [
    'source_changed',
    '{"trustLevel":"community","enabled":false,"ref":null}',
    'trust: community, switch: off, branch or commit: none',
    'Vertrauen: Gemeinschaft, Schalter: aus, Zweig oder Commit: ohne',
  ],
  ['tried', 'page 12', '“Über uns”', '„Über uns“'],
  ['tried', 'page 13', 'page 13', 'Seite 13'],
  [
    'upgrade_refused',
    'body',
    'its text is not what its checksum says',
    'sein Text passt nicht zu seiner Prüfsumme',
  ],
  [
    'injection_blocked',
    'example/skills@0123456789ab, high jailbreak-persona',
    'example/skills@0123456789ab, unlocks a persona (high)',
    'example/skills@0123456789ab, schaltet eine Figur frei (hoch)',
  ],
  ['enabled', 'enabled', '', ''],
  ['approved', '', '', ''],
])('the audit says %s %s in both languages', (...[event, code, en, de]) => {
  expect(auditDetail({ event, code }, 'en', names)).toBe(en);
  expect(auditDetail({ event, code }, 'de', names)).toBe(de);
});

it('every event of the audit has words, and a refusal is told as people are told it', () => {
  for (const event of knownCodes('event')) {
    expect(codeText('event', event, 'de')).not.toBe(event);
  }
  const refused = { event: 'approval_refused', code: 'skill_changed' };
  expect(auditDetail(refused, 'en')).not.toContain('skill_changed');
});
