import { actorIdOf, requireAdministrator, type Actor } from '../actors/index.ts';
import { AppError, type Transaction } from '../base/index.ts';
import type { AttachedSkill, LoadMode } from '../contracts/index.ts';
import { isInstruction } from './instruction.ts';
import { readInstructionFacts } from './skill-facts.ts';
import { auditSkill, type SkillServiceDeps } from './skill-service-deps.ts';
import type { SkillWriter } from './skill-store.ts';
import { processAlways } from './skill-writing.ts';
import type { Skill } from './skill.ts';

type AttachmentDeps = Pick<SkillServiceDeps, 'store' | 'transactions' | 'clock' | 'usage'>;

/** Attaches a skill to a configuration, changes its load mode, or detaches it; administrators only. */
export async function changeAttachment(
  deps: Omit<AttachmentDeps, 'usage'>,
  uid: number,
  input: {
    readonly configurationUid: number;
    /** `null` detaches. */
    readonly loadMode: LoadMode | null;
    readonly actor: Actor;
  },
): Promise<void> {
  requireAdministrator(input.actor);
  await deps.transactions.transact(async (transaction) => {
    const writer = deps.store.within(transaction);
    const skill = await writer.lockSkill(uid);
    if (skill === null) throw new AppError('not_found', 'There is no such skill.');
    const { configurationUid, loadMode } = input;
    if (loadMode === 'always' && skill.version.process) throw processAlways();
    if (loadMode === null) await writer.removeAttachment(configurationUid, uid);
    else await writer.setAttachment({ configurationUid, skillUid: uid, loadMode });
    await auditSkill(writer, skill, {
      event: loadMode === null ? 'detached' : 'attached',
      digest: null,
      actorId: actorIdOf(input.actor),
      detail: `configuration ${String(configurationUid)}${loadMode === null ? '' : `, ${loadMode}`}`,
      atMs: deps.clock.now(),
    });
  });
}

/** Attaches a skill that became a process without anybody's doing on demand wherever it is attached always (PRC-02). */
export async function attachOnDemand(
  writer: SkillWriter,
  skill: Skill,
  { actorId, atMs }: { readonly actorId: string | null; readonly atMs: number },
): Promise<void> {
  for (const { configurationUid, skillUid, loadMode } of await writer.attachmentsOf(skill.uid)) {
    if (loadMode !== 'always') continue;
    await writer.setAttachment({ configurationUid, skillUid, loadMode: 'on_demand' });
    await auditSkill(writer, skill, {
      event: 'attached',
      digest: null,
      actorId,
      detail: `configuration ${String(configurationUid)}, on_demand`,
      atMs,
    });
  }
}

/**
 * Attaches to a new configuration what another one offers, so that whoever makes it the default for conversations does not
 * take every process away with it.
 */
export async function takeOverAttachments(
  deps: Pick<AttachmentDeps, 'store' | 'clock'>,
  transaction: Transaction,
  { from, to, actor }: { readonly from: number; readonly to: number; readonly actor: Actor },
): Promise<void> {
  const writer = deps.store.within(transaction);
  for (const { skillUid, loadMode } of await deps.store.attachments(from)) {
    const skill = await writer.lockSkill(skillUid);
    if (skill === null) continue;
    await writer.setAttachment({ configurationUid: to, skillUid, loadMode });
    await auditSkill(writer, skill, {
      event: 'attached',
      digest: null,
      actorId: actorIdOf(actor),
      detail: `configuration ${String(to)}, ${loadMode}`,
      atMs: deps.clock.now(),
    });
  }
}

/**
 * Puts the skills of a configuration into another order, in which instructions stand in the system message. Throws
 * `attachments_changed` when the skills are not exactly those that are attached now, so that nobody orders a list they
 * have not seen.
 */
export async function orderAttachments(
  deps: AttachmentDeps,
  order: {
    readonly configurationUid: number;
    readonly skillUids: readonly number[];
    readonly actor: Actor;
  },
): Promise<void> {
  const { configurationUid, skillUids, actor } = order;
  requireAdministrator(actor);
  const [configuration] = await deps.usage.configurationsNamed([configurationUid]);
  await deps.transactions.transact(async (transaction) => {
    const writer = deps.store.within(transaction);
    if (!(await writer.orderAttachments(configurationUid, skillUids))) {
      throw new AppError(
        'attachments_changed',
        'The skills of this configuration changed meanwhile. Nothing was moved.',
      );
    }
    await writer.appendAudit({
      event: 'attachments_ordered',
      atMs: deps.clock.now(),
      actorId: actorIdOf(actor),
      skillUid: null,
      sourceUid: null,
      subject: configuration?.name ?? '',
      digest: null,
      trustLevel: null,
      detail: `configuration ${String(configurationUid)}, ${skillUids.map(String).join(' ')}`,
    });
  });
}

/** The skills of a configuration in their order, with what decides about their use. */
export async function attachedSkills(
  { store }: Pick<AttachmentDeps, 'store'>,
  configurationUid: number,
): Promise<AttachedSkill[]> {
  const attached: AttachedSkill[] = [];
  for (const { skillUid, loadMode } of await store.attachments(configurationUid)) {
    const facts = await readInstructionFacts(store, skillUid);
    if (facts === null) continue;
    const { skill } = facts;
    attached.push({
      skillUid,
      name: skill.version.name,
      process: skill.version.process,
      enabled: skill.enabled,
      instruction: isInstruction(facts).instruction,
      loadMode,
    });
  }
  return attached;
}
