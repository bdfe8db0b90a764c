import { actorIdOf, requireAdministrator, type Actor } from '../../actors/index.ts';
import type { SkillAuditEvent, SkillWriter } from '../skill-store.ts';
import { auditSkill } from '../skill-service-deps.ts';
import type { Skill } from '../skill.ts';
import { bodyChecksum, versionDigest } from '../version-digest.ts';
import type { SkillIngestDeps } from './ingest-deps.ts';
import { legacyVerdict, type LegacyFault } from './legacy.ts';

export interface UpgradeReport {
  /** Rows of synced sources that have a digest already. */
  readonly current: number;
  /** Rows that got their digest now. */
  readonly upgraded: number;
  /** Rows that failed the check and were switched off now. */
  readonly disabled: number;
  /** Rows that failed the check, those of `disabled` among them; the next sync of their source rewrites them. */
  readonly refused: readonly {
    readonly skillUid: number;
    readonly identifier: string;
    readonly fault: LegacyFault;
  }[];
}

/**
 * Gives every legacy row its digest, if the row is still what its sync wrote; one that is not is switched off, audited and
 * left without a digest (DIG-09). A second run changes nothing. Administrators only.
 */
export async function upgradeSkills(
  deps: Pick<SkillIngestDeps, 'store' | 'sourceStore' | 'transactions' | 'clock'>,
  actor: Actor,
): Promise<UpgradeReport> {
  requireAdministrator(actor);
  const report = { current: 0, upgraded: 0, disabled: 0, refused: [] as UpgradeReport['refused'] };
  const synced = (await deps.store.sources()).filter(({ type }) => type !== 'backend');
  for (const source of synced) {
    await deps.transactions.transact(async (transaction) => {
      const writer = deps.store.within(transaction);
      const sources = deps.sourceStore.within(transaction);
      await sources.lockRemote(source.uid);
      for (const { skill: listed } of await sources.rows(source.uid)) {
        await writer.lockSkill(listed.uid);
      }
      for (const row of await sources.rows(source.uid)) {
        const { skill } = row;
        if (skill.storedDigest !== null) {
          report.current += 1;
          continue;
        }
        const verdict = legacyVerdict({ ...skill, rawFrontMatter: row.rawFrontMatter });
        const note = audited(writer, { actor, atMs: deps.clock.now() });
        if (verdict.ok) {
          const { version } = verdict;
          const storedDigest = versionDigest(version);
          const changes = { version, bodyChecksum: bodyChecksum(version.body), storedDigest };
          await writer.updateSkill(skill.uid, changes);
          await note(skill, { event: 'upgraded', digest: storedDigest, detail: '' });
          report.upgraded += 1;
          continue;
        }
        const { fault } = verdict;
        const { identifier } = skill;
        report.refused = [...report.refused, { skillUid: skill.uid, identifier, fault }];
        if (skill.enabled) {
          await writer.updateSkill(skill.uid, { enabled: false });
          report.disabled += 1;
        }
        const before = await writer.audit({ skillUid: skill.uid, limit: 50 });
        if (skill.enabled || !before.some(({ event }) => event === 'upgrade_refused')) {
          await note(skill, { event: 'upgrade_refused', digest: null, detail: fault });
        }
      }
    });
  }
  return report;
}

function audited(writer: SkillWriter, by: { readonly actor: Actor; readonly atMs: number }) {
  return (
    skill: Skill,
    row: {
      readonly event: SkillAuditEvent;
      readonly digest: string | null;
      readonly detail: string;
    },
  ) => auditSkill(writer, skill, { ...row, actorId: actorIdOf(by.actor), atMs: by.atMs });
}
