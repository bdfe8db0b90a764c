import type {
  SealState,
  SkillHistoryEntry,
  SkillReview,
  SkillVersionFields,
} from '../../../../../src/contracts/index.ts';

/** The version a review page is about. */
export interface ShownVersion {
  readonly digest: string;
  readonly seal: SealState;
  /** The skill holds it now; only then can it be approved. */
  readonly isCurrent: boolean;
  /** `null` when its text is not at hand. */
  readonly version: SkillVersionFields | null;
  /** What it is compared with; `null` when there is nothing, or when it is the last approved one itself. */
  readonly compared: {
    readonly digest: string;
    readonly version: SkillVersionFields;
    /** An approval that was taken back since is no longer one. */
    readonly seal: SealState;
  } | null;
  readonly approvedAtMs: number | null;
  readonly approvedBy: string | null;
  /** Who took the approval back and why; `null` unless its seal says so. */
  readonly revoked: Revoked | null;
}

interface Revoked {
  readonly atMs: number;
  readonly by: string;
  /** As the administrator wrote it; may be empty. */
  readonly reason: string;
}

/** The version named by `digest`, or the current one. The text of an earlier one comes from its approval or its edit. */
export function shownVersion(
  review: SkillReview,
  digest: string | null,
  history: readonly SkillHistoryEntry[],
): ShownVersion {
  const wanted = digest ?? review.digest;
  const summaryOf = (of: string) => review.skill.versions.find((version) => version.digest === of);
  const summary = summaryOf(wanted);
  const seal = summary?.seal ?? 'not_approved';
  const stored = {
    digest: wanted,
    seal,
    revoked: seal === 'revoked' ? lastRevocation(review, wanted) : null,
    approvedAtMs: summary?.approvedAtMs ?? null,
    approvedBy: summary?.approvedBy ?? null,
  } as const;
  const { lastApproved } = review;
  if (wanted === review.digest) {
    const compared =
      lastApproved === null || lastApproved.digest === wanted
        ? null
        : { ...lastApproved, seal: summaryOf(lastApproved.digest)?.seal ?? 'approved' };
    return { ...stored, isCurrent: true, version: review.version, compared };
  }
  const version =
    (lastApproved?.digest === wanted ? lastApproved.version : undefined) ??
    history.find((entry) => entry.digest === wanted)?.after ??
    null;
  return { ...stored, isCurrent: false, version, compared: null };
}

function lastRevocation({ audit }: SkillReview, digest: string): Revoked | null {
  const rows = audit.filter((row) => row.event === 'revoked' && row.digest === digest);
  const last = rows.sort((a, b) => b.id - a.id)[0];
  return last === undefined ? null : { atMs: last.atMs, by: last.actorName, reason: last.code };
}

export type ApproveState =
  /** Approved; with reasons when it does not instruct all the same. */
  | { readonly kind: 'approved'; readonly reasons: readonly string[] }
  /** It would instruct at once. */
  | { readonly kind: 'ready' }
  /** It can be approved, and takes effect once these no longer hold (decisions §42). */
  | { readonly kind: 'later'; readonly reasons: readonly string[] }
  /** An approval would be refused. */
  | { readonly kind: 'impossible'; readonly reasons: readonly string[] };

const IMPOSSIBLE: ReadonlySet<string> = new Set(['source_gone', 'orphaned', 'legacy', 'damaged']);

/** What the approve button can do for the current version. */
export function approveState(review: SkillReview, seal: SealState): ApproveState {
  if (seal === 'approved') return { kind: 'approved', reasons: review.reasons };
  const impossible = review.reasons.filter((reason) => IMPOSSIBLE.has(reason));
  if (impossible.length > 0) return { kind: 'impossible', reasons: impossible };
  return review.reasons.length === 0
    ? { kind: 'ready' }
    : { kind: 'later', reasons: review.reasons };
}
