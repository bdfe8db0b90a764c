import { normaliseLineEnds } from '../base/index.ts';
import type { SkillVersionFields } from '../contracts/index.ts';
import { namesAsset } from '../skills/index.ts';

/** A body as the model reads it: a partial skill without the lines that refer to files beside it (CMP-04). */
export function composedBody(version: Pick<SkillVersionFields, 'body' | 'supportStatus'>): string {
  const body = normaliseLineEnds(version.body);
  if (version.supportStatus === 'full') return body;
  return body
    .split('\n')
    .filter((line) => !namesAsset(line))
    .join('\n')
    .trimEnd();
}
