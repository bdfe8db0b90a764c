import { access, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runGit, type GitAnswer, type GitCall } from './run-git.ts';

/** Files to commit, each from one version to the next. */
export interface CommitOrder {
  readonly files: readonly {
    /** Its real path. */
    readonly real: string;
    /** As it was when it was read; `null`: it was not there. */
    readonly before: Uint8Array | null;
    /** As it was written; `null`: it was removed. */
    readonly after: Uint8Array | null;
  }[];
  readonly author: { readonly name: string; readonly email: string };
  readonly message: string;
}

export type CommitOutcome =
  | { readonly done: true; readonly commit: string }
  /** Why not, as a clause: "the file had …". */
  | { readonly done: false; readonly reason: string };

export interface CommitContext {
  readonly environment: GitCall['environment'];
  /** Names the temporary index. */
  readonly id: string;
}

/** Why there is no commit when HEAD holds the files as they were written. */
export const NOTHING_DIFFERENT = 'nothing is different';

/** Others commit too: as often is begun anew on what they left. */
const ATTEMPTS = 5;
/** States in which the next commit belongs to something else. */
const UNDER_WAY: readonly (readonly [file: string, what: string])[] = [
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase'],
];

/**
 * Commits exactly these bytes of exactly these files on top of HEAD: not what stands in the folder, where others may have
 * written since, and nothing that others have staged. A file that differed from HEAD before it was written is left out, for
 * the commit would take along changes that nobody asked to commit. Runs no hook of the repository. Never throws.
 */
export async function commitFiles(
  order: CommitOrder,
  context: CommitContext,
): Promise<CommitOutcome> {
  const [first] = order.files;
  if (first === undefined) return not('there is nothing to commit');
  const call = { folder: dirname(first.real), environment: context.environment };
  const opened = await openRepository(call);
  if ('reason' in opened) return not(opened.reason);
  const { top, gitDir } = opened;
  const index = join(gitDir, `vouch-index-${context.id}`);
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const outcome = await attemptCommit(order, { top, gitDir, index, call });
      if (outcome !== 'moved') return outcome;
    }
    return not('others kept committing at the same moment');
  } catch (error) {
    return not(error instanceof GitRefusal ? error.message : 'Git did not answer');
  } finally {
    await rm(index, { force: true });
  }
}

interface Repository {
  readonly top: string;
  readonly gitDir: string;
  readonly index: string;
  readonly call: GitCall;
}

async function openRepository(
  call: GitCall,
): Promise<{ readonly top: string; readonly gitDir: string } | { readonly reason: string }> {
  const found = await runGit(['rev-parse', '--show-toplevel', '--absolute-git-dir'], call);
  const [top, gitDir] = found.stdout.split('\n');
  if (!found.ok || !top || !gitDir) return { reason: found.reason || 'it is no repository' };
  for (const [file, what] of UNDER_WAY) {
    if (await isThere(join(gitDir, file))) return { reason: `${what} is under way` };
  }
  return { top, gitDir };
}

async function attemptCommit(
  order: CommitOrder,
  { top, index, call }: Repository,
): Promise<CommitOutcome | 'moved'> {
  const git = (args: readonly string[], input?: Uint8Array): Promise<GitAnswer> =>
    runGit(args, { ...call, folder: top, ...(input === undefined ? {} : { input }) });
  const own = (args: readonly string[]): Promise<GitAnswer> =>
    runGit(args, {
      folder: top,
      environment: { ...call.environment, GIT_INDEX_FILE: index },
    });

  const head = await git(['rev-parse', '--verify', 'HEAD^{commit}']);
  if (!head.ok) return not('the repository has no commit yet');
  const parent = head.stdout.trim();
  await must(own(['read-tree', parent]));
  const entries: { readonly path: string; readonly old: string; readonly line: string }[] = [];
  for (const { real, before, after } of order.files) {
    const path = real.slice(top.length + 1).replaceAll('\\', '/');
    const listed = await must(git(['ls-tree', '-z', '--full-tree', parent, '--', path]));
    const [mode = '100644', , old = ''] = listed.split(/[ \t\0]/);
    const now = after === null ? '' : await blobOf(git, path, after);
    if (old === now) continue;
    const was = before === null ? '' : await blobOf(git, path, before);
    if (old !== was) {
      return not(
        old === ''
          ? `Git does not know ${path}`
          : `${path} had changes before that were not committed`,
      );
    }
    // The form `update-index` reads; a mode of 0 removes the file.
    const line =
      now === '' ? `0 ${old}\t${path}` : `${old === '' ? '100644' : mode} ${now}\t${path}`;
    entries.push({ path, old, line });
  }
  if (entries.length === 0) return not(NOTHING_DIFFERENT);
  const lines = (wanted: readonly { readonly line: string }[]) =>
    new TextEncoder().encode(wanted.map(({ line }) => `${line}\0`).join(''));
  await must(
    runGit(['update-index', '-z', '--index-info'], {
      folder: top,
      environment: { ...call.environment, GIT_INDEX_FILE: index },
      input: lines(entries),
    }),
  );
  const tree = (await must(own(['write-tree']))).trim();
  const commit = (
    await must(
      git([...identity(order.author), 'commit-tree', tree, '-p', parent, '-m', order.message]),
    )
  ).trim();

  // The index first: a file that is staged as it was written does no harm when the rest fails; one that is staged as it
  // was before would take the change back with somebody's next commit.
  const staged = await stagedAs(
    git,
    entries.map(({ path }) => path),
  );
  const untouched = entries.filter(({ path, old }) => (staged.get(path) ?? '') === old);
  if (untouched.length > 0) {
    await must(git(['update-index', '-z', '--index-info'], lines(untouched)));
  }
  const moved = await git(['update-ref', '-m', 'vouch: commit', 'HEAD', commit, parent]);
  return moved.ok ? { done: true, commit } : 'moved';
}

/** The object of a file's bytes, through the filters the repository sets for its path. */
async function blobOf(
  git: (args: readonly string[], input?: Uint8Array) => Promise<GitAnswer>,
  path: string,
  bytes: Uint8Array,
): Promise<string> {
  return (await must(git(['hash-object', '-w', '--stdin', '--path', path], bytes))).trim();
}

async function stagedAs(
  git: (args: readonly string[]) => Promise<GitAnswer>,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const listed = await must(git(['ls-files', '-z', '--stage', '--', ...paths]));
  const entries = listed.split('\0').filter((line) => line !== '');
  return new Map(
    entries.map((line) => {
      const [head = '', path = ''] = line.split('\t');
      const [, blob = '', stage = '0'] = head.split(' ');
      // A conflict that is not settled is nobody's old version.
      return [path, stage === '0' ? blob : 'conflict'];
    }),
  );
}

/** The editor is the author; Vouch, which wrote it down, the committer. */
function identity({ name, email }: CommitOrder['author']): readonly string[] {
  const clean = (text: string) => text.replace(/[<>\n\r\0]/g, ' ').trim() || 'unknown';
  return [
    ...['-c', `author.name=${clean(name)}`, '-c', `author.email=${clean(email)}`],
    ...['-c', 'committer.name=Vouch', '-c', 'committer.email=vouch@localhost'],
  ];
}

class GitRefusal extends Error {}

async function must(asked: Promise<GitAnswer>): Promise<string> {
  const answer = await asked;
  if (!answer.ok) throw new GitRefusal(answer.reason);
  return answer.stdout;
}

function not(reason: string): CommitOutcome {
  return { done: false, reason };
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
