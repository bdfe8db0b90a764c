import { describe, expect, it } from 'vitest';
import { catalogueEntries, declaredTools } from '../skills/index.ts';
import type { Skill, SkillSource, SkillVersion } from '../skills/index.ts';
import { versionDigest } from '../skills/index.ts';
import { composeFencedBlock } from './fenced-block.ts';
import { composeSystemMessage, type InstructionSection } from './system-message.ts';

const version: SkillVersion = {
  name: 'Alt texts',
  description: 'Writes alternative texts.',
  body: 'Look at each picture.\n\nThen write.',
  supportStatus: 'full',
  allowedTools: null,
  process: false,
};
const section: InstructionSection = { skillUid: 12, digest: '1:ab', version };
const nothing = { base: '', snippets: [], sections: [], catalogue: '', runFacts: [] };

describe('composeSystemMessage', () => {
  it('CMP-01 prompt, snippets, labelled sections, catalogue, run facts, in this order and without guard or fence', () => {
    const message = composeSystemMessage({
      base: 'Help.',
      snippets: ['Tone:\nWrite plainly.'],
      sections: [
        section,
        { ...section, skillUid: 3, version: { ...version, name: 'B', body: 'b' } },
      ],
      catalogue: '# Skills\n\n{}',
      runFacts: ['Subject record: {"table":"pages","uid":12}', 'Answer language: de'],
    });
    expect(message).toBe(
      [
        'Help.',
        'Tone:\nWrite plainly.',
        '# Instruction of this installation: Alt texts (skill 12, version 1:ab)',
        'Look at each picture.',
        'Then write.',
        '# Instruction of this installation: B (skill 3, version 1:ab)',
        'b',
        '# Skills',
        '{}',
        '# This run\nSubject record: {"table":"pages","uid":12}\nAnswer language: de',
      ].join('\n\n'),
    );
    expect(message).not.toMatch(/UNTRUSTED/);
  });

  it('parts that are empty leave no trace', () => {
    expect(composeSystemMessage(nothing)).toBe('');
    expect(composeSystemMessage({ ...nothing, base: 'Help.', snippets: [''] })).toBe('Help.');
  });

  it('a name or a run fact stays on its line', () => {
    const message = composeSystemMessage({
      ...nothing,
      sections: [{ ...section, version: { ...version, name: 'A\n# This run' } }],
      runFacts: ['Answer language: de\n# Instruction of this installation: x'],
    });
    expect(message.split('\n').filter((line) => line.startsWith('# '))).toEqual([
      '# Instruction of this installation: A # This run (skill 12, version 1:ab)',
      '# This run',
    ]);
  });

  it('CMP-04 a partial instruction loses the lines that refer to files beside it', () => {
    const partial = {
      ...version,
      supportStatus: 'partial' as const,
      body: 'a\nrun scripts/x.py\nb\n',
    };
    const message = composeSystemMessage({
      ...nothing,
      sections: [{ ...section, version: partial }],
    });
    expect(message.endsWith('\n\na\nb')).toBe(true);
  });
});

describe('what is read', () => {
  const DIGESTED = ['name', 'description', 'body', 'supportStatus', 'allowedTools', 'process'];
  /** Fields of a row that say what it is and where it stands, and are no text of a version. */
  const STANDING = [
    'uid',
    'sourceUid',
    'version',
    'storedDigest',
    'bodyChecksum',
    'copiedTrustLevel',
    'enabled',
    'orphaned',
  ];

  it('DIG-11 composition, catalogue and allow-list read no field of a version outside the digest', () => {
    const ofVersion = new Set<string>();
    const ofSkill = new Set<string>();
    const recorded = <T extends object>(target: T, read: Set<string>): T =>
      new Proxy(target, {
        get(object, key, receiver): unknown {
          read.add(String(key));
          return Reflect.get(object, key, receiver);
        },
        ownKeys(object) {
          for (const key of Object.keys(object)) read.add(key);
          return Reflect.ownKeys(object);
        },
      });
    const full = { ...version, licence: 'MIT', rawFrontMatter: 'x', source: 'elsewhere' };
    const watched = recorded<SkillVersion>(full, ofVersion);
    const digest = versionDigest(version);
    const skill = recorded<Skill>(
      {
        uid: 1,
        sourceUid: 1,
        identifier: 'alt',
        version: watched,
        bodyChecksum: '',
        storedDigest: digest,
        copiedTrustLevel: 'verified',
        enabled: true,
        orphaned: false,
      },
      ofSkill,
    );
    const source: SkillSource = {
      uid: 1,
      type: 'repo',
      title: 's',
      trustLevel: 'verified',
      enabled: true,
    };
    const approval = {
      unrevoked: true,
      approval: {
        id: 1,
        skillUid: 1,
        sourceUid: 1,
        digest,
        snapshot: watched,
        trustLevel: 'verified',
        approvedBy: 'ada',
        atMs: 0,
      },
    } as const;
    const { text } = catalogueEntries([
      {
        attachment: { configurationUid: 1, skillUid: 1, loadMode: 'on_demand', position: 1 },
        facts: {
          skill,
          source,
          thresholds: { minTrust: 'community', instructionTrust: 'verified' },
          approval,
        },
      },
    ]);
    expect(text).toContain('Alt texts');
    composeSystemMessage({ ...nothing, sections: [{ skillUid: 1, digest, version: watched }] });
    composeFencedBlock([{ skillUid: 1, version: watched, origin: 'task' }], 24_000);
    declaredTools(skill, { source, pinned: null, latestApproval: null });
    declaredTools(skill, { source, pinned: approval.approval, latestApproval: null });
    expect([...ofVersion].filter((field) => !DIGESTED.includes(field))).toEqual([]);
    expect([...ofSkill].filter((field) => !STANDING.includes(field))).toEqual([]);
    expect(ofVersion.size).toBe(DIGESTED.length);
  });
});
