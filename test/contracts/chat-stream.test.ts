import { expect, it } from 'vitest';
import type { ConversationStreamEvent } from '../../src/contracts/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { createWorld, EDITOR, progress, READER, setFields } from './chat-world.ts';

describeEachDatabase('the stream of a conversation', (openFresh) => {
  it('CHT-08, FOC-01 tells the current state at once, then text, progress and every change', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    const stop = new AbortController();
    const events: ConversationStreamEvent[] = [];
    const reading = (async () => {
      for await (const event of world.stream.follow(EDITOR, uuid, stop.signal)) {
        events.push(event);
        if (event.type === 'changed' && event.conversation.status === 'awaiting_approval') break;
      }
    })();
    world.model.add({
      text: 'Look here.',
      calls: [progress(1, 2), setFields(world.page, { description: 'New' })],
    });
    await world.send(uuid, '', world.processUid);
    await reading;
    expect(events[0]).toMatchObject({ type: 'changed', conversation: { uuid } });
    const text = events.map((event) => (event.type === 'delta' ? event.text : '')).join('');
    expect(text).toBe('Look here.');
    expect(events).toContainEqual({
      type: 'progress',
      progress: { current: 1, total: 2, completed: false },
    });
    const versions = events.flatMap((event) =>
      event.type === 'changed' ? [event.conversation.version] : [],
    );
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    const last = events.at(-1);
    expect(last?.type === 'changed' ? last.conversation : null).toEqual(await world.view(uuid));
  });

  it('CHT-08 ends when its reader goes, and refuses somebody else’s conversation', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    const stop = new AbortController();
    const reader = world.stream.follow(EDITOR, uuid, stop.signal)[Symbol.asyncIterator]();
    await reader.next();
    const next = reader.next();
    stop.abort();
    expect((await next).done).toBe(true);
    const foreign = world.stream.follow(READER, uuid, new AbortController().signal);
    await expect(foreign[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
