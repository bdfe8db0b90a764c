import { remembered } from '../base/index.ts';
import type {
  SkillHistoryEntry,
  SkillReview,
  SkillSummary,
  SkillVersionFields,
} from '../contracts/index.ts';
import { currentDigest, admits, isInstruction, type InstructionFacts } from './instruction.ts';
import { lintSkill } from './lint.ts';
import { scanSkill } from './scan.ts';
import { readInstructionFacts } from './skill-facts.ts';
import type { SkillServiceDeps } from './skill-service-deps.ts';
import { auditEntries, nameOf } from './audit-entries.ts';
import type { ApprovalState } from './skill-store.ts';
import type { Skill, SkillVersion } from './skill.ts';
import { versionDigest } from './version-digest.ts';

type ViewDeps = Pick<SkillServiceDeps, 'store' | 'usage' | 'toolInfo' | 'originOf' | 'nameOf'>;

/** How many audit rows a review shows. */
const REVIEW_AUDIT_ROWS = 50;

/** A skill as lists show it; `null` when its source is gone. */
export async function summaryOf(deps: ViewDeps, skill: Skill): Promise<SkillSummary | null> {
  const facts = await readInstructionFacts(deps.store, skill.uid);
  return facts === null ? null : summaryWith(deps, facts, await deps.store.approvals(skill.uid));
}

async function summaryWith(
  deps: ViewDeps,
  facts: InstructionFacts,
  approvals: readonly ApprovalState[],
): Promise<SkillSummary | null> {
  return summaryFrom(facts, approvals, {
    names: await namesOf(deps, approvals),
    heldBy: await deps.usage.conversationCounts(),
  });
}

/** All skills as lists show them. However many there are, what they are made of is read in the same few queries. */
export async function summariesOf(deps: ViewDeps): Promise<readonly SkillSummary[]> {
  const { store, usage } = deps;
  const [skills, sources, thresholds, approvalsBySkill, heldBy] = await Promise.all([
    store.skills(),
    store.sources(),
    store.thresholds(),
    store.approvalsBySkill(),
    usage.conversationCounts(),
  ]);
  const sourceOf = new Map(sources.map((source) => [source.uid, source]));
  const names = await namesOf(deps, [...approvalsBySkill.values()].flat());
  return skills.flatMap((skill) => {
    const source = sourceOf.get(skill.sourceUid) ?? null;
    const approvals = approvalsBySkill.get(skill.uid) ?? [];
    const approval = approvalFact(skill, currentDigest(skill, source).digest, approvals);
    const facts = { skill, source, thresholds, approval };
    return summaryFrom(facts, approvals, { names, heldBy }) ?? [];
  });
}

interface SummaryContext {
  /** Of everybody who approved, by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly heldBy: (skillUid: number, digest: string) => number;
}

function summaryFrom(
  facts: InstructionFacts,
  approvals: readonly ApprovalState[],
  context: SummaryContext,
): SkillSummary | null {
  const { skill, source } = facts;
  if (source === null) return null;
  const current = currentDigest(skill, source);
  const { name, description, process } = skill.version;
  return {
    uid: skill.uid,
    identifier: skill.identifier,
    name,
    description,
    process,
    enabled: skill.enabled,
    orphaned: skill.orphaned,
    source: {
      uid: source.uid,
      title: source.title,
      type: source.type,
      trustLevel: source.trustLevel,
    },
    dataClass: skill.dataClass ?? null,
    instruction: isInstruction(facts).instruction,
    damaged: current.digest === null,
    versions: versionsOf(skill, current.digest, { ...context, approvals }),
  };
}

/** One entry a digest: the current version first, then what was approved, newest first. */
function versionsOf(
  skill: Skill,
  current: string | null,
  { approvals, names, heldBy }: SummaryContext & { readonly approvals: readonly ApprovalState[] },
): SkillSummary['versions'] {
  const digests = new Set([
    ...(current === null ? [] : [current]),
    ...approvals.map(({ approval }) => approval.digest),
  ]);
  return [...digests].map((digest) => {
    const state = sealOf(approvals, skill.sourceUid, digest);
    return {
      digest,
      seal: state === null ? 'not_approved' : state.revocation === null ? 'approved' : 'revoked',
      current: digest === current,
      approvedBy: state === null ? null : (names.get(state.approval.approvedBy) ?? null),
      approvedAtMs: state?.approval.atMs ?? null,
      revokedAtMs: state?.revocation?.atMs ?? null,
      heldByConversations: heldBy(skill.uid, digest),
    };
  });
}

async function namesOf(
  deps: Pick<ViewDeps, 'nameOf'>,
  approvals: readonly ApprovalState[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(approvals.map(({ approval }) => approval.approvedBy))];
  return new Map(await Promise.all(ids.map(async (id) => [id, await nameOf(deps, id)] as const)));
}

/** What `isInstruction` asks of the approvals of a skill: the one that counts for its current version. */
function approvalFact(
  skill: Skill,
  digest: string | null,
  approvals: readonly ApprovalState[],
): InstructionFacts['approval'] {
  const state = digest === null ? null : sealOf(approvals, skill.sourceUid, digest);
  return state === null ? null : { approval: state.approval, unrevoked: state.revocation === null };
}

/** The newest approval of a digest from the skill's source: the one that counts. */
function sealOf(
  approvals: readonly ApprovalState[],
  sourceUid: number,
  digest: string,
): ApprovalState | null {
  return (
    approvals.find(
      ({ approval }) => approval.digest === digest && approval.sourceUid === sourceUid,
    ) ?? null
  );
}

/** Everything the approve screen shows; `null` when there is no such skill. */
export async function reviewOf(deps: ViewDeps, uid: number): Promise<SkillReview | null> {
  const facts = await readInstructionFacts(deps.store, uid);
  if (facts === null) return null;
  const approvals = await deps.store.approvals(uid);
  const summary = await summaryWith(deps, facts, approvals);
  if (summary === null) return null;
  const { version } = facts.skill;
  const last = approvals[0]?.approval;
  const tools = await Promise.all(
    (version.allowedTools ?? []).map(async (name) => {
      const known = await deps.toolInfo(name);
      return { name, exists: known !== null, effect: known?.effect ?? null };
    }),
  );
  const exists = new Set(tools.filter((tool) => tool.exists).map((tool) => tool.name));
  const reasons = reasonsAgainst(facts);
  return {
    skill: summary,
    digest: currentDigest(facts.skill, facts.source).digest ?? versionDigest(version),
    version: fieldsOf(version),
    lastApproved:
      last === undefined
        ? null
        : { digest: last.digest, version: fieldsOf(last.snapshot), approvedAtMs: last.atMs },
    tools,
    findings: scanSkill(version).map(({ label, severity, line, excerpt }) => ({
      label,
      severity,
      line,
      excerpt,
    })),
    origin: (await deps.originOf?.(facts.skill)) ?? null,
    warnings: lintSkill(version, (name) => exists.has(name)).map(({ code }) => code),
    wouldInstruct: reasons.every((reason) => reason === 'disabled'),
    reasons,
    audit: await auditEntries(
      deps,
      await deps.store.audit({ skillUid: uid, limit: REVIEW_AUDIT_ROWS }),
      { withSubject: false },
    ),
  };
}

/** What, besides the missing approval, keeps the current version from instructing. */
function reasonsAgainst(facts: InstructionFacts): string[] {
  const { skill, source, thresholds } = facts;
  const verdict = isInstruction(facts);
  return [
    ...(verdict.instruction ? [] : verdict.reasons).filter(
      // An approval made now would be newer than any revocation, and would carry a whole snapshot.
      (reason) => !['not_approved', 'revoked', 'snapshot_damaged'].includes(reason),
    ),
    ...(admits(skill, source, thresholds) ? [] : ['not_admitted']),
    ...(skill.enabled ? [] : ['disabled']),
  ];
}

/** The edits of a skill, newest first. */
export async function historyEntries(
  deps: Pick<ViewDeps, 'store' | 'nameOf'>,
  uid: number,
): Promise<SkillHistoryEntry[]> {
  const names = { nameOf: remembered(deps.nameOf) };
  return Promise.all(
    (await deps.store.history(uid)).map(async (row) => ({
      id: row.id,
      atMs: row.atMs,
      userName: await nameOf(names, row.userId),
      before: row.before === null ? null : fieldsOf(row.before),
      after: fieldsOf(row.after),
      digest: row.digest,
    })),
  );
}

function fieldsOf(version: SkillVersion): SkillVersionFields {
  return {
    ...version,
    allowedTools: version.allowedTools === null ? null : [...version.allowedTools],
  };
}
