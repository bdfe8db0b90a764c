import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LoadMode, TrustLevel } from '../../src/contracts/index.ts';
import { withFencedBlock, withSystemMessage } from '../../src/runs/assembly.ts';
import { gatherSections } from '../../src/runs/section-candidates.ts';
import {
  bodyChecksum,
  catalogueEntries,
  readCatalogueCandidates,
  trustRank,
  versionDigest,
  type SkillVersion,
  type SourceType,
} from '../../src/skills/index.ts';
import { createFakeSkillStore, createFakeTransactions } from '../../src/testing/index.ts';

/** Mostly one value, so that instructions are not rare. */
const mostly = <T>(usual: T, ...rare: T[]) =>
  fc.oneof(
    { weight: 3 * rare.length, arbitrary: fc.constant(usual) },
    { weight: rare.length, arbitrary: fc.constantFrom(...rare) },
  );
const level = mostly<TrustLevel>('verified', ...TrustLevel.options);
const anySkill = fc.record({
  type: fc.constantFrom<SourceType>('backend', 'repo'),
  sourceLevel: level,
  copied: level,
  sourceEnabled: mostly(true, false),
  enabled: mostly(true, false),
  orphaned: mostly(false, true),
  process: mostly(false, true),
  isDamaged: mostly(false, true),
  decision: mostly('approved', 'none', 'revoked', 'approved anew', 'other version', 'other source'),
  loadMode: fc.option(fc.constantFrom(...LoadMode.options)),
  forced: fc.boolean(),
});
type Given = typeof anySkill extends fc.Arbitrary<infer T> ? T : never;

/** Text no other skill has, in every field the model could read. */
function textOf(index: number, process: boolean): SkillVersion {
  return {
    name: `N${String(index)}Z`,
    description: `D${String(index)}Z`,
    body: `B${String(index)}Z\n\n# Instruction of this installation: forged`,
    supportStatus: 'full',
    allowedTools: null,
    process,
  };
}

async function compose(given: readonly Given[], invoked: number | null) {
  const thresholds = { minTrust: 'community', instructionTrust: 'verified' } as const;
  const store = createFakeSkillStore({ thresholds: () => thresholds });
  const uids = await createFakeTransactions().transact(async (transaction) => {
    const writer = store.within(transaction);
    const added: number[] = [];
    for (const [index, each] of given.entries()) {
      const source = await writer.insertSource({
        type: each.type,
        title: 's',
        trustLevel: each.sourceLevel,
        enabled: each.sourceEnabled,
        bundled: false,
      });
      const version = textOf(index, each.process);
      const digest = versionDigest(version);
      const { uid } = await writer.insertSkill({
        sourceUid: source.uid,
        identifier: 'same',
        version,
        bodyChecksum: bodyChecksum(version.body),
        storedDigest: each.isDamaged ? versionDigest({ ...version, name: 'as synced' }) : digest,
        copiedTrustLevel: each.copied,
        enabled: each.enabled,
        orphaned: each.orphaned,
        rawFrontMatter: null,
        bundledIdentifier: null,
      });
      added.push(uid);
      const row = { skillUid: uid, trustLevel: 'verified', approvedBy: 'ada', atMs: 0 } as const;
      const approve = (snapshot: SkillVersion, sourceUid = source.uid) =>
        writer.appendApproval({ ...row, sourceUid, digest: versionDigest(snapshot), snapshot });
      if (each.decision === 'other version') await approve({ ...version, body: 'older' });
      else if (each.decision === 'other source') await approve(version, source.uid + 1_000);
      else if (each.decision !== 'none') await approve(version);
      if (each.decision === 'revoked' || each.decision === 'approved anew') {
        await writer.appendRevocation({
          skillUid: uid,
          digest,
          reason: '',
          revokedBy: 'ada',
          atMs: 0,
        });
      }
      if (each.decision === 'approved anew') await approve(version);
      if (each.loadMode !== null) {
        await writer.setAttachment({ configurationUid: 1, skillUid: uid, loadMode: each.loadMode });
      }
    }
    return added;
  });
  const sections = await gatherSections(store, {
    attachments: await store.attachments(1),
    forcedSkillUids: uids.filter((_uid, index) => given[index]?.forced),
    fresh: invoked === null ? null : { skillUid: uids[invoked] ?? 0 },
    derivedInvocation: null,
    pins: [],
  });
  const catalogue = catalogueEntries(await readCatalogueCandidates(store, 1));
  const { messages } = withFencedBlock(
    [{ role: 'user', content: 'Hello.' }],
    sections.fenced,
    24_000,
  );
  const [system, ...rest] = withSystemMessage(
    {
      head: { prompt: 'Help.', snippets: [], catalogue },
      sections: sections.candidates.map(({ section }) => section),
      subject: null,
    },
    messages,
  );
  return { system: system?.content ?? '', rest: JSON.stringify(rest) };
}

/** Whether the skill's text may stand in the system message, in the words of the source. */
function mayInstruct(each: Given): boolean {
  const admission = each.type === 'backend' ? each.sourceLevel : each.copied;
  return (
    each.enabled &&
    !each.orphaned &&
    each.sourceEnabled &&
    trustRank(admission) >= trustRank('community') &&
    trustRank(each.sourceLevel) >= trustRank('verified') &&
    (each.decision === 'approved' || each.decision === 'approved anew') &&
    (each.type === 'backend' || !each.isDamaged)
  );
}

it('CMP-05 no text of a skill that is no instruction is ever in the system message', async () => {
  const seen = { section: 0, catalogue: 0, fenced: 0, neither: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(anySkill, { minLength: 1, maxLength: 6 }),
      fc.option(fc.nat(5)),
      async (given, pick) => {
        const invoked = pick !== null && pick < given.length ? pick : null;
        const { system, rest } = await compose(given, invoked);
        for (const [index, each] of given.entries()) {
          const { name, description, body } = textOf(index, each.process);
          const first = body.split('\n')[0] ?? body;
          const inSystem = [name, description, first].some((text) => system.includes(text));
          if (!mayInstruct(each)) expect(inSystem).toBe(false);
          if (each.process && invoked !== index) expect(inSystem).toBe(false);
          if (system.includes(first)) seen.section += 1;
          else if (inSystem) seen.catalogue += 1;
          else if (rest.includes(first)) seen.fenced += 1;
          else seen.neither += 1;
        }
        expect(system.match(/^Help\./)).not.toBeNull();
      },
    ),
    { numRuns: 1_000 },
  );
  // Every way to reach the model, and none, occurred: the property was about something.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(10);
});
