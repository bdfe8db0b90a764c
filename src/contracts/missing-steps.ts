import { GATE_WORDS, QUOTED, type GateDetail } from './gate-words.ts';
import { ToolGate, type GateAnswer } from './governance.ts';
import type { Locale } from './records.ts';

/** One thing a tool lacks to be offered: a gate as a whole, or what exactly is missing there. */
export type MissingStep =
  | { readonly code: ToolGate | 'other' }
  | {
      readonly code: GateDetail;
      /** What people call what it is about: skills, a group, a server. */
      readonly names: readonly string[];
      /** The first of them as commands take it; empty where it is about nothing. */
      readonly identifier: string;
    };

/** Skills that list a tool and lack something, at most; who lacks least first. */
const SHOWN_SKILLS = 3;

/** Everything that is missing, in the order the gates are asked; empty where the tool is offered. */
export function missingSteps(gate: GateAnswer): readonly MissingStep[] {
  if (gate.reason === 'none') return [];
  return [gate.reason, ...gate.also].flatMap((reason) => stepsAt(reason, gate));
}

function stepsAt(reason: string, gate: GateAnswer): readonly MissingStep[] {
  const { off, server, skills } = gate;
  if (reason === 'toolDisabled' && (off.tool || off.group !== null)) {
    return [
      ...(off.group === null ? [] : [about('groupOff', [off.group])]),
      ...(off.tool ? [about('toolOff')] : []),
    ];
  }
  if (reason === 'notRegistered' && server !== null) {
    return [about(`server_${server.state}`, [server.identifier])];
  }
  if (reason === 'skillList' && skills !== null) return skillSteps(skills);
  return [{ code: gateOf(reason) }];
}

/** A gate a later server knows is at least said to be one. */
function gateOf(reason: string): ToolGate | 'other' {
  return ToolGate.safeParse(reason).data ?? 'other';
}

/** Why a tool is not offered, in one sentence. */
export function gateWhy(reason: string, locale: Locale): string {
  return GATE_WORDS[locale].gates[gateOf(reason)].why;
}

function skillSteps({
  narrowing,
  listing,
}: NonNullable<GateAnswer['skills']>): readonly MissingStep[] {
  const unapproved = narrowing.filter(({ isApproved }) => !isApproved);
  const listingUids = new Set(listing.map(({ uid }) => uid));
  const named = narrowing.filter(({ isApproved }) => isApproved).map(({ name }) => name);
  return [
    ...listing
      .slice(0, SHOWN_SKILLS)
      .flatMap(({ name, identifier, lacks }) =>
        lacks.map((lack) => about(`lacks_${lack}`, [name], identifier)),
      ),
    // One that lists the tool itself has been told of.
    ...unapprovedSteps(unapproved.filter(({ uid }) => !listingUids.has(uid))),
    ...(listing.length === 0 && unapproved.length === 0 ? [about('nobodyLists')] : []),
    ...(named.length === 0 ? [] : [about('listedBy', named)]),
  ];
}

function unapprovedSteps(
  skills: readonly { readonly name: string; readonly identifier: string }[],
): readonly MissingStep[] {
  const [first, ...others] = skills;
  if (first === undefined) return [];
  if (others.length === 0) return [about('skillUnapproved', [first.name], first.identifier)];
  return [
    about(
      'skillsUnapproved',
      skills.map(({ name }) => name),
    ),
  ];
}

function about(
  code: GateDetail,
  names: readonly string[] = [],
  identifier = names[0] ?? '',
): MissingStep {
  return { code, names, identifier };
}

/** What is missing and what to do about it, in words. */
export function stepWords(
  step: MissingStep,
  locale: Locale,
): { readonly why: string; readonly remedy: string } {
  const { gates, details } = GATE_WORDS[locale];
  if (!('names' in step)) return gates[step.code];
  const { why, remedy } = details[step.code];
  const names = step.names.map(QUOTED[locale]).join(', ');
  return { why: why(names), remedy: remedy(names) };
}
