import { expect, it } from 'vitest';
import { describeEachDatabase } from '../support/databases.ts';
import { createWorld, progress, setFields } from './chat-world.ts';

describeEachDatabase('a configuration that asks for a second person', (openFresh) => {
  it('DEC-05 says on the card that its initiator may not approve it, before they press anything', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({ calls: [setFields(world.page, { description: 'New words' })] });
    expect((await world.send(uuid, 'Improve it.')).needsSecondPerson).toBeUndefined();
    await world.setFourEyes(true);
    const shown = await world.view(uuid);
    expect([shown.card?.kind, shown.needsSecondPerson]).toEqual(['approval', true]);
    // What it says is what the click would meet; declining is theirs.
    const refused = await world.answer(uuid, { answer: 'approve' });
    expect(refused.entries.at(-1)?.body).toMatchObject({ kind: 'stopped', code: 'self_approval' });
    world.model.add({ text: 'Then not.' });
    const declined = await world.answer(uuid, { answer: 'deny' });
    expect([declined.card, declined.needsSecondPerson]).toEqual([null, undefined]);
  });

  it('says nothing of it on the card of a process, whose initiator alone decides', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add({
      calls: [progress(1, 1), setFields(world.page, { description: 'New words' })],
    });
    await world.send(uuid, 'Go', world.processUid);
    await world.setFourEyes(true);
    expect((await world.view(uuid)).needsSecondPerson).toBeUndefined();
  });
});
