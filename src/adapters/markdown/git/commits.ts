import { readFile } from 'node:fs/promises';
import { sha256Hex, type Clock, type Ids } from '../../../base/index.ts';
import type {
  AppliedChange,
  ContentHost,
  ContentStores,
  HistoryRow,
} from '../../../content/index.ts';
import { placeInside } from '../files/many.ts';
import {
  commitFiles,
  NOTHING_DIFFERENT,
  type CommitOrder,
  type CommitOutcome,
} from './commit-file.ts';
import { createRunFollower, type RunCommitted } from './follow-runs.ts';
import type { GitCall } from './run-git.ts';

/** When what is written is committed, and in whose name. */
export interface GitOptions {
  /** `change`: every change at once. `tour`: all changes of a run together, when it has ended. */
  readonly mode: 'change' | 'tour';
  /** The environment `git` is run in: where it is found, and whose settings it reads. */
  readonly environment: GitCall['environment'];
  /** Name and e-mail of who wrote, by the id in the history; `null` for somebody who is gone. */
  readonly author: (userId: string) => Promise<CommitOrder['author'] | null>;
  /** Whether a run has come to its end, or is gone. */
  readonly isRunOver: (runUuid: string) => Promise<boolean>;
  /** Told what could not be committed after a tour, when nobody waits for an answer. */
  readonly warn: (facts: object, message: string) => void;
}

/** Commits what was written. Nothing here ever fails a write. */
export interface Commits {
  /** What became of a write in the history, as a sentence; `null` when it is committed later. */
  written(historyId: string): Promise<string | null>;
  close(): Promise<void>;
}

/** Runs this old are looked at after a start: what a stop left is committed then. For as long one is tried. */
const REMEMBERED_MS = 7 * 24 * 60 * 60 * 1_000;

export function createCommits(
  deps: {
    readonly root: string;
    readonly stores: ContentStores;
    readonly clock: Clock;
    readonly ids: Ids;
  },
  options: GitOptions,
): Commits {
  const { root, stores, clock, ids } = deps;
  let turn: Promise<unknown> = Promise.resolve();

  /** One after the other: they all write the same branch. */
  const commit = async (
    userId: string,
    order: Omit<CommitOrder, 'author'>,
  ): Promise<CommitOutcome> => {
    const author = (await options.author(userId)) ?? { name: userId, email: 'unknown@localhost' };
    const next = turn.then(() =>
      commitFiles({ ...order, author }, { environment: options.environment, id: ids.uuid() }),
    );
    turn = next.catch(() => undefined);
    return next;
  };

  const commitChange = async (row: HistoryRow): Promise<CommitOutcome> => {
    const files = await Promise.all([...stepsByPath([row])].map(([, steps]) => fileOf(steps)));
    const found = files.filter((file) => file !== null);
    if (found.length < files.length) {
      return { done: false, reason: 'others have written the file since' };
    }
    const verb = row.undoes === null ? 'change' : 'take back';
    const message = [
      `Content: ${verb} ${names(row)} of ${row.path}`,
      '',
      `Vouch-Change: ${row.id}`,
      ...(row.runUuid === null ? [] : [`Vouch-Run: ${row.runUuid}`]),
    ].join('\n');
    return commit(row.userId, { files: found, message });
  };

  const commitRun = async (runUuid: string): Promise<RunCommitted> => {
    const rows = await stores.history.ofRun(runUuid);
    const files: CommitOrder['files'][number][] = [];
    const others: string[] = [];
    for (const [path, steps] of stepsByPath(rows)) {
      const file = await fileOf(steps);
      if (file === null) others.push(path);
      else files.push(file);
    }
    const [first] = rows;
    if (first !== undefined && files.length > 0) {
      const message = [
        `Content: ${counted(rows.length, 'change')} on ${counted(files.length, 'page')}`,
        '',
        ...new Set(rows.map((row) => `${row.path}: ${names(row)}`)),
        '',
        `Vouch-Run: ${runUuid}`,
      ].join('\n');
      const outcome = await commit(first.userId, { files, message });
      // Another process, or this one before it was started again, was first.
      const isDone = outcome.done || outcome.reason === NOTHING_DIFFERENT;
      if (!isDone) return { done: false, later: outcome.reason };
    }
    for (const path of others) {
      options.warn({ path, runUuid }, 'Not committed: others have written the file since');
    }
    return { done: true };
  };

  /** A file from before the first of its steps to after the last, if nobody else wrote in between or since. */
  const fileOf = async (steps: readonly Step[]): Promise<CommitOrder['files'][number] | null> => {
    const [first] = steps;
    const last = steps.at(-1);
    if (first === undefined || last === undefined) return null;
    const isChain = steps.every(({ from }, at) => at === 0 || from === steps[at - 1]?.to);
    const real = isChain ? await placeInside(root, last.path) : null;
    if (real === null) return null;
    const after = await readFile(real).catch(() => null);
    if ((after === null ? null : sha256Hex(after)) !== last.to) return null;
    return { real, before: await imageOf(first), after };
  };

  const imageOf = async ({ row, path, from }: Step): Promise<Uint8Array | null> => {
    if (from === null) return null;
    return row.files === undefined
      ? stores.history.beforeImage(row.id)
      : stores.history.fileImage(row.id, path);
  };

  const { isRunOver, warn } = options;
  const follower = createRunFollower(
    { clock, isRunOver, commitRun, warn },
    { rememberedMs: REMEMBERED_MS },
  );
  const takeUp = async (): Promise<void> => {
    for (const uuid of await stores.history.runsSince(clock.now() - REMEMBERED_MS)) {
      follower.follow(uuid);
    }
  };
  if (options.mode === 'tour') {
    void takeUp().catch((error: unknown) => {
      options.warn({ err: error }, 'What earlier runs wrote could not be looked at');
    });
  }

  return {
    async written(historyId) {
      const row = await stores.history.find(historyId);
      if (row === null) return null;
      if (options.mode === 'tour' && row.runUuid !== null) {
        follower.follow(row.runUuid);
        return null;
      }
      const outcome = await commitChange(row).catch((): CommitOutcome => ({
        done: false,
        reason: 'Git did not answer',
      }));
      return outcome.done
        ? `Committed as ${outcome.commit.slice(0, 10)}.`
        : `Not committed: ${outcome.reason}.`;
    },
    close: async () => {
      await follower.close();
      await turn;
    },
  };
}

/** What one write made of one file. */
interface Step {
  readonly row: HistoryRow;
  readonly path: string;
  readonly from: string | null;
  readonly to: string | null;
}

function stepsByPath(rows: readonly HistoryRow[]): ReadonlyMap<string, readonly Step[]> {
  const steps = new Map<string, Step[]>();
  for (const row of rows) {
    for (const { path, baseVersion, newVersion } of row.files ?? [row]) {
      const step = { row, path, from: baseVersion, to: newVersion };
      steps.set(path, [...(steps.get(path) ?? []), step]);
    }
  }
  return steps;
}

function names({ fields }: HistoryRow): string {
  const all = new Set(fields.map(({ field }) => field));
  return [...all].join(', ').replace(/[\r\n]+/g, ' ') || 'the page';
}

function counted(count: number, what: string): string {
  return `${String(count)} ${what}${count === 1 ? '' : 's'}`;
}

type Changes = Pick<ContentHost, 'apply' | 'undo'>;

/** The same changes, committed once they are written; what became of it is part of the answer. */
export function withCommits<Given extends Changes>(changes: Given, commits: Commits | null): Given {
  if (commits === null) return changes;
  const told = async (applied: AppliedChange): Promise<AppliedChange> => {
    const note = await commits.written(applied.historyId).catch(() => null);
    return note === null ? applied : { ...applied, content: `${applied.content} ${note}` };
  };
  return {
    ...changes,
    apply: async (planned, context) => told(await changes.apply(planned, context)),
    undo: async (historyId, context) => told(await changes.undo(historyId, context)),
  };
}
