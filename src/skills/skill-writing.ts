import { actorIdOf, type Actor } from '../actors/index.ts';
import { AppError, identifierFor, normaliseLineEnds, orThrow } from '../base/index.ts';
import { normaliseAllowedTools } from './allowed-tools.ts';
import { currentDigest } from './instruction.ts';
import { versionRefusal, writeRefusal, type SkillChanges } from './skill-rules.ts';
import { auditSkill, type SkillServiceDeps } from './skill-service-deps.ts';
import type { SkillAuditEvent, SkillWriter } from './skill-store.ts';
import type { Skill, SkillSource, SkillVersion } from './skill.ts';
import { supportStatusOf } from './support-status.ts';
import { bodyChecksum, versionDigest } from './version-digest.ts';

type WritingDeps = Pick<SkillServiceDeps, 'store' | 'transactions' | 'clock'>;

/** Who writes: a person through the rules, or the system for a bundled text. */
export type Author = Actor | 'system';

/** The text of a skill to be written. */
export type SkillText = Pick<SkillVersion, 'name' | 'description' | 'body' | 'process'> & {
  readonly allowedTools: readonly string[] | null;
};

/** What of a version a person writes. */
export function textOf({
  name,
  description,
  body,
  allowedTools,
  process,
}: SkillVersion): SkillText {
  return { name, description, body, allowedTools, process };
}

/** A text as it is stored and hashed: trimmed, LF, tools as a sorted set, support status derived. */
export function writtenVersion(text: SkillText): SkillVersion {
  const body = normaliseLineEnds(text.body).trimStart();
  const allowedTools = normaliseAllowedTools(text.allowedTools);
  return {
    name: normaliseLineEnds(text.name).trim(),
    description: normaliseLineEnds(text.description).trim(),
    body,
    supportStatus: supportStatusOf({ body, allowedTools }),
    allowedTools,
    process: text.process,
  };
}

/**
 * The one write path of skills (BCK-06): every change by a person, whatever the route, comes through here, where protected
 * fields are checked, and history and audit are kept.
 */
export async function writeSkill(
  deps: WritingDeps,
  uid: number,
  write: {
    readonly actor: Author;
    /** Only what is named changes. Names that are no field of a skill are refused. */
    readonly changes: SkillChanges;
    readonly event: SkillAuditEvent;
    /** Refuses with `skill_changed` when the skill no longer holds this version. */
    readonly baseDigest?: string;
  },
): Promise<Skill> {
  return deps.transactions.transact(async (transaction) => {
    const writer = deps.store.within(transaction);
    const skill = await writer.lockSkill(uid);
    if (skill === null) throw new AppError('not_found', 'There is no such skill.');
    const context = { writer, atMs: deps.clock.now(), skill, ...write };
    return changeLocked(context);
  });
}

interface WriteContext {
  readonly writer: SkillWriter;
  readonly atMs: number;
  readonly skill: Skill;
  readonly actor: Author;
  readonly changes: SkillChanges;
  readonly event: SkillAuditEvent;
  readonly baseDigest?: string;
}

async function changeLocked(context: WriteContext): Promise<Skill> {
  const { writer, skill, actor, changes, atMs } = context;
  const source = await writer.source(skill.sourceUid);
  const version = writtenVersion({ ...skill.version, ...changes });
  const fields = changedFields(skill, changes, version);
  if (actor !== 'system') orThrow(writeRefusal({ actor, fields, source }));
  if (context.baseDigest !== undefined && versionDigest(skill.version) !== context.baseDigest) {
    throw new AppError('skill_changed', 'Somebody else changed the skill meanwhile.', {
      data: { digest: versionDigest(skill.version) },
    });
  }
  if (fields.length === 0) return skill;
  if (changes.enabled === true && skill.orphaned) {
    throw new AppError('skill_orphaned', 'The skill is gone from its source.');
  }
  if (changes.sourceUid !== undefined && (await writer.source(changes.sourceUid)) === null) {
    throw new AppError('not_found', 'There is no such source.');
  }
  const textChanged = fields.some((field) => !ROW_FIELDS.includes(field));
  if (textChanged) {
    orThrow(versionRefusal(version));
    await refuseProcessAlways(writer, skill.uid, version);
    await writer.updateSkill(skill.uid, { version, bodyChecksum: bodyChecksum(version.body) });
    await writer.appendHistory({
      skillUid: skill.uid,
      atMs,
      userId: actor === 'system' ? null : actorIdOf(actor),
      before: skill.version,
      after: version,
      digest: versionDigest(version),
    });
  }
  await writer.updateSkill(skill.uid, {
    ...(changes.enabled === undefined ? {} : { enabled: changes.enabled }),
    ...(changes.sourceUid === undefined ? {} : { sourceUid: changes.sourceUid }),
    ...(changes.dataClass === undefined ? {} : { dataClass: changes.dataClass }),
  });
  const after = (await writer.skill(skill.uid)) ?? skill;
  await auditSkill(writer, after, {
    event: context.event,
    digest: currentDigest(after, await writer.source(after.sourceUid)).digest,
    actorId: actor === 'system' ? null : actorIdOf(actor),
    detail: context.event === 'data_class_changed' ? (after.dataClass ?? '') : fields.join(', '),
    atMs,
  });
  return after;
}

/** What is no part of the text. */
const ROW_FIELDS: readonly string[] = ['enabled', 'sourceUid', 'dataClass'];

/** Names of what would change, in the words of the write; a name that is no field of a skill always counts. */
function changedFields(skill: Skill, changes: SkillChanges, version: SkillVersion): string[] {
  const { name, description, body, allowedTools, process } = version;
  const before: Readonly<Record<string, unknown>> = { ...skill, ...skill.version };
  const after: Readonly<Record<string, unknown>> = {
    ...changes,
    ...{ name, description, body, allowedTools, process },
  };
  return Object.entries(changes)
    .filter(([field, value]) => value !== undefined && differ(before[field], after[field]))
    .map(([field]) => field);
}

function differ(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}

async function refuseProcessAlways(
  writer: SkillWriter,
  skillUid: number,
  version: SkillVersion,
): Promise<void> {
  if (!version.process) return;
  const attachments = await writer.attachmentsOf(skillUid);
  if (attachments.some(({ loadMode }) => loadMode === 'always')) throw processAlways();
}

export function processAlways(): AppError {
  return new AppError('process_on_demand', 'A process is attached on demand, never always.', {
    data: { field: 'process' },
  });
}

/** A new skill in a source of skills written here; disabled unless told otherwise. */
export async function insertWrittenSkill(
  writer: SkillWriter,
  source: SkillSource,
  skill: {
    readonly text: SkillText;
    readonly identifier: string;
    readonly enabled: boolean;
    readonly bundledIdentifier: string | null;
    readonly author: Author;
    readonly atMs: number;
  },
): Promise<Skill> {
  const { author, atMs } = skill;
  const version = writtenVersion(skill.text);
  orThrow(versionRefusal(version));
  const inserted = await writer.insertSkill({
    sourceUid: source.uid,
    identifier: skill.identifier,
    version,
    bodyChecksum: bodyChecksum(version.body),
    storedDigest: null,
    copiedTrustLevel: 'untrusted',
    enabled: skill.enabled,
    orphaned: false,
    rawFrontMatter: null,
    bundledIdentifier: skill.bundledIdentifier,
  });
  const actorId = author === 'system' ? null : actorIdOf(author);
  const digest = versionDigest(version);
  await writer.appendHistory({
    skillUid: inserted.uid,
    atMs,
    userId: actorId,
    before: null,
    after: version,
    digest,
  });
  const event = 'skill_created';
  await auditSkill(writer, inserted, { event, digest, actorId, detail: '', atMs });
  return inserted;
}

/** Creates a skill for a person. The source is a protected field, and so are tools that are declared (BCK-04). */
export async function createWrittenSkill(
  deps: WritingDeps,
  input: { readonly sourceUid: number; readonly text: SkillText; readonly actor: Actor },
): Promise<Skill> {
  const { actor, sourceUid, text } = input;
  return deps.transactions.transact(async (transaction) => {
    const writer = deps.store.within(transaction);
    const source = await writer.source(sourceUid);
    if (source === null) throw new AppError('not_found', 'There is no such source.');
    const fields = [
      ...['name', 'description', 'body', 'process', 'sourceUid'],
      ...(text.allowedTools === null ? [] : ['allowedTools']),
    ];
    orThrow(writeRefusal({ actor, fields, source }));
    return insertWrittenSkill(writer, source, {
      text,
      identifier: await freeIdentifier(writer, source.uid, text.name),
      enabled: false,
      bundledIdentifier: null,
      author: actor,
      atMs: deps.clock.now(),
    });
  });
}

/** The name as an identifier: display text, unique only within the source. */
async function freeIdentifier(
  writer: SkillWriter,
  sourceUid: number,
  name: string,
): Promise<string> {
  const taken = new Set(
    (await writer.skills())
      .filter((skill) => skill.sourceUid === sourceUid)
      .map((skill) => skill.identifier),
  );
  const stem = identifierFor(name, 'skill');
  for (let number = 1; ; number += 1) {
    const identifier = number === 1 ? stem : `${stem}-${String(number)}`;
    if (!taken.has(identifier)) return identifier;
  }
}
