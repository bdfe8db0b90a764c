import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';

/** How often a file was put in place, made or removed since somebody began to listen. */
export interface Noticed {
  count(): Promise<number>;
  close(): void;
}

/** Listens to the folder of a file. On systems and disks that report no single changes it counts nothing. */
export function noticeReplacements(file: string): Noticed {
  const name = basename(file);
  let count = 0;
  let watcher: FSWatcher | null = null;
  try {
    watcher = watch(dirname(file), { persistent: false }, (event, changed) => {
      if (event === 'rename' && changed === name) count += 1;
    });
    watcher.on('error', () => undefined);
  } catch {
    watcher = null;
  }
  return {
    count: async () => {
      // Reports are read between the turns of the event loop; after a whole one none from before is left.
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
      return count;
    },
    close: () => watcher?.close(),
  };
}
