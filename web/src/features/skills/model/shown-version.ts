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
  readonly compared: { readonly digest: string; readonly version: SkillVersionFields } | null;
  readonly approvedAtMs: number | null;
  readonly approvedBy: string | null;
}

/** The version named by `digest`, or the current one. The text of an earlier one comes from its approval or its edit. */
export function shownVersion(
  review: SkillReview,
  digest: string | null,
  history: readonly SkillHistoryEntry[],
): ShownVersion {
  const wanted = digest ?? review.digest;
  const summary = review.skill.versions.find((version) => version.digest === wanted);
  const stored = {
    digest: wanted,
    seal: summary?.seal ?? 'not_approved',
    approvedAtMs: summary?.approvedAtMs ?? null,
    approvedBy: summary?.approvedBy ?? null,
  } as const;
  const { lastApproved } = review;
  if (wanted === review.digest) {
    const compared = lastApproved?.digest === wanted ? null : lastApproved;
    return { ...stored, isCurrent: true, version: review.version, compared };
  }
  const version =
    (lastApproved?.digest === wanted ? lastApproved.version : undefined) ??
    history.find((entry) => entry.digest === wanted)?.after ??
    null;
  return { ...stored, isCurrent: false, version, compared: null };
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
