import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeEachDatabase } from '../support/databases.ts';
import { createWorld, EDITOR, setFields, told } from './chat-world.ts';

const NOT_GONE_ON_WITH = {
  code: 'predecessor_missing',
  message: expect.stringContaining('or cannot be read. Start a new conversation.') as string,
};

describeEachDatabase('a conversation whose waiting run cannot be read', (openFresh) => {
  async function waiting(kind: 'process' | 'plain') {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ calls: [setFields(world.page, { description: 'New' })] });
    const view = await (kind === 'process'
      ? world.send(uuid, '', world.processUid)
      : world.send(uuid, 'Improve it.'));
    expect(view.status).toBe('awaiting_approval');
    const runUuid = view.runUuid ?? '';
    const { writes } = world.database.database;
    await sql`update run set pins = 'broken' where uuid = ${runUuid}`.execute(writes);
    const status = async () => (await world.runtime.status(runUuid, EDITOR))?.status;
    return { world, uuid, runUuid, status };
  }

  it('CHT-02, CON-04, DUR-06 a message withdraws its process, and says that it cannot be gone on with', async () => {
    const { world, uuid, runUuid, status } = await waiting('process');
    expect(await world.runtime.status(runUuid, EDITOR)).toMatchObject({ holdsProcessPin: true });
    await expect(world.chat.sendMessage(EDITOR, uuid, { text: 'Go on' })).rejects.toMatchObject(
      NOT_GONE_ON_WITH,
    );
    const after = await world.view(uuid);
    expect(told(after)).toEqual(['user:', 'outcome:withdrawn', 'stopped:predecessor_missing']);
    expect(after).toMatchObject({ status: 'failed', process: null });
    expect(await status()).toBe('cancelled');
  });

  it('CHT-03, CON-04, DUR-06 without a process it waits on, and a message says that it cannot be gone on with', async () => {
    const { world, uuid, status } = await waiting('plain');
    const before = await world.view(uuid);
    await expect(world.chat.sendMessage(EDITOR, uuid, { text: 'Go on' })).rejects.toMatchObject(
      NOT_GONE_ON_WITH,
    );
    expect(await world.view(uuid)).toMatchObject({
      status: before.status,
      entries: before.entries,
    });
    expect(await status()).toBe('waiting_for_approval');
  });
});
