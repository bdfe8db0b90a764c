import { actorIdOf, requireAdministrator, type Actor } from '../../actors/index.ts';
import { AppError } from '../../base/index.ts';
import type {
  AddSkillSource,
  ChangeSkillSource,
  SkillSourceView,
  SkillSyncState,
  SyncProgress,
} from '../../contracts/index.ts';
import { exportSkill } from './export-skill.ts';
import { importNrLlm, type ImportReport } from './import-nr-llm.ts';
import type { SkillIngestDeps, SkillIngestOptions } from './ingest-deps.ts';
import { claimSync, runSync } from './run-sync.ts';
import { addSource, changeSource, listSources, releaseStale, stateOf, viewOf } from './sources.ts';
import { upgradeSkills, type UpgradeReport } from './upgrade.ts';

/** Where skills come from: sources, their syncs, and rows of older systems. Refusals are `AppError`s. */
export interface SkillIngest {
  sources(actor: Actor): Promise<readonly SkillSourceView[]>;
  addSource(source: AddSkillSource, actor: Actor): Promise<SkillSourceView>;
  changeSource(uid: number, changes: ChangeSkillSource, actor: Actor): Promise<SkillSourceView>;
  /**
   * Syncs and answers with how it ended; what went wrong upstream is in the state, not thrown. Throws `source_disabled` and
   * `sync_running`.
   */
  sync(
    sourceUid: number,
    actor: Actor,
    run?: {
      readonly signal?: AbortSignal;
      readonly onProgress?: (progress: SyncProgress) => void;
    },
  ): Promise<SkillSyncState>;
  /** Begins a sync that goes on by itself; followed by `syncState`. */
  startSync(sourceUid: number, actor: Actor): Promise<SkillSyncState>;
  syncState(sourceUid: number, actor: Actor): Promise<SkillSyncState>;
  /** Calls a sync off: one of this process at once, another's at its next heartbeat. */
  cancelSync(sourceUid: number, actor: Actor): Promise<SkillSyncState>;
  /** Gives legacy rows their digest where they are what their sync wrote (DIG-09). */
  upgrade(actor: Actor): Promise<UpgradeReport>;
  /** Brings in a JSON export of nr_llm's skill tables. */
  importNrLlm(json: string, actor: Actor): Promise<ImportReport>;
  /** The skill's current version as a SKILL.md; the same version gives the same bytes. */
  exportSkill(skillUid: number, actor: Actor): Promise<string>;
  /** Calls running syncs off and waits for them. */
  close(): Promise<void>;
}

interface RunningSync {
  readonly stop: AbortController;
  progress: SyncProgress | null;
  ended: Promise<void>;
}

/** Bringing skills in. */
export function createSkillIngest(
  deps: SkillIngestDeps,
  options: SkillIngestOptions = {},
): SkillIngest {
  const running = new Map<number, RunningSync>();
  const progressOf = (uid: number) => running.get(uid)?.progress ?? null;
  const stateNow = async (uid: number): Promise<SkillSyncState> => {
    const remote = await deps.sourceStore.remote(uid);
    if (remote === null) throw new AppError('not_found', 'There is no such source.');
    return stateOf(remote, progressOf(uid));
  };
  const begin = async (
    sourceUid: number,
    actor: Actor,
    onProgress: (progress: SyncProgress) => void,
  ): Promise<RunningSync> => {
    requireAdministrator(actor);
    const claimed = await claimSync(deps, sourceUid);
    const sync: RunningSync = {
      stop: new AbortController(),
      progress: null,
      ended: Promise.resolve(),
    };
    running.set(sourceUid, sync);
    sync.ended = runSync(deps, claimed, {
      actorId: actorIdOf(actor),
      stop: sync.stop,
      onProgress: (progress) => {
        sync.progress = progress;
        onProgress(progress);
      },
      options,
    }).finally(() => running.delete(sourceUid));
    return sync;
  };
  const shown = async (uid: number): Promise<SkillSourceView> => {
    const source = await deps.store.source(uid);
    if (source === null) throw new AppError('not_found', 'There is no such source.');
    return viewOf(source, await deps.sourceStore.remote(uid), progressOf(uid));
  };
  return {
    sources: (actor) => listSources(deps, actor, progressOf),
    addSource: async (source, actor) => shown((await addSource(deps, source, actor)).uid),
    changeSource: async (uid, changes, actor) => {
      await changeSource(deps, uid, { changes, actor });
      return shown(uid);
    },
    sync: async (uid, actor, { signal, onProgress = () => undefined } = {}) => {
      const sync = await begin(uid, actor, onProgress);
      const stop = () => {
        sync.stop.abort();
      };
      if (signal?.aborted === true) stop();
      signal?.addEventListener('abort', stop, { once: true });
      await sync.ended;
      signal?.removeEventListener('abort', stop);
      return stateNow(uid);
    },
    startSync: async (uid, actor) => {
      const sync = await begin(uid, actor, () => undefined);
      sync.ended.catch((error: unknown) => {
        deps.log('A sync could not be ended', { source: uid, error: String(error) });
      });
      return stateNow(uid);
    },
    syncState: async (uid, actor) => {
      requireAdministrator(actor);
      await releaseStale(deps);
      return stateNow(uid);
    },
    cancelSync: async (uid, actor) => {
      requireAdministrator(actor);
      await stateNow(uid);
      const own = running.get(uid);
      if (own !== undefined) {
        own.stop.abort();
        await own.ended;
        return stateNow(uid);
      }
      await deps.transactions.transact(async (transaction) => {
        const sources = deps.sourceStore.within(transaction);
        const remote = await sources.lockRemote(uid);
        if (remote?.status === 'syncing') {
          await sources.updateRemote(uid, { cancelRequested: true });
        }
      });
      return stateNow(uid);
    },
    upgrade: (actor) => upgradeSkills(deps, actor),
    importNrLlm: (json, actor) => importNrLlm(deps, json, actor),
    exportSkill: (uid, actor) => exportSkill(deps, uid, actor),
    close: async () => {
      const syncs = [...running.values()];
      for (const { stop } of syncs) stop.abort();
      await Promise.allSettled(syncs.map(({ ended }) => ended));
    },
  };
}
