import { actorIdOf, requireAdministrator, type Actor } from '../../actors/index.ts';
import { errorOf } from '../../base/index.ts';
import { auditSkill } from '../skill-service-deps.ts';
import { versionRefusal } from '../skill-rules.ts';
import type { SkillWriter } from '../skill-store.ts';
import { insertWrittenSkill } from '../skill-writing.ts';
import type { Skill, SkillSource, SkillVersion } from '../skill.ts';
import { readTrustLevel } from '../trust.ts';
import { bodyChecksum } from '../version-digest.ts';
import type { SkillIngestDeps } from './ingest-deps.ts';
import { legacyVerdict } from './legacy.ts';
import {
  rawOf,
  readNrLlmExport,
  sourceUidOf,
  typeOf,
  versionOf,
  type NrLlmExport,
  type NrLlmSkill,
  type NrLlmSource,
} from './nr-llm-export.ts';
import type { SkillSourceWriter } from './skill-source-store.ts';
import { sourceLocation } from './source-location.ts';
import { auditSource } from './sources.ts';

export interface ImportReport {
  readonly sources: number;
  readonly skills: number;
  /** Rows that arrive switched off although they were on: they are not what their sync wrote. */
  readonly disabled: number;
  /** Rows that are here already from an earlier import. */
  readonly known: number;
  /** Rows that were deleted there. */
  readonly deleted: number;
  /** What could not be brought in, and what somebody has to see to. */
  readonly lines: readonly { readonly place: string; readonly message: string }[];
}

interface Import {
  readonly deps: SkillIngestDeps;
  readonly actor: Actor;
  readonly writer: SkillWriter;
  readonly sourceWriter: SkillSourceWriter;
  readonly report: { -readonly [Key in keyof ImportReport]: ImportReport[Key] };
}

/**
 * Brings in sources and skills of an nr_llm installation, in one transaction. Rows arrive as legacy rows: without a digest,
 * never an instruction, and switched off where they are not what their sync wrote (DIG-07, DIG-09). Approvals, tokens and
 * expected fingerprints do not come along. What is here already stays as it is. Administrators only.
 */
export async function importNrLlm(
  deps: SkillIngestDeps,
  json: string,
  actor: Actor,
): Promise<ImportReport> {
  requireAdministrator(actor);
  const rows = readNrLlmExport(json);
  return deps.transactions.transact(async (transaction) => {
    const sourceWriter = deps.sourceStore.within(transaction);
    await sourceWriter.lockSources();
    const context: Import = {
      deps,
      actor,
      writer: deps.store.within(transaction),
      sourceWriter,
      report: { sources: 0, skills: 0, disabled: 0, known: 0, deleted: 0, lines: [] },
    };
    for (const row of rows.sources) await importSource(context, row, rows);
    const uids = new Set(rows.sources.map(({ uid }) => uid));
    for (const skill of rows.skills.filter((row) => !uids.has(sourceUidOf(row) ?? 0))) {
      tell(context, skill.identifier, 'The row names no source of this export; it was left out.');
    }
    return context.report;
  });
}

async function importSource(context: Import, row: NrLlmSource, rows: NrLlmExport): Promise<void> {
  const { report } = context;
  const skills = rows.skills.filter((skill) => sourceUidOf(skill) === row.uid);
  if (row.deleted) {
    report.deleted += 1 + skills.length;
    return;
  }
  const place = row.title || `source ${String(row.uid)}`;
  const source = await sourceFor(context, row, place);
  if (source === null) return;
  const taken = new Map(
    (await context.sourceWriter.rows(source.uid)).map(({ skill }) => [skill.identifier, skill]),
  );
  for (const skill of skills) {
    const identifier = skill.identifier.replace(new RegExp(`^${String(row.uid)}:`), '');
    if (skill.deleted) report.deleted += 1;
    else if (identifier === '') tell(context, place, `Row ${String(skill.uid)} has no identifier.`);
    else if (taken.has(identifier)) report.known += 1;
    else {
      const inserted = await importSkill(context, source, { row: skill, identifier });
      if (inserted !== null) taken.set(identifier, inserted);
    }
  }
}

/** The source as it is here: found again by type and address, or added. */
async function sourceFor(
  context: Import,
  row: NrLlmSource,
  place: string,
): Promise<SkillSource | null> {
  const { writer, sourceWriter, report, deps, actor } = context;
  const type = typeOf(row.type);
  if (type === null) {
    tell(context, place, `Sources of the type "${row.type}" are unknown; it was left out.`);
    return null;
  }
  const ref = row.ref === '' ? null : row.ref;
  if (type !== 'backend') {
    const verdict = sourceLocation(type, row.url, ref);
    if (!verdict.ok) {
      tell(context, place, `${verdict.refusal.message} It was left out.`);
      return null;
    }
  }
  const known = await knownSource(context, { type, row, ref });
  if (known !== null) return known;
  const trustLevel = readTrustLevel(row.trust_level);
  const source = await writer.insertSource({
    type,
    title: place,
    trustLevel,
    enabled: row.enabled && !row.hidden,
    bundled: false,
  });
  report.sources += 1;
  if (type !== 'backend') {
    await sourceWriter.insertRemote(source.uid, {
      url: row.url,
      ref,
      pathPrefix: null,
      expectedFingerprint: null,
    });
    if (row.github_token !== '') tell(context, place, 'Enter its token again; tokens stay there.');
    if (row.expected_fingerprint !== '') {
      tell(
        context,
        place,
        'Its expected fingerprint names the uid it had there; paste the one its next sync computes.',
      );
    }
  }
  const detail = `imported, ${trustLevel}`;
  await auditSource(deps, writer, { source, event: 'source_created', actor, detail });
  return source;
}

async function knownSource(
  { writer, sourceWriter }: Import,
  wanted: { readonly type: string; readonly row: NrLlmSource; readonly ref: string | null },
): Promise<SkillSource | null> {
  const remotes = await sourceWriter.remotes();
  for (const source of await writer.sources()) {
    if (source.type !== wanted.type) continue;
    const remote = remotes.find(({ sourceUid }) => sourceUid === source.uid);
    const isIt =
      remote === undefined
        ? source.type === 'backend' && source.title === wanted.row.title
        : remote.url === wanted.row.url && remote.ref === wanted.ref;
    if (isIt) return source;
  }
  return null;
}

async function importSkill(
  context: Import,
  source: SkillSource,
  skill: { readonly row: NrLlmSkill; readonly identifier: string },
): Promise<Skill | null> {
  const { row, identifier } = skill;
  const version = versionOf(row);
  const refusal = versionRefusal(version);
  if (refusal !== null) {
    tell(context, identifier, `${errorOf(refusal).message} It was left out.`);
    return null;
  }
  if (row.data_class !== '') {
    tell(context, identifier, `Its data class "${row.data_class}" has no place here.`);
  }
  const inserted =
    source.type === 'backend'
      ? await insertWritten(context, source, { row, identifier, version })
      : await insertLegacy(context, source, { row, identifier, version });
  context.report.skills += 1;
  return inserted;
}

type Incoming = {
  readonly row: NrLlmSkill;
  readonly identifier: string;
  readonly version: SkillVersion;
};

async function insertLegacy(
  { writer, report, deps, actor }: Import,
  source: SkillSource,
  { row, identifier, version }: Incoming,
): Promise<Skill> {
  const rawFrontMatter = rawOf(row.raw_frontmatter);
  // The checksum there is of the body as it was stored, whatever its line ends.
  const checked = legacyVerdict({
    version: { ...version, body: row.body },
    bodyChecksum: row.body_checksum,
    rawFrontMatter,
  });
  const bodyHolds = checked.ok || checked.fault !== 'body';
  const enabled = row.enabled && !row.hidden && !row.orphaned && checked.ok;
  if (row.enabled && !row.hidden && !row.orphaned && !checked.ok) report.disabled += 1;
  const skill = await writer.insertSkill({
    sourceUid: source.uid,
    identifier,
    version,
    bodyChecksum: bodyHolds ? bodyChecksum(version.body) : row.body_checksum,
    storedDigest: null,
    copiedTrustLevel: readTrustLevel(row.trust_level),
    enabled,
    orphaned: row.orphaned,
    rawFrontMatter,
    bundledIdentifier: null,
  });
  await auditSkill(writer, skill, {
    event: 'imported',
    digest: null,
    actorId: actorIdOf(actor),
    detail: checked.ok ? '' : `not what its sync wrote: ${checked.fault}`,
    atMs: deps.clock.now(),
  });
  return skill;
}

/** A skill written there is written here too, by the one path that keeps history. */
async function insertWritten(
  { writer, deps, actor }: Import,
  source: SkillSource,
  { row, identifier, version }: Incoming,
): Promise<Skill> {
  const atMs = deps.clock.now();
  const skill = await insertWrittenSkill(writer, source, {
    text: version,
    identifier,
    enabled: row.enabled && !row.hidden && !row.orphaned,
    bundledIdentifier: null,
    author: actor,
    atMs,
  });
  const actorId = actorIdOf(actor);
  await auditSkill(writer, skill, { event: 'imported', digest: null, actorId, detail: '', atMs });
  return skill;
}

function tell({ report }: Import, place: string, message: string): void {
  report.lines = [...report.lines, { place, message }];
}
