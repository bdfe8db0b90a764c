import { excerpt, singleLine } from '../base/index.ts';
import { HIDDEN_CHARACTER } from '../contracts/index.ts';
import type { SkillVersion } from './skill.ts';

export type ScanSeverity = 'high' | 'medium' | 'low';

export interface ScanFinding {
  readonly label: string;
  readonly severity: ScanSeverity;
  readonly field: 'name' | 'description' | 'body';
  /** Line of the body, from 1; 0 for a finding in name or description. */
  readonly line: number;
  /** At most 120 characters of the place. Third-party text: escape it. */
  readonly excerpt: string;
}

/** One rule of the scan, as data. */
export interface ScanRule {
  readonly label: string;
  readonly severity: ScanSeverity;
  readonly pattern: RegExp;
}

const MAX_EXCERPT_CHARACTERS = 120;

/**
 * What the scan looks for (facts §1; hidden characters from decisions §51). It informs the person who approves and
 * defends nothing by itself (decisions §53). Gaps are bounded, so no text makes a pattern slow.
 */
export const SCAN_RULES: readonly ScanRule[] = [
  {
    label: 'instruction-override',
    severity: 'high',
    pattern:
      /\b(?:ignore|disregard|forget)\b.{0,60}\b(?:previous|prior|above|earlier|all)\b.{0,60}\b(?:instructions?|prompts?|directives?|context)\b/is,
  },
  {
    label: 'role-override',
    severity: 'high',
    pattern: /\byou are now (?:an?|the|in|going|no longer)\b/i,
  },
  {
    label: 'jailbreak-persona',
    severity: 'high',
    pattern:
      /\b(?:act as|pretend|enable|enter|switch to)\b.{0,40}\b(?:DAN|developer mode|jailbreak|unrestricted|unfiltered)\b/is,
  },
  {
    label: 'chat-template-injection',
    severity: 'high',
    pattern: /<\|[a-z_]{2,40}\|>|\[\/?INST\]/i,
  },
  {
    label: 'hidden-characters',
    severity: 'high',
    pattern: HIDDEN_CHARACTER,
  },
  {
    label: 'secret-exposure',
    severity: 'medium',
    pattern:
      /\b(?:send|leak|reveal|print|show|output|post|upload|exfiltrate|share)\b.{0,60}\b(?:api[ _-]?keys?|keys|secrets?|tokens?|passwords?|credentials?)\b/is,
  },
  {
    label: 'system-prompt-probe',
    severity: 'medium',
    pattern:
      /\b(?:reveal|show|repeat|print|output)\b.{0,40}\b(?:system prompt|your (?:rules|instructions))\b/is,
  },
  {
    label: 'guardrail-bypass',
    severity: 'medium',
    pattern:
      /\b(?:bypass|disable|override|circumvent|turn off)\b.{0,40}\b(?:safety|filters?|moderation|guardrails?)\b/is,
  },
  {
    label: 'covert-behavior',
    severity: 'medium',
    pattern:
      /\b(?:do not|don't|never)\b.{0,30}\b(?:tell|notify|inform|alert)\b.{0,30}\b(?:users?|admins?|administrators?)\b/is,
  },
  { label: 'encoded-payload', severity: 'low', pattern: /[A-Za-z0-9+/]{200}/ },
];

/** The first hit of each rule in each of name, description and body (SYN-07, decisions §23). */
export function scanSkill(
  version: Pick<SkillVersion, 'name' | 'description' | 'body'>,
  rules: readonly ScanRule[] = SCAN_RULES,
): readonly ScanFinding[] {
  return (['name', 'description', 'body'] as const).flatMap((field) =>
    rules.flatMap(({ label, severity, pattern }) => {
      const text = version[field];
      const hit = pattern.exec(text);
      if (hit === null) return [];
      const line = field === 'body' ? text.slice(0, hit.index).split('\n').length : 0;
      return [{ label, severity, field, line, excerpt: around(text, hit.index) }];
    }),
  );
}

/** The hit and what follows it, from the start of its line when that is near. */
function around(text: string, index: number): string {
  const lineStart = text.lastIndexOf('\n', index - 1) + 1;
  const start = index - lineStart > MAX_EXCERPT_CHARACTERS / 2 ? index : lineStart;
  const shown = singleLine(text.slice(start, start + 4 * MAX_EXCERPT_CHARACTERS));
  return excerpt(shown, MAX_EXCERPT_CHARACTERS);
}
