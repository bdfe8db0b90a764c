import type { InstructionSection } from '../prompts/index.ts';
import {
  admits,
  catalogueLine,
  isInstruction,
  readInstructionFacts,
  searchCatalogue,
  type Pin,
} from '../skills/index.ts';
import { maySee, type SkillLoad } from '../tools/index.ts';
import { withSystemMessage } from './assembly.ts';
import { admitSection, measureOf } from './rules/window.ts';
import type { Segment } from './segment.ts';
import { pinOf, sectionOf } from './skill-set.ts';

/** The load of one catalogue skill, every condition asked again at this moment (LOD-05, LOD-07). */
export async function loadSkill(
  segment: Segment,
  uid: number,
  onLoad: (pin: Pin, section: InstructionSection) => void,
): Promise<SkillLoad> {
  const refused = (message: string): SkillLoad => ({ kind: 'refused', message });
  const { skills } = segment.context;
  const entry = segment.state.head?.catalogue.entries.find((listed) => listed.uid === uid);
  if (entry === undefined) return refused('This skill is not in the catalogue of this run.');
  const facts = await readInstructionFacts(skills, uid);
  const attachments = await skills.attachments(segment.facts.run.configurationUid);
  const onDemand = attachments.some(
    ({ skillUid, loadMode }) => skillUid === uid && loadMode === 'on_demand',
  );
  const held = [...segment.pins, ...segment.state.released].find((pin) => pin.skillUid === uid);
  const verdict = facts === null ? null : isInstruction(facts);
  if (held !== undefined) {
    return verdict === null || verdict.digest === held.digest
      ? { kind: 'already_loaded', name: held.name }
      : refused(`"${held.name}" is loaded in another version, which this conversation keeps.`);
  }
  if (facts === null || verdict?.instruction !== true || !onDemand) {
    return refused('This skill can no longer be loaded.');
  }
  const { skill, source, thresholds } = facts;
  const { snapshot } = verdict.approval;
  if (!skill.enabled || !admits(skill, source, thresholds) || snapshot.process) {
    return refused('This skill can no longer be loaded.');
  }
  const ceiling = await segment.context.settings.ceilingOf(segment.facts.configuration);
  if (!maySee(ceiling, skill.dataClass ?? null)) {
    return refused(`"${snapshot.name}" is too confidential for the model of this configuration.`);
  }
  const section = sectionOf(verdict.approval);
  if (!fits(segment, section)) {
    return refused(`"${snapshot.name}" does not fit into the window beside this conversation.`);
  }
  onLoad(pinOf(verdict.approval), section);
  return { kind: 'loaded', name: snapshot.name };
}

/** At most this many lines a search. */
const MAX_FOUND = 20;

/** What of the run's catalogue matches, as the catalogue would list it. */
export function searchLoadable(segment: Segment, query: string): readonly string[] {
  const entries = segment.state.head?.catalogue.entries ?? [];
  return searchCatalogue(entries, query).slice(0, MAX_FOUND).map(catalogueLine);
}

function fits(segment: Segment, section: InstructionSection): boolean {
  const { head, messages, calibration } = segment.state;
  if (head === null) return false;
  const { configuration, model } = segment.facts;
  return admitSection(
    withSystemMessage(
      { head, sections: [...segment.sections, section], subject: segment.subject },
      messages,
    ),
    measureOf(model, configuration, { calibration, toolTokens: segment.offer.tokens }),
  );
}
