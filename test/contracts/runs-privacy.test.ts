import { expect, it } from 'vitest';
import type { PrivacyLevel, RunEvent } from '../../src/contracts/index.ts';
import {
  ADMIN,
  createBench,
  describeEachRunStorage,
  EDITOR,
  PROPOSAL,
  SERVICE,
} from './runs-bench.ts';

const LEVELS: readonly PrivacyLevel[] = ['none', 'metadata', 'redacted', 'full'];
const SECRET = 'sk-abcdefgh12345678';
const SAID = `Ask ada@example.org about ${SECRET}.`;
const MASKED = 'Ask [e-mail] about [redacted].';

describeEachRunStorage('what is kept of runs', (open) => {
  /** A run that reads, reports, marks a record, proposes a write and is approved. */
  async function tour(level: PrivacyLevel) {
    const bench = await createBench({
      storage: await open(),
      settings: { privacyLevel: level },
    });
    const skill = await bench.addSkill({ name: 'Tour', process: true });
    bench.model.add(
      {
        text: SAID,
        calls: [
          { name: 'progress', arguments: { current: 1, total: 2, completed: false } },
          { name: 'highlight', arguments: { uid: 121 } },
        ],
      },
      { text: 'Like this?', calls: [PROPOSAL] },
      { text: 'Done.' },
    );
    const { uuid } = await bench.runtime.run(
      bench.request({
        messages: [{ role: 'user', content: SAID }],
        invocation: { skillUid: skill.uid, subject: { table: 'pages', uid: 12 } },
      }),
    );
    const card = await bench.card(uuid);
    await bench.runtime.approve(
      uuid,
      { approved: true, cardDigest: card.digest },
      { actor: EDITOR },
    );
    const events = await bench.storage.store.events(uuid, 0);
    return { bench, uuid, events };
  }

  const kinds = (events: readonly RunEvent[]) => events.map(({ kind }) => kind);
  const payloads = (events: readonly RunEvent[], kind: string) =>
    events.filter((event) => event.kind === kind).map(({ payload }) => payload);

  it.each(LEVELS)(
    'SEC-05 at %s: events say what happened; progress, highlight and write are whole; what was said is kept beside them as far as the level keeps it',
    async (level) => {
      const { bench, uuid, events } = await tour(level);
      // The same log at every level, without a word of what was said.
      expect(JSON.stringify(events)).not.toMatch(/Ask |Like this|Opening hours|sk-abc|ada@/);
      expect(kinds(events).filter((kind) => kind === 'llm')).toHaveLength(3);
      expect(payloads(events, 'progress')).toEqual([{ current: 1, total: 2, completed: false }]);
      expect(payloads(events, 'highlight')).toEqual([{ target: { table: 'content', uid: 121 } }]);
      expect(payloads(events, 'write')).toMatchObject([{ target: { table: 'pages', uid: 12 } }]);
      expect(payloads(events, 'llm')[0]).toMatchObject({
        textCharacters: SAID.length,
        tools: ['progress', 'highlight'],
      });
      expect(payloads(events, 'tool').at(-1)).toMatchObject({ tool: PROPOSAL.name });
      const keeps = level === 'redacted' || level === 'full';
      expect(payloads(events, 'tool').every((each) => each['contentRedacted'] === true)).toBe(
        !keeps,
      );

      const stored = await bench.storage.store.contents(uuid);
      expect(stored.length > 0).toBe(keeps);
      const mine = await bench.runtime.inspect(uuid, EDITOR);
      expect(mine?.privacyLevel).toBe(level);
      const contents = new Map(mine?.contents?.map((each) => [each.sequence, each.content]));
      const said = (kind: string) =>
        events.filter((each) => each.kind === kind).map(({ sequence }) => contents.get(sequence));
      if (!keeps) {
        expect(mine?.contents).toEqual([]);
      } else {
        const text = level === 'full' ? SAID : MASKED;
        expect(said('request')).toMatchObject([
          { messagesSent: [{ role: 'user', content: text }] },
        ]);
        expect(said('llm')).toMatchObject([
          { content: text },
          {
            content: 'Like this?',
            requestedToolCalls: [{ tool: PROPOSAL.name, toolArguments: PROPOSAL.arguments }],
          },
          { content: 'Done.', requestedToolCalls: [] },
        ]);
        expect(said('tool').at(-1)).toMatchObject({ toolArguments: PROPOSAL.arguments });
      }
      // What was said is for its person, at every level.
      expect((await bench.runtime.inspect(uuid, ADMIN))?.contents).toBeNull();
    },
  );

  it('SEC-05 what makes a run go on is exempt: at none a waiting run shows its card and is decided', async () => {
    const { bench, uuid } = await tour('none');
    expect(await bench.runtime.status(uuid, EDITOR)).toMatchObject({
      status: 'completed',
      message: 'Done.',
    });
  });

  it('SEC-05 lists and status show an administrator no more than the inspector: no answer, and a card only to who may answer it', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid } = await bench.startTour();
    const mine = await bench.runtime.status(uuid, EDITOR);
    expect(mine?.message).toBe('First point.');
    expect(await bench.runtime.list(EDITOR)).toMatchObject([{ message: 'First point.' }]);
    const theirs = await bench.runtime.inspect(uuid, ADMIN);
    expect(theirs?.run).toMatchObject({ message: null, card: null });
    expect(await bench.runtime.list(ADMIN)).toMatchObject([{ uuid, message: null }]);
    expect(await bench.runtime.status(uuid, ADMIN)).toMatchObject({
      message: null,
      card: { digest: mine?.card?.digest },
    });
    expect(await bench.runtime.status(uuid, SERVICE)).toMatchObject({ message: null });
    await bench.runtime.cancel(uuid, ADMIN);
    expect(await bench.runtime.status(uuid, ADMIN)).toMatchObject({ message: null, card: null });
  });

  it('SEC-05 an administrator lists everybody’s runs, or their own alone', async () => {
    const bench = await createBench({ storage: await open() });
    const { uuid } = await bench.startTour();
    expect(await bench.runtime.list(ADMIN)).toMatchObject([{ uuid }]);
    expect(await bench.runtime.list(ADMIN, { isOwnOnly: true })).toEqual([]);
    expect(await bench.runtime.list(EDITOR, { isOwnOnly: true })).toMatchObject([{ uuid }]);
  });
});
