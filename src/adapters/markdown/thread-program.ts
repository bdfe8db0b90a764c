import { existsSync } from 'node:fs';

/**
 * The program of a thread beside the file at `address`, once that is built; sources that are run as they are have none, and a
 * bundle of somebody else's may have none: what the thread would do is done on the main one then.
 */
export function threadProgram(name: string, address: string): URL | null {
  const program = new URL(name, address);
  return existsSync(program) ? program : null;
}
