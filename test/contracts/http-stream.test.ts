import { expect, it } from 'vitest';
import { EDITOR } from './chat-world.ts';
import { createHttpWorld, describeOnSqlite } from './http-world.ts';

const decoder = new TextDecoder();

describeOnSqlite('a stream of events over HTTP', (openFresh) => {
  it('SEC-02, CHT-08 ends at the next sign of life when its session has ended', async () => {
    const sessions = new Set([EDITOR.userId]);
    const world = await createHttpWorld(openFresh, {
      accounts: {
        handle: () => Promise.resolve(Response.json({})),
        signIn: () => Promise.resolve(Response.json({})),
        session: (headers) => {
          const userId = headers.get('x-test-session') ?? '';
          return Promise.resolve(sessions.has(userId) ? userId : null);
        },
        sessionId: () => Promise.resolve(null),
      },
    });
    const { uuid } = await world.chat.create(EDITOR, { page: world.page, locale: 'en' });
    const path = `/api/conversations/${uuid}/stream`;
    const { body } = await world.ask('GET', path, { who: EDITOR });
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    const read = async () => decoder.decode((await reader.read()).value);
    expect(await read()).toContain('"type":"changed"');
    world.clock.advance(15_000);
    expect(await read()).toContain(': still here');

    sessions.clear();
    const rest = { text: '', isOver: false };
    void (async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        rest.text += decoder.decode(next.value);
      }
      rest.isOver = true;
    })();
    await expect
      .poll(() => {
        world.clock.advance(15_000);
        return rest;
      })
      .toEqual({ text: '', isOver: true });
    expect(world.bus.followed()).toEqual([]);
    expect(world.httpProblems).toEqual([]);
  });
});
