import { singleLine } from '../base/index.ts';
import type { SkillVersionFields } from '../contracts/index.ts';
import { composedBody } from './composed-body.ts';

/** An instruction to compose: the approval's snapshot and the digest it was approved under (PIN-01). */
export interface InstructionSection {
  readonly skillUid: number;
  readonly digest: string;
  readonly version: Readonly<SkillVersionFields>;
}

export interface SystemMessageParts {
  /** The caller's system message if it brought one, else the configuration's prompt. May be empty. */
  readonly base: string;
  /** Composed snippet blocks. */
  readonly snippets: readonly string[];
  readonly sections: readonly InstructionSection[];
  /** The catalogue's text; empty for none. */
  readonly catalogue: string;
  /** Lines such as `Subject record: {"table":"pages","uid":12}`; never page text. */
  readonly runFacts: readonly string[];
}

/** One labelled section, without guard or fence (CMP-01). */
function instructionSection(section: InstructionSection): string {
  const { skillUid, digest, version } = section;
  const label = `${singleLine(version.name)} (skill ${String(skillUid)}, version ${digest})`;
  return `# Instruction of this installation: ${label}\n\n${composedBody(version)}`;
}

/**
 * The system message of a run, in its fixed order: prompt, snippets, instruction sections, catalogue, run facts;
 * parts that are empty leave no trace. Empty when every part is.
 */
export function composeSystemMessage(parts: SystemMessageParts): string {
  const facts = parts.runFacts.map(singleLine).filter(Boolean);
  return [
    parts.base,
    ...parts.snippets,
    ...parts.sections.map(instructionSection),
    parts.catalogue,
    facts.length === 0 ? '' : ['# This run', ...facts].join('\n'),
  ]
    .filter((part) => part.trim() !== '')
    .join('\n\n');
}
