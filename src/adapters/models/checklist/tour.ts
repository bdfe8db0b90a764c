import type { PageContent, PageTree } from '../../../content/index.ts';
import { withWrite, type FieldWrite } from './apply-change.ts';
import type { CheckId } from './checks.ts';
import type { Finding } from './finding.ts';
import { findings } from './findings.ts';
import type { OpenPoint } from './system-facts.ts';
import { writeToolFor, type PastProposal, type SettledField } from './transcript.ts';

export interface TourFacts {
  readonly page: PageContent;
  readonly tree: PageTree;
  readonly checks: readonly CheckId[];
  readonly openPoints: readonly OpenPoint[];
  /** Cards settled before the person's last message. */
  readonly settled: readonly SettledField[];
  /** Proposals since, oldest first. */
  readonly proposals: readonly PastProposal[];
  /** Whether the person's last message says to leave the open point alone. */
  readonly leavesOpenPoint: boolean;
  readonly mayCall: (tool: string) => boolean;
}

/** What to do next on a tour. */
export interface TourPosition {
  /** The point to propose, its variant, and how it came to be the turn's; `null` when every point is settled. */
  readonly next: {
    readonly finding: Finding;
    readonly value: string;
    readonly isVariant: boolean;
    /** Every variant was declined; the first one comes again. */
    readonly isAgain: boolean;
    readonly wasOpen: boolean;
  } | null;
  /** Position of `next`, from 1; of the last point when there is none. */
  readonly current: number;
  readonly total: number;
  /** What cannot be proposed from here, for the overview. */
  readonly remarks: readonly Finding[];
  /** The person wrote something while the card of `next` waited; the same proposal comes again. */
  readonly isInterrupted: boolean;
  /** How many of the points were left open last time. */
  readonly openCount: number;
  /** Points whose only proposal was declined for another one: they have no answer. */
  readonly unanswered: number;
  /** The last proposal ended without success, or its point has only this one variant. */
  readonly afterwards:
    { readonly kind: 'failed'; readonly message: string } | { readonly kind: 'exhausted' } | null;
}

/**
 * Where a tour stands, from the transcript alone: the points are the findings of the page as it was read, every past
 * proposal is replayed on it, and the first point not settled is next. The total stays what it was at the start.
 */
export function tourPosition(facts: TourFacts): TourPosition {
  const found = findings(facts.page, facts.tree, facts.checks);
  const remarks = found.filter((finding) => !isProposable(finding, facts.mayCall));
  const points = leaveSettled(
    openFirst(
      found.filter((finding) => isProposable(finding, facts.mayCall)),
      facts.openPoints,
    ),
    facts,
  );
  const before = facts.settled.filter(({ end }) => end !== 'withdrawn' && end !== 'variant').length;
  const interrupted = interruptedAt(points, facts);
  const state = replay(points, facts, interrupted);
  const remaining = state.pending.length;
  const total = before + points.length;
  const next = state.pending[0];
  const value = next === undefined ? undefined : next.variants[state.declined];
  return {
    next:
      next === undefined || value === undefined
        ? null
        : {
            finding: next,
            value,
            isVariant: state.declined > 0,
            isAgain: state.isAgain,
            wasOpen: isOpen(next, facts.openPoints),
          },
    current: Math.min(total, total - remaining + 1),
    total,
    remarks,
    openCount: points.filter((point) => isOpen(point, facts.openPoints)).length,
    isInterrupted: interrupted !== null && facts.proposals.length === 0,
    unanswered: state.unanswered,
    afterwards: state.afterwards,
  };
}

interface Replay {
  readonly pending: readonly Finding[];
  /** Which variant of the first pending point is next. */
  readonly declined: number;
  readonly isAgain: boolean;
  readonly unanswered: number;
  readonly afterwards: TourPosition['afterwards'];
}

/**
 * Which variant of the first point waited when the person wrote a message instead of an answer; `null` when none did.
 * The transcript names no values, but it tells how many of its cards were answered with another variant.
 */
function interruptedAt(
  points: readonly Finding[],
  { settled, leavesOpenPoint }: TourFacts,
): number | null {
  const [point] = points;
  const last = settled.at(-1);
  if (point === undefined || last?.end !== 'withdrawn' || leavesOpenPoint) return null;
  if (!isAt(point, last)) return null;
  const other = settled.findLastIndex(
    (card) => !isAt(point, card) || (card.end !== 'withdrawn' && card.end !== 'variant'),
  );
  const declined = settled.slice(other + 1).filter(({ end }) => end === 'variant').length;
  return declined % point.variants.length;
}

function replay(points: readonly Finding[], facts: TourFacts, interrupted: number | null): Replay {
  let page = facts.page;
  let pending = points;
  let declined = interrupted ?? 0;
  let isAgain = false;
  let unanswered = 0;
  let afterwards: TourPosition['afterwards'] = null;
  for (const { write, end, message } of facts.proposals) {
    if (end === 'applied') page = withWrite(page, write);
    const point = pending.find((candidate) => proposes(candidate, write));
    afterwards = null;
    if (point === undefined) continue;
    if (end === 'withdrawn') continue;
    isAgain = false;
    if (end === 'variant') {
      // The runtime refuses only the call declined last, so two variants are enough to go round.
      declined = (point.variants.indexOf(write.value) + 1) % point.variants.length;
      isAgain = declined === 0;
      if (point.variants.length > 1) continue;
      isAgain = false;
      unanswered += 1;
      afterwards = { kind: 'exhausted' };
    } else if (end === 'failed') {
      afterwards = { kind: 'failed', message };
    }
    declined = 0;
    pending = refreshed(
      pending.filter((candidate) => candidate !== point),
      { ...facts, page },
    );
  }
  return { pending, declined, isAgain, unanswered, afterwards };
}

/**
 * The points still to come, as they are on the page as it stands now. A point whose text moved because another one of the
 * same field was applied is found again by its place in that field; one that is no longer true is gone.
 */
function refreshed(pending: readonly Finding[], facts: TourFacts): readonly Finding[] {
  const now = findings(facts.page, facts.tree, facts.checks).filter((finding) =>
    isProposable(finding, facts.mayCall),
  );
  const keys = new Set(pending.map(({ key }) => key));
  const taken = new Set<string>();
  return pending.flatMap((point) => {
    const same =
      now.find((candidate) => candidate.key === point.key && !taken.has(candidate.key)) ??
      now.find(
        (candidate) =>
          candidate.check === point.check &&
          sameField(candidate, point) &&
          !keys.has(candidate.key) &&
          !taken.has(candidate.key) &&
          isNear(candidate, point),
      );
    if (same === undefined) return [];
    taken.add(same.key);
    return [same];
  });
}

/** Whether two places of a field are the same one after a small change around it: most words are shared. */
function isNear(a: Finding, b: Finding): boolean {
  const words = (text: string) => new Set(text.toLowerCase().match(/\p{L}+/gu) ?? []);
  const [one, two] = [words(a.place), words(b.place)];
  const shared = [...one].filter((word) => two.has(word)).length;
  return shared * 2 > Math.min(one.size, two.size);
}

function proposes(point: Finding, write: FieldWrite): boolean {
  return (
    point.record.table === write.table &&
    point.record.uid === write.uid &&
    point.field === write.field &&
    point.variants.includes(write.value)
  );
}

/** Leaves out as many points of a field as were settled without changing it; applied ones are no findings any more. */
function leaveSettled(points: readonly Finding[], facts: TourFacts): readonly Finding[] {
  const left = [...points];
  const ended = facts.settled.filter(
    ({ end }, index) =>
      end === 'skip' ||
      end === 'keep' ||
      end === 'failed' ||
      (end === 'withdrawn' && facts.leavesOpenPoint && index === facts.settled.length - 1),
  );
  for (const place of ended) {
    const index = left.findIndex((point) => isAt(point, place));
    if (index >= 0) left.splice(index, 1);
  }
  return left;
}

function isProposable(finding: Finding, mayCall: (tool: string) => boolean): boolean {
  const tool = writeToolFor(finding.record.table);
  return (
    finding.field !== null && finding.variants.length > 0 && tool !== null && mayCall(tool.name)
  );
}

function openFirst(
  points: readonly Finding[],
  openPoints: readonly OpenPoint[],
): readonly Finding[] {
  return [
    ...points.filter((point) => isOpen(point, openPoints)),
    ...points.filter((point) => !isOpen(point, openPoints)),
  ];
}

function isOpen(point: Finding, openPoints: readonly OpenPoint[]): boolean {
  return openPoints.some((open) => isAt(point, open));
}

function isAt(
  point: Finding,
  place: { readonly table: string; readonly uid: number; readonly field: string },
): boolean {
  return (
    point.record.table === place.table &&
    point.record.uid === place.uid &&
    point.field === place.field
  );
}

function sameField(a: Finding, b: Finding): boolean {
  return a.record.table === b.record.table && a.record.uid === b.record.uid && a.field === b.field;
}
