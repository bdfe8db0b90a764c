import {
  allows,
  contentRightsOf,
  holdsGrant,
  isAdministrator,
  type Actor,
} from '../actors/index.ts';
import { AppError, byteLength, type Refusal as RefusalOf } from '../base/index.ts';
import type { ErrorCode, SnippetDataClass } from '../contracts/index.ts';
import type { CurrentDigest } from './instruction.ts';
import type { Skill, SkillSource, SkillVersion } from './skill.ts';
import { MAX_BODY_BYTES } from './skill-markdown.ts';

/** Why something is not done to a skill. */
export type Refusal = RefusalOf<ErrorCode>;

/** Whether an actor may see and write skills: administrators and holders of the permission (decisions §39). */
export function mayAuthor(actor: Actor): boolean {
  return holdsGrant(actor, 'skills_author');
}

/** Throws `not_permitted` for who may not see skills. */
export function requireAuthor(actor: Actor): void {
  if (!mayAuthor(actor)) {
    throw new AppError('not_permitted', 'This is for administrators and for who writes skills.');
  }
}

/** Fields of a skill that nobody writes without being granted them (BCK-04). The value is the grant's name. */
const PROTECTED_FIELDS: Readonly<Record<string, string>> = {
  trustLevel: 'skill.trust_level',
  bodyChecksum: 'skill.body_checksum',
  storedDigest: 'skill.version_digest',
  enabled: 'skill.enabled',
  allowedTools: 'skill.allowed_tools',
  sourceUid: 'skill.source',
  hidden: 'skill.hidden',
  supportStatus: 'skill.support_status',
  orphaned: 'skill.orphaned',
  rawFrontMatter: 'skill.raw_frontmatter',
  dataClass: 'skill.data_class',
};

const TEXT_FIELDS = ['name', 'description', 'body', 'allowedTools', 'process', 'supportStatus'];

/** What a person may change of a skill through the one write path; everything else is derived or written by ingest. */
export interface SkillChanges {
  readonly name?: string;
  readonly description?: string;
  readonly body?: string;
  readonly allowedTools?: readonly string[] | null;
  readonly process?: boolean;
  readonly enabled?: boolean;
  readonly sourceUid?: number;
  readonly dataClass?: SnippetDataClass | null;
}

const WRITABLE: readonly (keyof SkillChanges)[] = [
  'name',
  'description',
  'body',
  'allowedTools',
  'process',
  'enabled',
  'sourceUid',
  'dataClass',
];

/**
 * Whether a write of these fields by this actor is refused (BCK-04, DIG-10). `fields` are the names that would change,
 * as they came in, known or not; `source` is the skill's own, or the chosen one for a new skill.
 */
export function writeRefusal(facts: {
  readonly actor: Actor;
  readonly fields: readonly string[];
  readonly source: SkillSource | null;
}): Refusal | null {
  const { actor, fields, source } = facts;
  if (!mayAuthor(actor)) {
    return { code: 'not_permitted', message: 'Writing skills needs the permission to do so.' };
  }
  const granted = contentRightsOf(actor).fieldGrants;
  const locked = fields.filter((field) => {
    const grant = PROTECTED_FIELDS[field];
    const writable = WRITABLE.some((name) => name === field);
    return grant === undefined ? !writable : !writable || !allows(granted, grant);
  });
  if (locked.length > 0) {
    const message = `These fields are protected: ${locked.join(', ')}.`;
    return { code: 'field_protected', message, data: { fields: locked } };
  }
  if (source?.type !== 'backend' && fields.some((field) => TEXT_FIELDS.includes(field))) {
    const message = 'The text of a skill from a source is changed at the source.';
    return { code: 'skill_read_only', message };
  }
  return null;
}

/** Whether a text cannot be stored as a version. */
export function versionRefusal(version: SkillVersion): Refusal | null {
  const invalid = (field: string, message: string): Refusal => ({
    code: 'skill_invalid',
    message,
    data: { field },
  });
  for (const field of ['name', 'description', 'body'] as const) {
    if (/\p{Cs}|\0/u.test(version[field])) {
      return invalid(field, `The ${field} holds a character that is none.`);
    }
  }
  if (version.name === '') return invalid('name', 'The name is missing.');
  if (Array.from(version.name).length > 255) {
    return invalid('name', 'The name has more than 255 characters.');
  }
  if (version.description === '') return invalid('description', 'The description is missing.');
  if (Array.from(version.description).length > 2_000) {
    return invalid('description', 'The description has more than 2,000 characters.');
  }
  return byteLength(version.body) > MAX_BODY_BYTES
    ? invalid('body', `The text has more than ${String(MAX_BODY_BYTES)} bytes.`)
    : null;
}

/**
 * Whether an approval is refused (APR-02, APR-05, DIG-12, decisions §42). Not asked: whether the source is below the
 * threshold or the skill disabled; such an approval takes effect when that changes.
 */
export function approvalRefusal(facts: {
  readonly actor: Actor;
  readonly skill: Skill | null;
  readonly current: CurrentDigest | null;
  readonly renderedDigest: string;
}): Refusal | null {
  const { actor, skill, current, renderedDigest } = facts;
  if (!isAdministrator(actor)) {
    return { code: 'not_permitted', message: 'Only administrators approve.' };
  }
  if (skill === null || current === null) {
    return { code: 'not_found', message: 'There is no such skill.' };
  }
  if (skill.orphaned) {
    return { code: 'skill_orphaned', message: 'The skill is gone from its source.' };
  }
  if (current.state === 'legacy') {
    return {
      code: 'skill_without_digest',
      message: 'The skill has no digest until its next sync.',
    };
  }
  if (current.state === 'damaged') {
    const message = 'The stored text is not what its source delivered; sync the source again.';
    return { code: 'skill_damaged', message };
  }
  if (current.digest !== renderedDigest) {
    const message = 'The skill changed since this page was shown. Nothing was approved.';
    return { code: 'skill_changed', message, data: { digest: current.digest } };
  }
  return null;
}

/** Whether a revocation is refused: it names a digest that was approved once (decisions §41). */
export function revocationRefusal(facts: {
  readonly actor: Actor;
  readonly skill: Skill | null;
  readonly everApproved: boolean;
}): Refusal | null {
  if (!isAdministrator(facts.actor)) {
    return { code: 'not_permitted', message: 'Only administrators revoke.' };
  }
  if (facts.skill === null) return { code: 'not_found', message: 'There is no such skill.' };
  return facts.everApproved
    ? null
    : { code: 'digest_unknown', message: 'This version was never approved.' };
}
