import { randomBytes } from 'node:crypto';
import { access, constants, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isFull } from '../adapters/storage/index.ts';
import { isAppError } from '../base/index.ts';
import { freeBytes, inMegabytes, kindOf } from './backup-paths.ts';
import { ok, problem, reasonOf, skipped, warning, type Finding } from './doctor-findings.ts';
import { readKeyFile } from './keys-file.ts';

const PROBE_BYTES = 256 * 1024;
const LOW_BYTES = 200 * 1024 * 1024;

/** Whether the folder of database and keys is there, can be written, and has room. */
export async function checkDataFolder(folder: string): Promise<readonly Finding[]> {
  const kind = await kindOf(folder);
  if (kind === null) {
    return [
      warning(
        'data_folder',
        `There is no data folder ${folder} yet.`,
        'A first start creates it. If there was one, set dataDir (VOUCH_DATA_DIR) to where it is now.',
      ),
    ];
  }
  const probe = join(folder, `.doctor-${randomBytes(6).toString('hex')}`);
  try {
    if (kind === 'file') throw new Error('a file stands where a folder should be');
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    await writeProbe(probe);
  } catch (error) {
    return [
      isFull(error)
        ? problem(
            'disk',
            `The disk of ${folder} is full: not even ${inMegabytes(PROBE_BYTES)} could be written.`,
            'Make room on it, or move the data folder to another disk and set dataDir (VOUCH_DATA_DIR).',
          )
        : problem(
            'data_folder',
            `The data folder ${folder} cannot be written: ${reasonOf(error)}.`,
            'Give it to the account the server runs as (chown, chmod 700), or set dataDir (VOUCH_DATA_DIR) to a folder it may write.',
          ),
    ];
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
  const free = await freeBytes(folder);
  return [
    ok('data_folder', `The data folder ${folder} can be written.`),
    free < LOW_BYTES
      ? warning(
          'disk',
          `Only ${inMegabytes(free)} are free on the disk of ${folder}.`,
          'Make room: runs and page history grow.',
        )
      : ok('disk', `${inMegabytes(free)} are free.`),
  ];
}

async function writeProbe(file: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(randomBytes(PROBE_BYTES));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Whether the key file is there, whole, and its owner's alone; and the keys for what follows. */
export async function checkKeyFile(
  file: string,
): Promise<{ readonly finding: Finding; readonly keys: readonly Buffer[] }> {
  if ((await kindOf(file)) === null) {
    const finding = warning(
      'key_file',
      `There is no key file ${file}.`,
      'A first start creates one. If this installation had one, put it back from the backup before you start: a new one opens nothing.',
    );
    return { finding, keys: [] };
  }
  try {
    const keys = await readKeyFile(file);
    return { finding: ok('key_file', `The key file is whole and its owner’s alone.`), keys };
  } catch (error) {
    const finding = isAppError(error, 'key_file_invalid')
      ? problem('key_file', withoutRemedy(error.message), remedyIn(error.message, file))
      : problem(
          'key_file',
          `The key file ${file} cannot be read: ${reasonOf(error)}.`,
          `Give it to the account the server runs as: chown it, then chmod 600 ${file}`,
        );
    return { finding, keys: [] };
  }
}

/** What is wrong alone: what to do stands beside it. */
function withoutRemedy(message: string): string {
  return message.replace(/ Run: chmod .*$/, '');
}

function remedyIn(message: string, file: string): string {
  return message.includes('chmod')
    ? `chmod 600 ${file}`
    : 'Put the key file of the last backup in its place.';
}

/** Whether the pages are where the settings say, and are the pages this installation knows. */
export async function checkContent(
  content: { readonly root: string; readonly isDemo: boolean },
  knownPaths: readonly string[] | null,
): Promise<Finding> {
  const { root, isDemo } = content;
  const remedy = 'Set content.root (VOUCH_CONTENT_ROOT) to where the pages are now.';
  const kind = await kindOf(root);
  if (kind !== 'folder') {
    if (kind === null && isDemo && (knownPaths ?? []).length === 0) {
      return ok('content', 'The demo site is laid down by the first start.');
    }
    return problem(
      'content',
      kind === null ? `There is no content folder ${root}.` : `${root} is a file, not a folder.`,
      remedy,
    );
  }
  try {
    await readdir(root);
    await access(root, constants.W_OK);
  } catch (error) {
    return problem(
      'content',
      `The content folder ${root} cannot be read and written: ${reasonOf(error)}.`,
      'Give the account the server runs as the right to read and write the pages.',
    );
  }
  if (knownPaths === null) return skipped('content', `${root} is there; the pages known are not.`);
  const found = await Promise.all(knownPaths.map((path) => kindOf(join(root, path))));
  const there = found.filter((each) => each === 'file').length;
  if (knownPaths.length > 0 && there === 0) {
    return problem(
      'content',
      `None of the ${String(knownPaths.length)} pages known here, such as ${knownPaths[0] ?? ''}, is in ${root}.`,
      remedy,
    );
  }
  return ok(
    'content',
    `${root} holds ${String(there)} of ${String(knownPaths.length)} known pages.`,
  );
}
