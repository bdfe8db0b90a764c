import { namesAsset } from './support-status.ts';
import type { SkillVersion } from './skill.ts';

/** Something an author should know before asking for approval. It forbids nothing. */
export type LintFinding =
  /** A process that declares tools without `progress` can neither report nor finish (decisions §67). */
  | { readonly code: 'process_without_progress' }
  | { readonly code: 'tools_unknown'; readonly names: readonly string[] }
  /** No declared name exists here, so the skill grants nothing (decisions §48). */
  | { readonly code: 'grants_nothing' }
  /** Lines of the body that are left out when it is composed, from 1 (CMP-04). */
  | { readonly code: 'lines_left_out'; readonly lines: readonly number[] }
  | { readonly code: 'body_empty' }
  /** Longer than the catalogue shows (decisions §52). */
  | { readonly code: 'description_cut'; readonly maxCharacters: number };

const CATALOGUE_DESCRIPTION_CHARACTERS = 400;

/** What is odd about a written skill. */
export function lintSkill(
  version: SkillVersion,
  toolExists: (name: string) => boolean,
): readonly LintFinding[] {
  const findings: LintFinding[] = [];
  const { allowedTools, body, process } = version;
  if (process && allowedTools !== null && !allowedTools.includes('progress')) {
    findings.push({ code: 'process_without_progress' });
  }
  const unknown = (allowedTools ?? []).filter((name) => !toolExists(name));
  if (unknown.length > 0) findings.push({ code: 'tools_unknown', names: unknown });
  if (allowedTools !== null && unknown.length === allowedTools.length) {
    findings.push({ code: 'grants_nothing' });
  }
  const lines = body.split('\n').flatMap((line, index) => (namesAsset(line) ? [index + 1] : []));
  if (version.supportStatus === 'partial' && lines.length > 0) {
    findings.push({ code: 'lines_left_out', lines });
  }
  if (body.trim() === '') findings.push({ code: 'body_empty' });
  if (Array.from(version.description).length > CATALOGUE_DESCRIPTION_CHARACTERS) {
    findings.push({ code: 'description_cut', maxCharacters: CATALOGUE_DESCRIPTION_CHARACTERS });
  }
  return findings;
}
