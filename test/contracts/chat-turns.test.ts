import { expect, it } from 'vitest';
import { describeEachDatabase } from '../support/databases.ts';
import { createWorld, EDITOR, progress, setFields, told } from './chat-world.ts';

describeEachDatabase('turns of a conversation', (openFresh) => {
  it('CHT-01, CHT-04, CHT-05, CHT-09, OPN-03 a tour: start, card with four answers, applied, completed', async () => {
    const world = await createWorld(openFresh);
    const { uuid } = await world.open();
    world.model.add(
      { calls: [progress(1, 1), setFields(world.page, { description: 'New words' })] },
      { calls: [progress(1, 1, true)] },
      { text: 'All done.' },
    );
    const waiting = await world.send(uuid, '', world.processUid);
    expect(world.problems).toEqual([]);
    expect(waiting).toMatchObject({
      status: 'awaiting_approval',
      process: { skillUid: world.processUid, name: 'SEO' },
      progress: { current: 1, total: 1, completed: false },
      card: { kind: 'approval', isProcessWrite: true },
    });
    expect(waiting.card?.calls[0]?.preview.fields).toMatchObject([
      { field: 'description', before: 'Old words', after: 'New words' },
    ]);
    const done = await world.answer(uuid, { answer: 'approve' });
    expect(told(done)).toEqual(['user:', 'outcome:applied', 'assistant:All done.', 'tour:applied']);
    expect(done).toMatchObject({
      status: 'idle',
      process: null,
      card: null,
      highlight: null,
      progress: { completed: true },
    });
    const content = await world.host.readPage(world.page, EDITOR);
    expect(content?.page.fields['description']).toBe('New words');
    world.model.finish();
  });
});
