import { actorMayUse, requireAdministrator, type Actor } from '../actors/index.ts';
import { AppError } from '../base/index.ts';
import type {
  AttachedSkill,
  LoadMode,
  RevokeReach,
  SkillAuditEntry,
  SkillHistoryEntry,
  SkillReview,
  SkillSummary,
  SnippetDataClass,
  WriteSkill,
} from '../contracts/index.ts';
import { invocableSkills, type InvocableSkill } from './invocable.ts';
import { approveVersion, revokeVersion } from './skill-approval.ts';
import { readCatalogueCandidates } from './skill-facts.ts';
import { requireAuthor } from './skill-rules.ts';
import { sourcing, type SourcesService } from './skill-sources.ts';
import type { SkillServiceDeps } from './skill-service-deps.ts';
import { auditEntries } from './audit-entries.ts';
import { historyEntries, reviewOf, summariesOf, summaryOf } from './skill-views.ts';
import { attachedSkills, changeAttachment, orderAttachments } from './skill-attachments.ts';
import { createWrittenSkill, textOf, writeSkill } from './skill-writing.ts';
import type { SkillAuditFilter } from './skill-store.ts';
import { openTrial, type TriedVersion } from './trial.ts';

/** What people do with skills. Every method takes who asks; refusals are `AppError`s. */
export interface SkillService extends SourcesService {
  /** Every skill, by uid; for administrators and authors. */
  list(actor: Actor): Promise<readonly SkillSummary[]>;
  review(uid: number, actor: Actor): Promise<SkillReview>;
  /** Approves the version whose digest the person's page rendered. Administrators only. */
  approve(uid: number, renderedDigest: string, actor: Actor): Promise<SkillReview>;
  revoke(
    uid: number,
    revocation: { readonly digest: string; readonly reason: string },
    actor: Actor,
  ): Promise<SkillReview>;
  /**
   * Hands out the current version to be tried on a page, and audits it (WEB-04). Administrators only; refused like an
   * approval, with `skill_changed` when the text moved.
   */
  openTrial(
    uid: number,
    trial: { readonly digest: string; readonly pageUid: number },
    actor: Actor,
  ): Promise<TriedVersion>;
  /** What a revocation of the digest would reach. */
  reach(uid: number, digest: string, actor: Actor): Promise<RevokeReach>;
  /** A new skill in a backend source: disabled, unapproved, attached to nothing. */
  create(skill: WriteSkill & { readonly sourceUid: number }, actor: Actor): Promise<SkillReview>;
  edit(
    uid: number,
    skill: WriteSkill & { readonly baseDigest?: string },
    actor: Actor,
  ): Promise<SkillReview>;
  setEnabled(uid: number, enabled: boolean, actor: Actor): Promise<SkillSummary>;
  /** Says how confidential its text is; `null` = undeclared. Takes effect at every start and resume (TOL-05). */
  setDataClass(
    uid: number,
    dataClass: SnippetDataClass | null,
    actor: Actor,
  ): Promise<SkillSummary>;
  /** Moves a skill to another source, where no approval of it counts (ADM-06). */
  move(uid: number, sourceUid: number, actor: Actor): Promise<SkillSummary>;
  setAttachment(
    uid: number,
    attachment: { readonly configurationUid: number; readonly loadMode: LoadMode | null },
    actor: Actor,
  ): Promise<void>;
  /** The skills of a configuration, in their order. Administrators only. */
  attachments(configurationUid: number, actor: Actor): Promise<readonly AttachedSkill[]>;
  /** Throws `attachments_changed` unless these are exactly the attached skills. Administrators only. */
  orderAttachments(
    configurationUid: number,
    skillUids: readonly number[],
    actor: Actor,
  ): Promise<void>;
  history(uid: number, actor: Actor): Promise<readonly SkillHistoryEntry[]>;
  /** Makes the text that a history entry left behind the current one again; itself an edit (BCK-02). */
  rollback(uid: number, historyId: number, actor: Actor): Promise<SkillReview>;
  /** Newest first; of what the filter names, at most `limit` rows (default 200). Administrators only. */
  audit(filter: Partial<SkillAuditFilter>, actor: Actor): Promise<readonly SkillAuditEntry[]>;
  /** Who stands in the audit, by name. Administrators only. */
  auditPeople(actor: Actor): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** What the actor may invoke on a configuration (API-01). Throws `configuration_access`. */
  catalogue(
    actor: Actor,
    configuration: { readonly uid: number; readonly allowedGroupIds: readonly string[] },
    filter?: { readonly processesOnly?: boolean },
  ): Promise<readonly InvocableSkill[]>;
}

const DEFAULT_AUDIT_ROWS = 200;

/** Skills for people: reviewing, deciding and writing. */
export function createSkillService(deps: SkillServiceDeps): SkillService {
  return { ...reading(deps), ...deciding(deps), ...writing(deps), ...sourcing(deps) };
}

function reading(
  deps: SkillServiceDeps,
): Pick<
  SkillService,
  'list' | 'review' | 'history' | 'audit' | 'auditPeople' | 'attachments' | 'catalogue' | 'reach'
> {
  return {
    list: async (actor) => {
      requireAuthor(actor);
      return summariesOf(deps);
    },
    review: async (uid, actor) => {
      requireAuthor(actor);
      return found(await reviewOf(deps, uid));
    },
    history: async (uid, actor) => {
      requireAuthor(actor);
      found(await deps.store.skill(uid));
      return historyEntries(deps, uid);
    },
    audit: async (filter, actor) => {
      requireAdministrator(actor);
      const rows = await deps.store.audit({ limit: DEFAULT_AUDIT_ROWS, ...filter });
      return auditEntries(deps, rows, { withSubject: true });
    },
    auditPeople: async (actor) => {
      requireAdministrator(actor);
      const people = await Promise.all(
        (await deps.store.auditActors()).map(async (id) => ({
          id,
          name: (await deps.nameOf(id)) ?? id,
        })),
      );
      return people.sort((a, b) => a.name.localeCompare(b.name));
    },
    attachments: async (configurationUid, actor) => {
      requireAdministrator(actor);
      return attachedSkills(deps, configurationUid);
    },
    catalogue: async (actor, configuration, filter) => {
      if (!actorMayUse(actor, configuration)) {
        throw new AppError('configuration_access', 'This configuration is not for you.');
      }
      const candidates = await readCatalogueCandidates(deps.store, configuration.uid);
      return invocableSkills(candidates, { processesOnly: filter?.processesOnly ?? false });
    },
    reach: async (uid, digest, actor) => {
      requireAdministrator(actor);
      found(await deps.store.skill(uid));
      const attachments = await deps.store.attachmentsOf(uid);
      return {
        digest,
        conversations: await deps.usage.conversationsHolding(uid, digest),
        waitingRuns: await deps.usage.runsWaitingUnder(uid, digest),
        configurations: await deps.usage.configurationsNamed(
          attachments.map(({ configurationUid }) => configurationUid),
        ),
      };
    },
  };
}

function deciding(deps: SkillServiceDeps): Pick<SkillService, 'approve' | 'revoke' | 'openTrial'> {
  return {
    approve: async (uid, renderedDigest, actor) => {
      await approveVersion(deps, uid, { renderedDigest, actor });
      return found(await reviewOf(deps, uid));
    },
    openTrial: (uid, { digest, pageUid }, actor) =>
      openTrial(deps, uid, { renderedDigest: digest, pageUid, actor }),
    revoke: async (uid, { digest, reason }, actor) => {
      await revokeVersion(deps, uid, { digest, reason, actor });
      return found(await reviewOf(deps, uid));
    },
  };
}

function writing(
  deps: SkillServiceDeps,
): Pick<
  SkillService,
  | 'create'
  | 'edit'
  | 'setEnabled'
  | 'setDataClass'
  | 'move'
  | 'setAttachment'
  | 'orderAttachments'
  | 'rollback'
> {
  return {
    create: async ({ sourceUid, ...text }, actor) => {
      const skill = await createWrittenSkill(deps, { sourceUid, text, actor });
      return found(await reviewOf(deps, skill.uid));
    },
    edit: async (uid, { baseDigest, ...changes }, actor) => {
      await writeSkill(deps, uid, {
        actor,
        changes,
        event: 'skill_edited',
        ...(baseDigest === undefined ? {} : { baseDigest }),
      });
      return found(await reviewOf(deps, uid));
    },
    setEnabled: async (uid, enabled, actor) => {
      const event = enabled ? 'enabled' : 'disabled';
      const skill = await writeSkill(deps, uid, { actor, changes: { enabled }, event });
      return found(await summaryOf(deps, skill));
    },
    setDataClass: async (uid, dataClass, actor) => {
      const event = 'data_class_changed';
      const skill = await writeSkill(deps, uid, { actor, changes: { dataClass }, event });
      return found(await summaryOf(deps, skill));
    },
    move: async (uid, sourceUid, actor) => {
      const event = 'skill_moved';
      const skill = await writeSkill(deps, uid, { actor, changes: { sourceUid }, event });
      return found(await summaryOf(deps, skill));
    },
    setAttachment: (uid, attachment, actor) =>
      changeAttachment(deps, uid, { ...attachment, actor }),
    orderAttachments: (configurationUid, skillUids, actor) =>
      orderAttachments(deps, { configurationUid, skillUids, actor }),
    rollback: async (uid, historyId, actor) => {
      requireAuthor(actor);
      const row = (await deps.store.history(uid)).find(({ id }) => id === historyId);
      const changes = textOf(found(row ?? null).after);
      await writeSkill(deps, uid, { actor, changes, event: 'skill_rolled_back' });
      return found(await reviewOf(deps, uid));
    },
  };
}

function found<T>(value: T | null): T {
  if (value === null) throw new AppError('not_found', 'There is no such skill or source.');
  return value;
}
