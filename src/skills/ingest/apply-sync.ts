import { AppError, canonicalJson, type Transaction } from '../../base/index.ts';
import type { ScanFinding } from '../scan.ts';
import { attachOnDemand } from '../skill-attachments.ts';
import type { SkillAuditEvent, SkillWriter } from '../skill-store.ts';
import type { Skill } from '../skill.ts';
import type { SkillIngestDeps } from './ingest-deps.ts';
import type { Listing } from './listing.ts';
import type { Reading } from './read-skills.ts';
import type { KnownFile, RemoteSource, SkillSourceWriter } from './skill-source-store.ts';
import type { RemoteSourceType } from './source-location.ts';
import { countsOf, linesOf } from './sync-result.ts';
import { syncPlan, type SyncAction, type WrittenText } from './sync-plan.ts';

/** What of a source decides which skills a sync brings. */
const SETTINGS = ['url', 'ref', 'pathPrefix', 'expectedFingerprint'] as const;

/** What a sync brought, before anything of it is written. */
export interface Collected {
  /** What the source said when it was read. */
  readonly settings: Pick<RemoteSource, (typeof SETTINGS)[number]>;
  readonly listing: Listing;
  readonly reading: Reading;
  readonly fingerprint: string;
}

interface Application {
  readonly writer: SkillWriter;
  readonly sources: SkillSourceWriter;
  readonly sourceUid: number;
  readonly actorId: string | null;
  readonly atMs: number;
  /** By identifier. */
  readonly files: ReadonlyMap<string, KnownFile>;
}

/**
 * Writes everything a sync brought, in the given transaction: rows, audit, what is known of files, and the source's state.
 * The plan is made from the rows as they are in it. Throws `sync_lost` when another sync took the source meanwhile or what
 * decides about its skills was changed, and `source_disabled` when it was switched off (SYN-05, SYN-09).
 */
export async function applySync(
  deps: Pick<SkillIngestDeps, 'store' | 'sourceStore' | 'clock'>,
  transaction: Transaction,
  input: {
    readonly sourceUid: number;
    readonly owner: string;
    readonly actorId: string | null;
    readonly collected: Collected;
  },
): Promise<void> {
  const { sourceUid, owner, actorId, collected } = input;
  const { listing, reading } = collected;
  const sources = deps.sourceStore.within(transaction);
  const writer = deps.store.within(transaction);
  const remote = await sources.lockRemote(sourceUid);
  const source = await writer.source(sourceUid);
  if (remote?.syncOwner !== owner || source === null || source.type === 'backend') {
    throw new AppError('sync_lost', 'Another sync took this source over; nothing was written.');
  }
  if (!source.enabled) {
    throw new AppError('source_disabled', 'The source was switched off; nothing was written.');
  }
  if (SETTINGS.some((setting) => remote[setting] !== collected.settings[setting])) {
    throw new AppError('sync_lost', 'The source was changed meanwhile; nothing was written.');
  }
  for (const { skill } of await sources.rows(sourceUid)) await writer.lockSkill(skill.uid);
  const rows = await sources.rows(sourceUid);
  const { uid, trustLevel } = source;
  const type: RemoteSourceType = source.type;
  const actions = syncPlan({
    source: { uid, type, trustLevel },
    rows,
    incoming: reading.incoming,
    present: listing.present,
    reached: listing.reached,
    listed: listing.listed,
  });
  const application: Application = {
    writer,
    sources,
    sourceUid,
    actorId,
    atMs: deps.clock.now(),
    files: new Map(reading.files.map((file) => [file.identifier, file])),
  };
  for (const action of actions) await carryOut(application, action, trustLevel);
  await writeFiles(application, listing.present);
  const lines = linesOf([...listing.lines, ...reading.lines], actions);
  await sources.updateRemote(sourceUid, {
    status: lines.some(({ level }) => level === 'error') ? 'partial' : 'ok',
    problem: null,
    lines,
    counts: countsOf(actions, reading.refused),
    computedFingerprint: collected.fingerprint,
    pinnedCommit: listing.pinnedCommit,
    index: listing.index,
    syncOwner: null,
    heartbeatAtMs: null,
    progress: null,
    cancelRequested: false,
    lastSyncedAtMs: application.atMs,
  });
}

async function carryOut(
  application: Application,
  action: SyncAction,
  trustLevel: Skill['copiedTrustLevel'],
): Promise<void> {
  const { writer, sources, sourceUid } = application;
  switch (action.action) {
    case 'retry':
      return;
    case 'create': {
      const { text, enabled, identifier } = action;
      const skill = await writer.insertSkill({
        sourceUid,
        identifier,
        version: text.version,
        bodyChecksum: text.bodyChecksum,
        storedDigest: text.digest,
        copiedTrustLevel: trustLevel,
        enabled,
        orphaned: false,
        rawFrontMatter: text.rawFrontMatter,
        bundledIdentifier: null,
      });
      await audit(application, skill, action);
      return;
    }
    case 'update':
    case 'disable_on_change':
    case 'block':
      await writer.updateSkill(action.skill.uid, {
        ...written(action.text),
        copiedTrustLevel: trustLevel,
        enabled: action.enabled,
        orphaned: false,
      });
      await sources.setRawFrontMatter(action.skill.uid, action.text.rawFrontMatter);
      await audit(application, action.skill, action);
      if (action.text.version.process) await attachOnDemand(writer, action.skill, application);
      return;
    case 'keep': {
      if (action.skill.version.process) await attachOnDemand(writer, action.skill, application);
      if (action.refresh === null) return;
      const { rawFrontMatter, ...changes } = action.refresh;
      await writer.updateSkill(action.skill.uid, changes);
      if (rawFrontMatter !== undefined) {
        await sources.setRawFrontMatter(action.skill.uid, rawFrontMatter);
      }
      return;
    }
    case 'orphan':
      await writer.updateSkill(action.skill.uid, { orphaned: true, enabled: false });
      await audit(application, action.skill, { events: ['orphaned'], findings: [], text: null });
      return;
  }
}

function written(text: WrittenText) {
  return {
    version: text.version,
    bodyChecksum: text.bodyChecksum,
    storedDigest: text.digest,
  };
}

async function audit(
  { writer, files, actorId, atMs, sourceUid }: Application,
  skill: Skill,
  what: {
    readonly events: readonly SkillAuditEvent[];
    readonly findings: readonly ScanFinding[];
    readonly text: WrittenText | null;
  },
): Promise<void> {
  const file = files.get(skill.identifier);
  const source = await writer.source(sourceUid);
  for (const event of what.events) {
    const findings = what.findings.map(({ label, severity }) => `${severity} ${label}`);
    await writer.appendAudit({
      event,
      atMs,
      actorId,
      skillUid: skill.uid,
      sourceUid,
      subject: skill.identifier,
      digest: what.text?.digest ?? skill.storedDigest,
      trustLevel: source?.trustLevel ?? null,
      detail: [
        ...(file === undefined || what.text === null
          ? []
          : [`${file.repository}@${file.commit.slice(0, 12)}`]),
        ...new Set(findings),
      ].join(', '),
    });
  }
}

/** Keeps what is known of files in step, and writes only what differs: a sync that finds nothing new writes no row. */
async function writeFiles(
  { sources, sourceUid, files }: Application,
  present: ReadonlySet<string>,
): Promise<void> {
  const before = new Map((await sources.files(sourceUid)).map((file) => [file.identifier, file]));
  for (const file of files.values()) {
    if (canonicalJson(before.get(file.identifier) ?? null) !== canonicalJson(file)) {
      await sources.putFile(sourceUid, file);
    }
  }
  for (const identifier of before.keys()) {
    if (!present.has(identifier)) await sources.removeFile(sourceUid, identifier);
  }
}
