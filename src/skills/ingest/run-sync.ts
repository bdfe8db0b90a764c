import { AppError, isAppError } from '../../base/index.ts';
import type { SyncProblem, SyncProgress } from '../../contracts/index.ts';
import { hashesTo } from '../version-digest.ts';
import { applySync, type Collected } from './apply-sync.ts';
import { fingerprintHolds, sourceFingerprint } from './fingerprint.ts';
import type { SkillIngestDeps, SkillIngestOptions } from './ingest-deps.ts';
import { listSkills } from './list-skills.ts';
import { readSkills } from './read-skills.ts';
import type { RemoteSource } from './skill-source-store.ts';
import type { RemoteSourceType } from './source-location.ts';
import { openSourceToken } from './source-token.ts';
import { HEARTBEAT_MS, syncLock } from './sync-lock.ts';
import { bodyChecksum } from '../version-digest.ts';

/** A sync that has the source to itself. */
export interface ClaimedSync {
  readonly sourceUid: number;
  readonly owner: string;
  readonly type: RemoteSourceType;
}

/**
 * Takes a source for one sync. Throws `not_found`, `source_disabled`, `source_invalid` for one that has no upstream, and
 * `sync_running` while another sync lives (SYN-06, SYN-09).
 */
export async function claimSync(deps: SkillIngestDeps, sourceUid: number): Promise<ClaimedSync> {
  return deps.transactions.transact(async (transaction) => {
    const sources = deps.sourceStore.within(transaction);
    const remote = await sources.lockRemote(sourceUid);
    const source = await deps.store.within(transaction).source(sourceUid);
    if (source === null) throw new AppError('not_found', 'There is no such source.');
    if (remote === null || source.type === 'backend') {
      throw new AppError('source_invalid', 'The skills of this source are written here.');
    }
    if (!source.enabled) throw new AppError('source_disabled', 'This source is switched off.');
    const nowMs = deps.clock.now();
    if (syncLock({ ...remote, nowMs }) === 'held') {
      throw new AppError('sync_running', 'A sync of this source is running already.');
    }
    const owner = deps.ids.uuid();
    await sources.updateRemote(sourceUid, {
      status: 'syncing',
      syncOwner: owner,
      heartbeatAtMs: nowMs,
      progress: null,
      problem: null,
      cancelRequested: false,
    });
    return { sourceUid, owner, type: source.type };
  });
}

/**
 * Carries a claimed sync out and leaves its result on the source; never throws for what went wrong. A sync that is stopped
 * before the end writes nothing but the reason.
 */
export async function runSync(
  deps: SkillIngestDeps,
  claimed: ClaimedSync,
  run: {
    readonly actorId: string | null;
    readonly stop: AbortController;
    readonly onProgress: (progress: SyncProgress) => void;
    readonly options: SkillIngestOptions;
  },
): Promise<void> {
  const { actorId, stop } = run;
  try {
    const collected = await collect(deps, claimed, run);
    run.onProgress({ phase: 'writing', file: 0, files: collected.reading.files.length, place: '' });
    stop.signal.throwIfAborted();
    await deps.transactions.transact((transaction) =>
      applySync(deps, transaction, { ...claimed, actorId, collected }),
    );
  } catch (error) {
    const problem = problemOf(error, stop.signal);
    if (problem.code === 'internal') {
      deps.log('A sync failed', {
        source: claimed.sourceUid,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
    await giveUp(deps, claimed, { actorId, problem, error });
  }
}

async function collect(
  deps: SkillIngestDeps,
  { sourceUid, owner, type }: ClaimedSync,
  run: Parameters<typeof runSync>[2],
): Promise<Collected> {
  const { sourceStore, reader, clock } = deps;
  const remote = await sourceStore.remote(sourceUid);
  if (remote === null) throw new AppError('sync_lost', 'The source is gone.');
  const rows = await sourceStore.rows(sourceUid);
  const skills = new Map(rows.map(({ skill }) => [skill.identifier, skill]));
  const known = new Map(
    (await sourceStore.files(sourceUid)).map((file) => [file.identifier, file]),
  );
  const sealed = await sourceStore.sealedToken(sourceUid);
  const access = {
    token: () =>
      sealed === null
        ? null
        : openSourceToken(deps.sealer, { uid: sourceUid, sealedToken: sealed }),
    signal: run.stop.signal,
  };
  const untilMs = clock.now() + (run.options.maxDurationMs ?? 120_000);
  const beat = heartbeat(deps, { sourceUid, owner, stop: run.stop });
  const onProgress = async (progress: SyncProgress) => {
    run.onProgress(progress);
    await beat(progress);
  };
  const listing = await listSkills({ reader, clock, access, type, remote, untilMs, onProgress });
  const reading = await readSkills(
    {
      reader,
      clock,
      access,
      limits: { maxFiles: run.options.maxFiles ?? 500, untilMs },
      known,
      isIntact: (identifier) => {
        const skill = skills.get(identifier);
        const digest = skill?.storedDigest ?? null;
        return skill !== undefined && digest !== null && hashesTo(skill.version, digest);
      },
      onProgress,
    },
    listing.files,
  );
  const bodies = reading.incoming.map(({ identifier, content }) => ({
    identifier,
    bodyChecksum: bodyChecksum(
      content.kind === 'read'
        ? content.skill.version.body
        : (skills.get(identifier)?.version.body ?? ''),
    ),
  }));
  const fingerprint = sourceFingerprint(sourceUid, bodies);
  const expected = remote.expectedFingerprint;
  if (!fingerprintHolds({ expected, computed: fingerprint, skillCount: bodies.length })) {
    throw new AppError(
      'fingerprint_mismatch',
      'The source is not what its expected fingerprint names. Nothing was written.',
      { data: { expected, computed: fingerprint } },
    );
  }
  return { settings: remote, listing, reading, fingerprint };
}

/** Tells others that the sync lives, at most every 30 seconds, and learns whether it was called off or lost the source. */
function heartbeat(
  deps: SkillIngestDeps,
  sync: { readonly sourceUid: number; readonly owner: string; readonly stop: AbortController },
): (progress: SyncProgress) => Promise<void> {
  let lastAtMs = deps.clock.now();
  return async (progress) => {
    const nowMs = deps.clock.now();
    if (nowMs - lastAtMs < HEARTBEAT_MS) return;
    lastAtMs = nowMs;
    const goesOn = await deps.transactions.transact(async (transaction) => {
      const sources = deps.sourceStore.within(transaction);
      const remote = await sources.lockRemote(sync.sourceUid);
      if (remote?.syncOwner !== sync.owner) return false;
      await sources.updateRemote(sync.sourceUid, { heartbeatAtMs: nowMs, progress });
      return !remote.cancelRequested;
    });
    if (!goesOn) sync.stop.abort();
  };
}

function problemOf(error: unknown, signal: AbortSignal): SyncProblem {
  if (signal.aborted) {
    const message = 'The sync was called off. Nothing was written.';
    return { code: 'sync_cancelled', message, resetAtMs: null };
  }
  if (!isAppError(error)) {
    const message = 'The sync failed unexpectedly. Nothing was written.';
    return { code: 'internal', message, resetAtMs: null };
  }
  const reset = error.data['resetAtMs'];
  return {
    code: error.code,
    message: error.message,
    resetAtMs: typeof reset === 'number' ? reset : null,
  };
}

/** Leaves the reason on the source, unless another sync has it by now. */
async function giveUp(
  deps: SkillIngestDeps,
  { sourceUid, owner }: ClaimedSync,
  failure: {
    readonly actorId: string | null;
    readonly problem: SyncProblem;
    readonly error: unknown;
  },
): Promise<void> {
  const { actorId, problem, error } = failure;
  await deps.transactions.transact(async (transaction) => {
    const sources = deps.sourceStore.within(transaction);
    const remote = await sources.lockRemote(sourceUid);
    if (remote?.syncOwner !== owner) return;
    const computed =
      isAppError(error, 'fingerprint_mismatch') && typeof error.data['computed'] === 'string'
        ? error.data['computed']
        : null;
    const ended: Partial<RemoteSource> = {
      status: 'error',
      problem,
      syncOwner: null,
      heartbeatAtMs: null,
      progress: null,
      cancelRequested: false,
      ...(computed === null ? {} : { computedFingerprint: computed }),
    };
    await sources.updateRemote(sourceUid, ended);
    if (computed === null) return;
    const writer = deps.store.within(transaction);
    const source = await writer.source(sourceUid);
    await writer.appendAudit({
      event: 'fingerprint_rejected',
      atMs: deps.clock.now(),
      actorId,
      skillUid: null,
      sourceUid,
      subject: source?.title ?? '',
      digest: null,
      trustLevel: source?.trustLevel ?? null,
      detail: `expected ${remote.expectedFingerprint ?? ''}, computed ${computed}`,
    });
  });
}
