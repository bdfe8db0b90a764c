import type { CompositionNotice, SaidNotice } from '../contracts/index.ts';
import type { FencedSkill, InstructionSection } from '../prompts/index.ts';
import type { Attachment, Pin, SkillReader } from '../skills/index.ts';
import type { Invocation } from './rules/continuation.ts';
import { isEffective, pinOf, sectionOf, standingOf, type SkillStanding } from './skill-set.ts';

/** How a skill reaches a run; also the order of admission: process, always, forced, invoked (CTX-02). */
export type SectionOrigin = 'process' | 'always' | 'forced' | 'invoked';

export interface SectionCandidate {
  readonly origin: SectionOrigin;
  readonly pin: Pin;
  readonly section: InstructionSection;
  /** In a continuation it may be left out with a notice when it does not fit; anything else fails the start. */
  readonly mayBeLeftOut: boolean;
}

export interface GatheredSections {
  /** New instruction sections in order of admission. */
  readonly candidates: readonly SectionCandidate[];
  readonly fenced: readonly FencedSkill[];
  readonly notices: readonly SaidNotice[];
}

export interface SectionSources {
  readonly attachments: readonly Attachment[];
  readonly forcedSkillUids: readonly number[];
  /** An invocation that is a new start; its checks have passed. */
  readonly fresh: Invocation | null;
  /** The derived invocation when it is no new start. */
  readonly derivedInvocation: Invocation | null;
  /** What the run holds already; composed from there and not gathered again. */
  readonly pins: readonly Pin[];
}

/** Sorts every skill that reaches a run anew: an instruction to its section, another to the fence, a process to nothing. */
export async function gatherSections(
  skills: SkillReader,
  sources: SectionSources,
): Promise<GatheredSections> {
  const candidates: SectionCandidate[] = [];
  const fenced: FencedSkill[] = [];
  const notices: SaidNotice[] = [];
  const seen = new Set(sources.pins.map(({ skillUid }) => skillUid));
  for (const { skillUid, origin } of inOrder(sources)) {
    if (seen.has(skillUid)) continue;
    seen.add(skillUid);
    const standing = await standingOf(skills, skillUid);
    const attached = sources.attachments.some((attachment) => attachment.skillUid === skillUid);
    const placement = placementOf(standing, { origin, attached });
    if (placement.kind === 'section') candidates.push(placement.candidate);
    else if (placement.kind === 'fence') fenced.push(placement.skill);
    else if (placement.code !== null) {
      const name = standing?.skill.version.name ?? '';
      const { code, reason } = placement;
      const why = reason === undefined ? {} : { reason };
      notices.push({ code, data: { skillUid, name, ...why } });
    }
  }
  // Stable: within one origin the order of gathering stays.
  candidates.sort((a, b) => ORDER.indexOf(a.origin) - ORDER.indexOf(b.origin));
  return { candidates, fenced, notices };
}

type Reach = 'always' | 'forced' | 'invoked' | 'derived';

const ORDER: readonly SectionOrigin[] = ['process', 'always', 'forced', 'invoked'];

function inOrder(
  sources: SectionSources,
): readonly { readonly skillUid: number; readonly origin: Reach }[] {
  // The invocation first: a process that is also attached must be met as invoked, not as an attachment to skip.
  return [
    ...(sources.fresh === null
      ? []
      : [{ skillUid: sources.fresh.skillUid, origin: 'invoked' as const }]),
    ...sources.attachments
      .filter(({ loadMode }) => loadMode === 'always')
      .map(({ skillUid }) => ({ skillUid, origin: 'always' as const })),
    ...sources.forcedSkillUids.map((skillUid) => ({ skillUid, origin: 'forced' as const })),
    ...(sources.derivedInvocation === null
      ? []
      : [{ skillUid: sources.derivedInvocation.skillUid, origin: 'derived' as const }]),
  ];
}

type Placement =
  | { readonly kind: 'section'; readonly candidate: SectionCandidate }
  | { readonly kind: 'fence'; readonly skill: FencedSkill }
  | {
      readonly kind: 'skip';
      readonly code: CompositionNotice | null;
      readonly reason?: NotAvailable;
    };

/** Why a skill is not to be had here. */
type NotAvailable = 'switched_off' | 'orphaned' | 'not_admitted' | 'detached';

function placementOf(
  standing: SkillStanding | null,
  reach: { readonly origin: Reach; readonly attached: boolean },
): Placement {
  const { origin } = reach;
  const skip = (code: CompositionNotice | null): Placement => ({ kind: 'skip', code });
  if (standing === null) return skip(origin === 'always' ? null : 'skill_gone');
  // A derived invocation is recomposed only while it is still attached (decisions §64).
  if (!isEffective(standing) || (origin === 'derived' && !reach.attached)) {
    return origin === 'always'
      ? skip(null)
      : { kind: 'skip', code: 'skill_not_available', reason: whyNot(standing) };
  }
  if (!standing.intact) return skip('skill_damaged');
  if (standing.process && origin !== 'invoked') return skip('process_skipped');
  const { verdict, skill } = standing;
  if (!verdict.instruction) {
    const from = origin === 'always' ? 'configuration' : 'task';
    return { kind: 'fence', skill: { skillUid: skill.uid, version: skill.version, origin: from } };
  }
  return {
    kind: 'section',
    candidate: {
      origin: standing.process ? 'process' : origin === 'derived' ? 'invoked' : origin,
      pin: pinOf(verdict.approval),
      section: sectionOf(verdict.approval),
      mayBeLeftOut: origin === 'always' || origin === 'derived',
    },
  };
}

function whyNot({ enabled, orphaned, admitted }: SkillStanding): NotAvailable {
  if (orphaned) return 'orphaned';
  if (!enabled) return 'switched_off';
  return admitted ? 'detached' : 'not_admitted';
}
