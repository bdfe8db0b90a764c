import type { Selectable } from 'kysely';
import { z } from 'zod';
import {
  SyncCounts,
  SyncLine,
  SyncProblem,
  SyncProgress,
  SyncStatus,
} from '../../../contracts/index.ts';
import type { KnownFile, RemoteSource } from '../../../skills/index.ts';
import { fromFlag, toFlag } from '../columns.ts';
import type { SkillFileTable, SkillRemoteTable } from './tables.ts';

const Findings = z.array(
  z.object({
    label: z.string(),
    severity: z.enum(['high', 'medium', 'low']),
    field: z.enum(['name', 'description', 'body']),
    line: z.number(),
    excerpt: z.string(),
  }),
);

export function remoteOf(row: Selectable<SkillRemoteTable>): RemoteSource {
  return {
    sourceUid: row.source_uid,
    url: row.url,
    ref: row.ref,
    pathPrefix: row.path_prefix,
    hasToken: row.sealed_token !== null,
    expectedFingerprint: row.expected_fingerprint,
    computedFingerprint: row.computed_fingerprint,
    pinnedCommit: row.pinned_commit,
    status: SyncStatus.catch('error').parse(row.status),
    problem: readJson(SyncProblem.nullable(), row.problem, null),
    counts: readJson(SyncCounts.nullable(), row.counts, null),
    lines: readJson(z.array(SyncLine), row.lines, []),
    syncOwner: row.sync_owner,
    heartbeatAtMs: row.heartbeat_at_ms,
    progress: readJson(SyncProgress.nullable(), row.progress, null),
    cancelRequested: fromFlag(row.cancel_requested),
    lastSyncedAtMs: row.last_synced_at_ms,
    index:
      row.index_hash === null || row.index_text === null
        ? null
        : { hash: row.index_hash, text: row.index_text },
  };
}

/** Only the columns that are named. */
export function remoteColumns(
  changes: Partial<Omit<RemoteSource, 'sourceUid' | 'hasToken'>>,
): Partial<Selectable<SkillRemoteTable>> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  type Changes = typeof changes;
  const set = <Key extends keyof Changes>(
    key: Key,
    columns: (value: Exclude<Changes[Key], undefined>) => Partial<Selectable<SkillRemoteTable>>,
  ) => {
    const value = changes[key];
    return value === undefined ? {} : columns(value as Exclude<Changes[Key], undefined>);
  };
  return {
    ...set('url', (url) => ({ url })),
    ...set('ref', (ref) => ({ ref })),
    ...set('pathPrefix', (value) => ({ path_prefix: value })),
    ...set('expectedFingerprint', (value) => ({ expected_fingerprint: value })),
    ...set('computedFingerprint', (value) => ({ computed_fingerprint: value })),
    ...set('pinnedCommit', (value) => ({ pinned_commit: value })),
    ...set('status', (status) => ({ status })),
    ...set('problem', (value) => ({ problem: json(value) })),
    ...set('counts', (value) => ({ counts: json(value) })),
    ...set('lines', (value) => ({ lines: JSON.stringify(value) })),
    ...set('syncOwner', (value) => ({ sync_owner: value })),
    ...set('heartbeatAtMs', (value) => ({ heartbeat_at_ms: value })),
    ...set('progress', (value) => ({ progress: json(value) })),
    ...set('cancelRequested', (value) => ({ cancel_requested: toFlag(value) })),
    ...set('lastSyncedAtMs', (value) => ({ last_synced_at_ms: value })),
    ...set('index', (value) => ({
      index_hash: value?.hash ?? null,
      index_text: value?.text ?? null,
    })),
  };
}

export function fileOf(row: Selectable<SkillFileTable>): KnownFile {
  return {
    identifier: row.identifier,
    repository: row.repository,
    path: row.path,
    commit: row.commit_sha,
    hash: row.content_hash,
    readAs: row.read_as,
    outcome: row.outcome === 'skill' ? 'skill' : 'refused',
    lines: readJson(z.array(SyncLine), row.lines, []),
    findings: readJson(Findings, row.findings, []),
  };
}

export function fileColumns(file: KnownFile) {
  return {
    repository: file.repository,
    path: file.path,
    commit_sha: file.commit,
    content_hash: file.hash,
    read_as: file.readAs,
    outcome: file.outcome,
    lines: JSON.stringify(file.lines),
    findings: JSON.stringify(file.findings),
  };
}

function readJson<Schema extends z.ZodType>(
  schema: Schema,
  json: string | null,
  otherwise: z.output<Schema>,
): z.output<Schema> {
  try {
    const read = schema.safeParse(json === null ? null : JSON.parse(json));
    return read.success ? read.data : otherwise;
  } catch {
    return otherwise;
  }
}
