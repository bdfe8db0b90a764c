import { expect, it } from 'vitest';
import { AppError, type Sealer } from '../../base/index.ts';
import { openSourceToken, sourceTokenContext } from './source-token.ts';

const sealer: Sealer = {
  seal: (plaintext, context) => JSON.stringify({ context, plaintext }),
  open: (sealed, context) => {
    const stored = JSON.parse(sealed) as { context: string; plaintext: string };
    if (stored.context !== context) throw new AppError('unreadable', 'It was moved.');
    return stored.plaintext;
  },
};

it("a source's token does not open in the row of another source; one from before it was bound does", () => {
  const sealedToken = sealer.seal('ghp_1', sourceTokenContext(7));
  expect(openSourceToken(sealer, { uid: 7, sealedToken })).toBe('ghp_1');
  expect(() => openSourceToken(sealer, { uid: 8, sealedToken })).toThrow('It was moved.');
  const former = sealer.seal('ghp_2', 'skill_source.token');
  expect(openSourceToken(sealer, { uid: 7, sealedToken: former })).toBe('ghp_2');
});
