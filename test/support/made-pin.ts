import type { Pin } from '../../src/skills/index.ts';

/** A pin of the skill with that name of one letter; uid and digest follow from the name. */
export function madePin(name: string, process = false): Pin {
  return { skillUid: name.charCodeAt(0), sourceUid: 1, digest: `2:${name}`, process, name };
}
