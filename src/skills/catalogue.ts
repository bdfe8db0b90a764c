import { excerpt, singleLine } from '../base/index.ts';
import { admits, isInstruction, type InstructionFacts } from './instruction.ts';
import type { Attachment } from './skill.ts';

/** One skill the model may load: texts of the approved version, never of the record (LOD-03). */
export interface LoadableSkill {
  readonly uid: number;
  readonly digest: string;
  readonly name: string;
  readonly description: string;
}

export interface Catalogue {
  /** Every skill that qualifies, also those the text leaves out; what the load tool accepts and searches. */
  readonly entries: readonly LoadableSkill[];
  /** For the system message; empty when nothing qualifies, and then there is no load tool either (LOD-11). */
  readonly text: string;
  readonly notShown: number;
}

export interface CatalogueCandidate {
  readonly attachment: Attachment;
  readonly facts: InstructionFacts;
}

/** Characters of the whole catalogue text, and of one description in it (decisions §52). */
const LIMITS = { maxCharacters: 8_000, maxNameCharacters: 120, maxDescriptionCharacters: 400 };

const HEADING = '# Skills you may load with load_skill, by uid';

/** What the model may load in a run: on demand, enabled, not orphaned, admitted, an instruction and no process (LOD-03). */
export function catalogueEntries(
  candidates: readonly CatalogueCandidate[],
  limits: { readonly maxCharacters: number } = LIMITS,
): Catalogue {
  const entries = [...candidates]
    .sort((a, b) => a.attachment.position - b.attachment.position || uid(a) - uid(b))
    .flatMap((candidate) => loadable(candidate) ?? [])
    .filter((entry, index, all) => all.findIndex((other) => other.uid === entry.uid) === index);
  return { entries, ...catalogueText(entries, limits.maxCharacters) };
}

/** Entries whose name or description holds every word of the query, in any case, in catalogue order. */
export function searchCatalogue(
  entries: readonly LoadableSkill[],
  query: string,
): readonly LoadableSkill[] {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  return entries.filter((entry) => {
    const text = `${entry.name} ${entry.description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** One skill as one escaped line that cannot end its line or close a frame around it (decisions §52). */
export function catalogueLine(entry: LoadableSkill): string {
  const line = JSON.stringify({
    uid: entry.uid,
    name: excerpt(singleLine(entry.name), LIMITS.maxNameCharacters),
    description: excerpt(singleLine(entry.description), LIMITS.maxDescriptionCharacters),
  });
  return line.replace(/[<>\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function uid(candidate: CatalogueCandidate): number {
  return candidate.attachment.skillUid;
}

function loadable({ attachment, facts }: CatalogueCandidate): LoadableSkill | null {
  const { skill, source, thresholds } = facts;
  if (attachment.loadMode !== 'on_demand' || attachment.skillUid !== skill.uid) return null;
  if (!skill.enabled || skill.orphaned || !admits(skill, source, thresholds)) return null;
  const verdict = isInstruction(facts);
  if (!verdict.instruction || verdict.approval.snapshot.process) return null;
  const { name, description } = verdict.approval.snapshot;
  return { uid: skill.uid, digest: verdict.digest, name, description };
}

function catalogueText(
  entries: readonly LoadableSkill[],
  maxCharacters: number,
): { readonly text: string; readonly notShown: number } {
  if (entries.length === 0) return { text: '', notShown: 0 };
  const lines = entries.map(catalogueLine);
  for (let shown = lines.length; shown >= 0; shown -= 1) {
    const notShown = lines.length - shown;
    const more =
      notShown === 0 ? [] : [`${String(notShown)} more not shown; search with load_skill.`];
    const text = [HEADING, '', ...lines.slice(0, shown), ...more].join('\n');
    if (text.length <= maxCharacters || shown === 0) return { text, notShown };
  }
  return { text: '', notShown: entries.length };
}
