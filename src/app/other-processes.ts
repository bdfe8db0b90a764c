import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The Vouch processes of this machine that work on one data folder. */
export interface ProcessRegistry {
  /** Whether no other one is alive now: what is held by a lease was then left by a crash. */
  isOnlyOne(): Promise<boolean>;
  /** Notes where people reach this process, for commands beside it. */
  serves(url: string): Promise<void>;
  leave(): Promise<void>;
}

/** Notes this process in the folder, which exists: one file named by its process id; removes notes of processes that are gone. */
export async function registerProcess(folder: string): Promise<ProcessRegistry> {
  const own = String(process.pid);
  await writeFile(join(folder, own), '');
  return {
    isOnlyOne: async () => {
      let isOnlyOne = true;
      for (const name of await readdir(folder)) {
        if (name === own) continue;
        if (isAlive(Number(name))) isOnlyOne = false;
        else await rm(join(folder, name), { force: true });
      }
      return isOnlyOne;
    },
    serves: (url) => writeFile(join(folder, own), url),
    leave: () => rm(join(folder, own), { force: true }),
  };
}

/** Ids of the Vouch processes that work on the folder now, this one left out. */
export async function livingProcesses(folder: string): Promise<readonly number[]> {
  try {
    const ids = (await readdir(folder)).map(Number);
    return ids.filter((id) => id !== process.pid && isAlive(id));
  } catch (error) {
    // Nobody has ever started here. What cannot be read otherwise may hide somebody.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Where a server that works on the folder now is reached; `null`: none has noted it. */
export async function servedAt(folder: string): Promise<string | null> {
  for (const id of await livingProcesses(folder)) {
    // It may have left meanwhile.
    const noted = await readFile(join(folder, String(id)), 'utf8').catch(() => '');
    if (/^https?:\/\/\S+$/.test(noted)) return noted;
  }
  return null;
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
