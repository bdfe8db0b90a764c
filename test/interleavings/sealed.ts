import type { Sealer } from '../../src/base/index.ts';

/** A sealer one can look into: bound to its place, and read by the invariants without the runtime's codec. */
export const openSealer: Sealer = {
  seal: (plaintext, context) => JSON.stringify({ context, plaintext }),
  open: (sealed, context) => {
    const stored = JSON.parse(sealed) as { context: string; plaintext: string };
    if (stored.context !== context) throw new Error('moved');
    return stored.plaintext;
  },
};

export function lookInto(sealed: string): unknown {
  const { plaintext } = JSON.parse(sealed) as { plaintext: string };
  return (JSON.parse(plaintext) as { value: unknown }).value;
}
