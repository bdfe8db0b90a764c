import { actorIdOf, requireAdministrator, type Actor } from '../../actors/index.ts';
import { AppError, errorOf } from '../../base/index.ts';
import {
  AddSkillSource,
  ChangeSkillSource,
  type SkillSourceView,
  type SkillSyncState,
  type SyncProgress,
} from '../../contracts/index.ts';
import { requireAuthor } from '../skill-rules.ts';
import type { SkillAuditEvent, SkillWriter } from '../skill-store.ts';
import type { SkillSource } from '../skill.ts';
import type { SkillIngestDeps } from './ingest-deps.ts';
import { repositoryName } from './repository-reader.ts';
import type { RemoteSource } from './skill-source-store.ts';
import { isInside, sourceLocation, type RemoteSourceType } from './source-location.ts';
import { sourceTokenContext } from './source-token.ts';
import { syncLock } from './sync-lock.ts';

/** Adds a source (BCK-04: every field of it is an administrator's). It syncs when somebody asks for it. */
export async function addSource(
  deps: SkillIngestDeps,
  input: AddSkillSource,
  actor: Actor,
): Promise<SkillSource> {
  requireAdministrator(actor);
  const read = AddSkillSource.safeParse(input);
  if (!read.success) throw invalid(read.error.issues[0]);
  const { type, url, trustLevel, token = null } = read.data;
  const ref = read.data.ref ?? null;
  const pathPrefix = folderOf(read.data.pathPrefix ?? null);
  const title = read.data.title ?? repositoryOf(type, url, ref);
  return deps.transactions.transact(async (transaction) => {
    const writer = deps.store.within(transaction);
    const sources = deps.sourceStore.within(transaction);
    const source = await writer.insertSource({
      type,
      title,
      trustLevel,
      enabled: true,
      bundled: false,
    });
    const expectedFingerprint = read.data.expectedFingerprint ?? null;
    await sources.insertRemote(source.uid, { url, ref, pathPrefix, expectedFingerprint });
    if (token !== null) {
      const sealed = deps.sealer.seal(token, sourceTokenContext(source.uid));
      await sources.setSealedToken(source.uid, sealed);
    }
    const detail = [trustLevel, url, ...(ref === null ? [] : [ref])].join(', ');
    await auditSource(deps, writer, { source, event: 'source_created', actor, detail });
    return source;
  });
}

/** Changes what is named. The token is written and never read back; the audit names the fields, not their values. */
export async function changeSource(
  deps: SkillIngestDeps,
  uid: number,
  input: { readonly changes: ChangeSkillSource; readonly actor: Actor },
): Promise<SkillSource> {
  const { actor } = input;
  requireAdministrator(actor);
  const read = ChangeSkillSource.safeParse(input.changes);
  if (!read.success) throw invalid(read.error.issues[0]);
  const { title, trustLevel, enabled, token, ...upstream } = read.data;
  return deps.transactions.transact(async (transaction) => {
    const writer = deps.store.within(transaction);
    const sources = deps.sourceStore.within(transaction);
    const remote = await sources.lockRemote(uid);
    const source = await writer.source(uid);
    if (source === null) throw new AppError('not_found', 'There is no such source.');
    if (source.type === 'backend' || remote === null) {
      if (token !== undefined || Object.keys(upstream).length > 0) {
        throw new AppError('source_invalid', 'The skills of this source are written here.');
      }
    } else {
      const { url = remote.url, ref = remote.ref } = upstream;
      repositoryOf(source.type, url, ref);
      await sources.updateRemote(uid, {
        ...defined(upstream),
        ...(upstream.pathPrefix === undefined ? {} : { pathPrefix: folderOf(upstream.pathPrefix) }),
      });
      if (token !== undefined) {
        const sealed = token === null ? null : deps.sealer.seal(token, sourceTokenContext(uid));
        await sources.setSealedToken(uid, sealed);
      }
    }
    await writer.updateSource(uid, defined({ title, trustLevel, enabled }));
    const after = (await writer.source(uid)) ?? source;
    const detail = [
      ...Object.keys(defined(read.data)),
      ...(trustLevel === undefined ? [] : [`${source.trustLevel} to ${trustLevel}`]),
    ].join(', ');
    await auditSource(deps, writer, { source: after, event: 'source_changed', actor, detail });
    return after;
  });
}

/** Sources for administrators and authors. A sync whose process is gone is written down as failed (facts §1). */
export async function listSources(
  deps: SkillIngestDeps,
  actor: Actor,
  running: (sourceUid: number) => SyncProgress | null,
): Promise<readonly SkillSourceView[]> {
  requireAuthor(actor);
  await releaseStale(deps);
  const remotes = new Map(
    (await deps.sourceStore.remotes()).map((remote) => [remote.sourceUid, remote]),
  );
  return (await deps.store.sources()).map((source) =>
    viewOf(source, remotes.get(source.uid) ?? null, running(source.uid)),
  );
}

export function viewOf(
  { uid, title, type, trustLevel, enabled }: SkillSource,
  remote: RemoteSource | null,
  progress: SyncProgress | null,
): SkillSourceView {
  return {
    uid,
    title,
    type,
    trustLevel,
    enabled,
    remote:
      remote === null
        ? null
        : {
            url: remote.url,
            ref: remote.ref,
            pathPrefix: remote.pathPrefix,
            hasToken: remote.hasToken,
            sync: stateOf(remote, progress),
          },
  };
}

/** A source's sync as it is followed; `progress` is this process's own, fresher than the stored one. */
export function stateOf(remote: RemoteSource, progress: SyncProgress | null): SkillSyncState {
  return {
    sourceUid: remote.sourceUid,
    status: remote.status,
    progress: remote.status === 'syncing' ? (progress ?? remote.progress) : null,
    problem: remote.problem,
    counts: remote.counts,
    lines: [...remote.lines],
    lastSyncedAtMs: remote.lastSyncedAtMs,
    pinnedCommit: remote.pinnedCommit,
    expectedFingerprint: remote.expectedFingerprint,
    computedFingerprint: remote.computedFingerprint,
  };
}

/** Marks syncs without a heartbeat as failed, so that they look like what they are. */
export async function releaseStale(deps: SkillIngestDeps): Promise<void> {
  const isStale = (remote: RemoteSource) =>
    syncLock({ ...remote, nowMs: deps.clock.now() }) === 'stale';
  for (const { sourceUid } of (await deps.sourceStore.remotes()).filter(isStale)) {
    await deps.transactions.transact(async (transaction) => {
      const sources = deps.sourceStore.within(transaction);
      const remote = await sources.lockRemote(sourceUid);
      if (remote === null || !isStale(remote)) return;
      await sources.updateRemote(sourceUid, {
        status: 'error',
        problem: {
          code: 'sync_interrupted',
          message: 'The sync stopped without an end. Nothing was written.',
          resetAtMs: null,
        },
        syncOwner: null,
        heartbeatAtMs: null,
        progress: null,
        cancelRequested: false,
      });
    });
  }
}

export async function auditSource(
  deps: Pick<SkillIngestDeps, 'clock'>,
  writer: SkillWriter,
  row: {
    readonly source: SkillSource;
    readonly event: SkillAuditEvent;
    readonly actor: Actor;
    readonly detail: string;
  },
): Promise<void> {
  const { source, event, actor, detail } = row;
  await writer.appendAudit({
    event,
    detail,
    atMs: deps.clock.now(),
    actorId: actorIdOf(actor),
    skillUid: null,
    sourceUid: source.uid,
    subject: source.title,
    digest: null,
    trustLevel: source.trustLevel,
  });
}

/** The repository's name; throws `source_invalid` for an address that leads nowhere Vouch reads. */
function repositoryOf(type: RemoteSourceType, url: string, ref: string | null): string {
  const verdict = sourceLocation(type, url, ref);
  if (!verdict.ok) throw errorOf(verdict.refusal);
  return repositoryName(verdict.location.repository);
}

function folderOf(pathPrefix: string | null): string | null {
  if (pathPrefix === null) return null;
  const folder = pathPrefix.replace(/\/+$/, '');
  if (isInside(folder)) return folder;
  throw new AppError('source_invalid', 'The folder is no path inside the repository.', {
    data: { field: 'pathPrefix' },
  });
}

function invalid(
  issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined,
): AppError {
  const field = issue?.path.map(String).join('.') ?? '';
  const message = `The source cannot be used: ${field} ${issue?.message ?? ''}`.trim();
  return new AppError('source_invalid', message, { data: { field } });
}

/** Without the members that are undefined. */
function defined<T extends object>(value: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}
