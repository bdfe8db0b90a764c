import type { SkillVersion } from './skill.ts';

/**
 * `partial` when the text leans on what is not here: it declares tools, or its body names a file beside it (facts §1).
 * A display and composition matter (CMP-04), no statement about safety.
 */
export function supportStatusOf(
  version: Pick<SkillVersion, 'body' | 'allowedTools'>,
): SkillVersion['supportStatus'] {
  return version.allowedTools !== null || version.body.split('\n').some(namesAsset)
    ? 'partial'
    : 'full';
}

/** Whether a line refers to a file beside the skill; a partial skill is composed without such lines (CMP-04). */
export function namesAsset(line: string): boolean {
  return /\b(?:references|scripts|assets)\/|\.(?:py|sh|js|rb)\b/i.test(line);
}
