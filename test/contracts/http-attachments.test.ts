import { expect, it } from 'vitest';
import { describeEachDatabase } from '../support/databases.ts';
import { EDITOR } from './chat-world.ts';
import { codeOf, createHttpWorld } from './http-world.ts';

const MIB = 1024 * 1024;

describeEachDatabase('files over HTTP', (openFresh) => {
  it('SEC-01, CHT-07 only an upload may be larger than other requests, up to its own limit, and only for who is signed in', async () => {
    const world = await createHttpWorld(openFresh);
    const { uuid } = await world.chat.create(EDITOR, { page: null, locale: 'en' });
    const files = `/api/conversations/${uuid}/attachments?name=long.txt`;
    const long = { said: 'x'.repeat(2 * MIB) };
    const statusAndCode = async (
      path: string,
      body: object,
      who: typeof EDITOR | null = EDITOR,
    ) => {
      const answer = await world.ask('POST', path, { who, body });
      return [answer.status, codeOf(await answer.json())];
    };
    expect(await statusAndCode(files, long)).toEqual([422, 'attachment_too_long']);
    expect(await statusAndCode(files, { said: 'x'.repeat(20 * MIB) })).toEqual([
      413,
      'attachment_too_large',
    ]);
    expect(await statusAndCode(files, long, null)).toEqual([401, 'not_signed_in']);
    const message = `/api/conversations/${uuid}/messages`;
    expect(await statusAndCode(message, { text: long.said })).toEqual([400, 'invalid_request']);
    const foreign = await world.ask('POST', files, {
      who: EDITOR,
      body: { said: 'Hi' },
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(foreign.status).toBe(403);
    expect((await world.chat.view(EDITOR, uuid)).attachments).toEqual([]);
  });
});
