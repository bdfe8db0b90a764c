import { AppError, type Transaction } from '../../../base/index.ts';
import type { SkillStore, SkillWriter, TrustThresholds } from '../../../skills/index.ts';
import { toFlag, toJson } from '../columns.ts';
import type { Database } from '../database.ts';
import { inTransaction, lockName } from '../transactions.ts';
import { approvalOf, historyOf, revocationOf, skillOf, sourceOf, versionColumns } from './rows.ts';
import { skillRecords } from './skill-records.ts';

export interface SkillStoreOptions {
  /** `skills.minTrustLevel` and `skills.instructionTrustLevel` as they are set now. */
  readonly thresholds: () => Promise<TrustThresholds>;
}

/** Skills in the database. */
export function createSkillStore(database: Database, options: SkillStoreOptions): SkillStore {
  return {
    ...skillRecords(database.reads, options.thresholds),
    within: (transaction) => {
      const records = skillRecords(inTransaction(transaction), options.thresholds);
      return {
        ...records,
        lockSkill: async (uid) => {
          await lockName(transaction, `skill-${String(uid)}`);
          return records.skill(uid);
        },
        lockBundled: () => lockName(transaction, 'skill-bundled'),
        ...sourceWriter(transaction),
        ...skillWriter(transaction),
        ...attachmentWriter(transaction),
        ...appender(transaction),
      };
    },
  };
}

function sourceWriter(
  transaction: Transaction,
): Pick<SkillWriter, 'insertSource' | 'updateSource'> {
  const db = inTransaction(transaction);
  return {
    insertSource: async (source) =>
      sourceOf(
        await db
          .insertInto('skill_source')
          .values({
            type: source.type,
            title: source.title,
            trust_level: source.trustLevel,
            enabled: toFlag(source.enabled),
            bundled: toFlag(source.bundled),
          })
          .returningAll()
          .executeTakeFirstOrThrow(),
      ),
    updateSource: async (uid, { title, trustLevel, enabled }) => {
      const set = { title, trust_level: trustLevel, enabled: toFlag(enabled) };
      if (isEmpty(set)) return;
      await db.updateTable('skill_source').set(set).where('uid', '=', uid).execute();
    },
  };
}

function skillWriter(transaction: Transaction): Pick<SkillWriter, 'insertSkill' | 'updateSkill'> {
  const db = inTransaction(transaction);
  return {
    insertSkill: async (skill) => {
      const row = await db
        .insertInto('skill')
        .values({
          source_uid: skill.sourceUid,
          identifier: skill.identifier,
          ...versionColumns(skill.version),
          body_checksum: skill.bodyChecksum,
          stored_digest: skill.storedDigest,
          raw_front_matter: skill.rawFrontMatter,
          copied_trust_level: skill.copiedTrustLevel,
          enabled: toFlag(skill.enabled),
          orphaned: toFlag(skill.orphaned),
          bundled_identifier: skill.bundledIdentifier,
        })
        .onConflict((conflict) => conflict.columns(['source_uid', 'identifier']).doNothing())
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) throw identifierTaken(skill.identifier);
      return skillOf(row);
    },
    updateSkill: async (uid, changes) => {
      const { sourceUid } = changes;
      if (sourceUid !== undefined) {
        const twin = await db
          .selectFrom('skill as moved')
          .innerJoin('skill as twin', 'twin.identifier', 'moved.identifier')
          .select('twin.identifier')
          .where('moved.uid', '=', uid)
          .where('twin.source_uid', '=', sourceUid)
          .where('twin.uid', '<>', uid)
          .executeTakeFirst();
        if (twin !== undefined) throw identifierTaken(twin.identifier);
      }
      const set = {
        ...(changes.version === undefined ? {} : versionColumns(changes.version)),
        body_checksum: changes.bodyChecksum,
        stored_digest: changes.storedDigest,
        copied_trust_level: changes.copiedTrustLevel,
        enabled: toFlag(changes.enabled),
        orphaned: toFlag(changes.orphaned),
        data_class: changes.dataClass,
        source_uid: sourceUid,
      };
      if (isEmpty(set)) return;
      await db.updateTable('skill').set(set).where('uid', '=', uid).execute();
    },
  };
}

function attachmentWriter(
  transaction: Transaction,
): Pick<SkillWriter, 'setAttachment' | 'removeAttachment' | 'orderAttachments'> {
  const db = inTransaction(transaction);
  return {
    setAttachment: async ({ configurationUid, skillUid, loadMode }) => {
      await lockName(transaction, `attachments-${String(configurationUid)}`);
      const { last } = await db
        .selectFrom('attachment')
        .select(({ fn }) => fn.max('position').as('last'))
        .where('configuration_uid', '=', configurationUid)
        .executeTakeFirstOrThrow();
      await db
        .insertInto('attachment')
        .values({
          configuration_uid: configurationUid,
          skill_uid: skillUid,
          load_mode: loadMode,
          position: ((last as number | null) ?? 0) + 1,
        })
        .onConflict((conflict) =>
          conflict.columns(['configuration_uid', 'skill_uid']).doUpdateSet({ load_mode: loadMode }),
        )
        .execute();
    },
    orderAttachments: async (configurationUid, skillUids) => {
      await lockName(transaction, `attachments-${String(configurationUid)}`);
      const attached = await db
        .selectFrom('attachment')
        .select('skill_uid')
        .where('configuration_uid', '=', configurationUid)
        .execute();
      const known = new Set(attached.map(({ skill_uid }) => skill_uid));
      const asked = new Set(skillUids);
      const isSame = asked.size === skillUids.length && asked.size === known.size;
      if (!isSame || skillUids.some((uid) => !known.has(uid))) return false;
      for (const [index, skillUid] of skillUids.entries()) {
        await db
          .updateTable('attachment')
          .set({ position: index + 1 })
          .where('configuration_uid', '=', configurationUid)
          .where('skill_uid', '=', skillUid)
          .execute();
      }
      return true;
    },
    removeAttachment: async (configurationUid, skillUid) => {
      await db
        .deleteFrom('attachment')
        .where('configuration_uid', '=', configurationUid)
        .where('skill_uid', '=', skillUid)
        .execute();
    },
  };
}

function appender(
  transaction: Transaction,
): Pick<SkillWriter, 'appendApproval' | 'appendRevocation' | 'appendHistory' | 'appendAudit'> {
  const db = inTransaction(transaction);
  const nextDecision = async (skillUid: number) =>
    (
      await db
        .insertInto('skill_decision')
        .values({ skill_uid: skillUid })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  return {
    appendApproval: async (row) =>
      approvalOf(
        await db
          .insertInto('skill_approval')
          .values({
            id: await nextDecision(row.skillUid),
            skill_uid: row.skillUid,
            source_uid: row.sourceUid,
            digest: row.digest,
            snapshot: JSON.stringify(row.snapshot),
            trust_level: row.trustLevel,
            approved_by: row.approvedBy,
            at_ms: row.atMs,
          })
          .returningAll()
          .executeTakeFirstOrThrow(),
      ),
    appendRevocation: async (row) =>
      revocationOf(
        await db
          .insertInto('skill_revocation')
          .values({
            id: await nextDecision(row.skillUid),
            skill_uid: row.skillUid,
            digest: row.digest,
            reason: row.reason,
            revoked_by: row.revokedBy,
            at_ms: row.atMs,
          })
          .returningAll()
          .executeTakeFirstOrThrow(),
      ),
    appendHistory: async (row) =>
      historyOf(
        await db
          .insertInto('skill_history')
          .values({
            skill_uid: row.skillUid,
            at_ms: row.atMs,
            user_id: row.userId,
            before_version: toJson(row.before),
            after_version: JSON.stringify(row.after),
            digest: row.digest,
          })
          .returningAll()
          .executeTakeFirstOrThrow(),
      ),
    appendAudit: async (row) => {
      await db
        .insertInto('skill_audit')
        .values({
          at_ms: row.atMs,
          event: row.event,
          skill_uid: row.skillUid,
          source_uid: row.sourceUid,
          subject: row.subject,
          digest: row.digest,
          trust_level: row.trustLevel,
          actor_id: row.actorId,
          detail: row.detail,
        })
        .execute();
    },
  };
}

/** Whether nothing is given: an update of nothing is no statement. */
function isEmpty(set: Readonly<Record<string, unknown>>): boolean {
  return Object.values(set).every((value) => value === undefined);
}

function identifierTaken(identifier: string): AppError {
  return new AppError(
    'skill_invalid',
    `The source already has a skill with the identifier "${identifier}".`,
    { data: { field: 'identifier', identifier } },
  );
}
