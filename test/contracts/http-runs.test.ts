import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  type ApproveRun,
  RunDecided,
  RunEvent,
  RunListItem,
  RunView,
} from '../../src/contracts/index.ts';
import { createHttpApp } from '../../src/http/index.ts';
import { createAgentRuntime } from '../../src/runs/index.ts';
import { createToolRegistry, type Tool } from '../../src/tools/index.ts';
import { ADMIN, EDITOR, READER, setFields } from './chat-world.ts';
import {
  BASE_URL,
  codeOf,
  createHttpWorld,
  describeOnSqlite,
  type HttpWorld,
} from './http-world.ts';

/** A run of the editor's that proposes a description and waits. */
async function waitingRun(world: HttpWorld, process = false) {
  world.model.add({ calls: [setFields(world.page, { description: 'New words' })] });
  const { uuid } = await world.runtime.run({
    configurationUid: 1,
    messages: [{ role: 'user', content: 'Improve it.' }],
    actor: EDITOR,
    ...(process
      ? { invocation: { skillUid: world.processUid, subject: { table: 'pages', uid: world.page } } }
      : {}),
  });
  const view = await world.runtime.status(uuid, EDITOR);
  return { uuid, cardDigest: view?.card?.digest ?? 'none' };
}

describeOnSqlite('runs over HTTP', (openFresh) => {
  it('PRC-04, PRC-03 generic routes refuse a process whoever asks, its initiator included, and list it to be read', async () => {
    const world = await createHttpWorld(openFresh);
    const { uuid, cardDigest } = await waitingRun(world, true);
    const before = await world.stores.runs.run(uuid);
    const bodies = {
      approve: { cardDigest },
      deny: { cardDigest, reason: 'skip' },
      answer: { cardDigest, input: {} },
    };
    for (const who of [EDITOR, ADMIN]) {
      for (const [route, body] of Object.entries(bodies)) {
        const answer = await world.json('POST', `/api/runs/${uuid}/${route}`, { who, body });
        expect([route, answer.status, codeOf(answer.body)]).toEqual([route, 409, 'decide_in_chat']);
      }
      const list = await world.json('GET', '/api/runs', { who });
      // What a list notes beside it: that it is a process, and so decided in its conversation.
      expect(list.body).toMatchObject([{ uuid, holdsProcessPin: true }]);
    }
    expect(await world.stores.runs.run(uuid)).toEqual(before);
    // A stranger does not even learn that it is a process.
    const stranger = await world.json('POST', `/api/runs/${uuid}/approve`, {
      who: READER,
      body: bodies.approve,
    });
    expect([stranger.status, codeOf(stranger.body)]).toEqual([404, 'access_denied']);
  });

  it('lists name each page and person without reading one twice', async () => {
    const asked: (number | string)[] = [];
    const base = await createHttpWorld(openFresh);
    const { host, people } = base.deps;
    const app = createHttpApp(
      {
        ...base.deps,
        host: {
          ...host,
          readPage: (uid, actor) => {
            asked.push(uid);
            return host.readPage(uid, actor);
          },
        },
        people: {
          ...people,
          person: (userId) => {
            asked.push(userId);
            return people.person(userId);
          },
        },
      },
      { baseUrl: BASE_URL, webRoot: null },
    );
    await waitingRun(base, true);
    await waitingRun(base, true);
    const answer = await app.request(`${BASE_URL}/api/runs`, {
      headers: { 'x-test-session': ADMIN.userId },
    });
    const runs = z.array(RunListItem).parse(await answer.json());
    expect(runs.map(({ page, startedBy }) => [page?.title, startedBy])).toEqual([
      ['About us', 'Edith'],
      ['About us', 'Edith'],
    ]);
    expect(asked.sort()).toEqual([base.page, EDITOR.userId].sort());
  });

  it('a turn of somebody else’s conversation is called one, without a way to it; who decided has a name', async () => {
    const world = await createHttpWorld(openFresh);
    const conversation = await world.open();
    world.model.add({ calls: [setFields(world.page, { description: 'New words' })] });
    const { card } = await world.send(conversation.uuid, 'Improve it.');
    const alone = await waitingRun(world);
    for (const path of ['/api/runs', '/api/inbox']) {
      const list = z.array(RunListItem).parse((await world.json('GET', path, { who: ADMIN })).body);
      const shown = list.map((run) => [
        run.uuid === alone.uuid,
        run.isConversation,
        run.conversationUuid,
      ]);
      expect(shown.sort()).toEqual([
        [false, true, null],
        [true, false, null],
      ]);
      expect(JSON.stringify(list)).not.toContain(conversation.uuid);
    }
    const { runUuid } = await world.view(conversation.uuid);
    world.model.add({ text: 'Done.' });
    const body = { cardDigest: card?.digest ?? '' } satisfies ApproveRun;
    await world.json('POST', `/api/runs/${runUuid ?? ''}/approve`, { who: ADMIN, body });
    const inspection = await world.json('GET', `/api/runs/${runUuid ?? ''}/inspection`, {
      who: ADMIN,
    });
    expect(inspection.body).toMatchObject({
      run: { isConversation: true },
      decisions: [{ by: ADMIN.userId, byName: ADMIN.name }],
    });
  });

  it('DEC-01, DEC-07 a run without a process is approved once, on the card that is there', async () => {
    const world = await createHttpWorld(openFresh);
    const { uuid, cardDigest } = await waitingRun(world);
    const approve = (digest: string) =>
      world.json('POST', `/api/runs/${uuid}/approve`, {
        who: EDITOR,
        body: { cardDigest: digest } satisfies ApproveRun,
      });
    expect(codeOf((await approve('another')).body)).toBe('stale_approval');
    world.model.add({ text: 'Done.' });
    const approved = await approve(cardDigest);
    expect(RunDecided.parse(approved.body)).toMatchObject({
      outcome: 'completed',
      message: 'Done.',
    });
    expect(codeOf((await approve(cardDigest)).body)).toBe('not_awaiting_approval');
    expect((await world.host.readPage(world.page, EDITOR))?.page.fields['description']).toBe(
      'New words',
    );
  });

  it('WRT-10 an approval says when it is not known whether a call changed anything, and again when it is sent again', async () => {
    const broken = { current: false };
    const world = await createHttpWorld(openFresh, {
      runs: {
        inbox: {
          approve: (...asked) => approve(...asked),
          submitInput: () => Promise.reject(new Error('unasked')),
        },
      },
    });
    const tools = world.runtimeDeps.tools.all().map((tool): Tool => ({
      ...tool,
      execute: async (...call) => {
        const done = await tool.execute(...call);
        if (broken.current) throw new Error('the connection broke');
        return done;
      },
    }));
    const runtime = createAgentRuntime({
      ...world.runtimeDeps,
      tools: createToolRegistry(tools),
    });
    const { approve } = runtime.inbox;
    const { uuid, cardDigest } = await waitingRun(world);
    broken.current = true;
    world.model.add({ text: 'I will look.' });
    const asked = {
      who: EDITOR,
      body: { cardDigest },
      headers: { 'Idempotency-Key': 'approve-once' },
    };
    for (const turn of ['first', 'again']) {
      const { body } = await world.json('POST', `/api/runs/${uuid}/approve`, asked);
      expect([turn, body]).toEqual([
        turn,
        {
          uuid,
          outcome: 'completed',
          termination: 'completed',
          message: 'I will look.',
          effectUnknown: true,
        },
      ]);
    }
  });

  it('DEC-01 torture A: a malformed decision leaves the card decidable', async () => {
    const world = await createHttpWorld(openFresh);
    const { uuid, cardDigest } = await waitingRun(world);
    for (const body of [{}, { cardDigest: 7 }, { cardDigest: null }, [], 'yes', null]) {
      const answer = await world.json('POST', `/api/runs/${uuid}/approve`, { who: EDITOR, body });
      expect([answer.status, codeOf(answer.body)]).toEqual([400, 'invalid_request']);
    }
    const view = await world.runtime.status(uuid, EDITOR);
    expect(view).toMatchObject({ status: 'waiting_for_approval', card: { digest: cardDigest } });
    world.model.add({ text: 'Done.' });
    const approved = await world.json('POST', `/api/runs/${uuid}/approve`, {
      who: EDITOR,
      body: { cardDigest },
    });
    expect(approved.body).toMatchObject({ outcome: 'completed' });
  });

  it('DEC-03, BLT-03 a denial and an answer go through the same border', async () => {
    const world = await createHttpWorld(openFresh);
    const { uuid, cardDigest } = await waitingRun(world);
    const deny = (reason: string) =>
      world.json('POST', `/api/runs/${uuid}/deny`, { who: EDITOR, body: { cardDigest, reason } });
    const unknown = await deny('maybe');
    expect([unknown.status, codeOf(unknown.body)]).toEqual([400, 'invalid_request']);
    world.model.add({ text: 'As you like.' });
    expect((await deny('skip')).body).toMatchObject({ outcome: 'completed' });
    expect((await world.host.readPage(world.page, EDITOR))?.page.fields['description']).toBe(
      'Old words',
    );

    const skillUid = await world.createSkill({ name: 'Asking', process: false });
    const call = { name: 'choice', arguments: { question: 'Which?', options: ['a', 'b'] } };
    world.model.add({ calls: [call] });
    const asked = await world.runtime.run({
      configurationUid: 1,
      messages: [{ role: 'user', content: 'Ask me.' }],
      actor: EDITOR,
      invocation: { skillUid },
    });
    const card = (await world.runtime.status(asked.uuid, EDITOR))?.card;
    const answer = (choice: string) =>
      world.json('POST', `/api/runs/${asked.uuid}/answer`, {
        who: EDITOR,
        body: { cardDigest: card?.digest ?? '', input: { choice } },
      });
    expect(codeOf((await answer('c')).body)).toBe('invalid_input');
    world.model.add({ text: 'a it is.' });
    expect((await answer('a')).body).toMatchObject({ outcome: 'completed', message: 'a it is.' });
  });

  it('BLT-06, DUR-01 status and events are for those who may read the run; a cancel wins once', async () => {
    const world = await createHttpWorld(openFresh);
    const { uuid } = await waitingRun(world);
    const get = (path: string, who = EDITOR) =>
      world.json('GET', `/api/runs/${uuid}${path}`, { who });
    expect(RunView.parse((await get('')).body).status).toBe('waiting_for_approval');
    const events = RunEvent.array().parse((await get('/events')).body);
    const later = RunEvent.array().parse((await get('/events?after=2')).body);
    expect(later).toEqual(events.slice(2));
    expect((await get('/events?after=x')).status).toBe(400);
    for (const path of ['', '/events']) expect((await get(path, READER)).status).toBe(404);
    const cancel = (who = EDITOR) => world.json('POST', `/api/runs/${uuid}/cancel`, { who });
    expect((await cancel(READER)).status).toBe(404);
    expect((await cancel(ADMIN)).body).toEqual({ cancelled: true });
    expect((await cancel()).body).toEqual({ cancelled: false });
    expect(RunView.parse((await get('')).body).status).toBe('cancelled');
  });
});
