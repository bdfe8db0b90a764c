import { expect, it } from 'vitest';
import type { ServiceActor } from '../../src/actors/index.ts';
import { isAppError } from '../../src/base/index.ts';
import type { Budget, BudgetLimits, CreateTask } from '../../src/contracts/index.ts';
import { createUsageService, type ModelRequest } from '../../src/models/index.ts';
import { describeEachDatabase, type OpenFresh } from '../support/databases.ts';
import { ADMIN, createWorld, EDITOR, progress, setFields, told } from './chat-world.ts';
import { answered, asking } from './metered-model.ts';
import { NO_LIMITS } from './no-limits.ts';

const WRITER = { ...EDITOR, userId: 'writer', name: 'Willa', grants: ['tasks_use'] as const };
const ROBOT: ServiceActor = {
  kind: 'service',
  accountId: 'robot',
  name: 'Robot',
  scopes: ['configuration:use'],
  rights: EDITOR.rights,
};
const DAY_MS = 86_400_000;

async function open(openFresh: OpenFresh) {
  const world = await createWorld(openFresh);
  world.people.set(WRITER.userId, WRITER);
  const usage = createUsageService({
    store: world.stores.usage,
    configurations: world.stores.configurations,
    transactions: world.transactions,
    clock: world.clock,
    people: () =>
      Promise.resolve([...world.people.values()].map(({ userId, name }) => ({ id: userId, name }))),
    processName: async (uid) => (await world.stores.skills.skill(uid))?.version.name ?? null,
  });
  const allow = (scope: Budget['scope'], id: string, limits: Partial<BudgetLimits>) =>
    usage.setBudget({ scope, id, limits: { ...NO_LIMITS, ...limits } }, ADMIN);
  return { ...world, usage, allow };
}

const TASK: CreateTask = {
  identifier: 'teaser',
  name: 'Teaser',
  description: '',
  category: 'content',
  configurationUid: null,
  promptTemplate: 'Write a teaser.',
  inputs: [],
  outputFormat: 'plain',
  isActive: true,
};

const monthAfter = (atMs: number) => {
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
};

const refusalOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return isAppError(error, 'budget_exhausted') ? error : null;
};

describeEachDatabase('usage and budgets', (openFresh) => {
  it('every call is written down: whose, which configuration, model and process, tokens', async () => {
    const world = await open(openFresh);
    const { uid: task } = await world.tasks.create(TASK, ADMIN);
    world.model.add(
      { text: 'Hi.', promptTokens: 40 },
      { calls: [progress(1, 1), setFields(world.page, { description: 'New' })], promptTokens: 60 },
      { text: 'A teaser.', promptTokens: 5 },
    );
    const { uuid } = await world.open();
    await world.send(uuid, 'Hello');
    await world.send(uuid, 'Go', world.processUid);
    await world.tasks.run(task, { inputs: {}, skillUids: [] }, WRITER);
    const overview = await world.usage.overview({}, ADMIN);
    expect(overview.total).toEqual({
      requests: 3,
      failed: 0,
      promptTokens: 105,
      completionTokens: 0,
      costCents: 0,
    });
    expect(overview.people).toMatchObject([
      { id: 'editor', name: 'Edith', requests: 2, promptTokens: 100 },
      { id: 'writer', name: 'Willa', requests: 1, promptTokens: 5 },
    ]);
    expect(overview.configurations).toMatchObject([{ name: 'Default', requests: 3 }]);
    expect(overview.models).toMatchObject([{ name: 'scripted', requests: 3 }]);
    expect(overview.processes).toMatchObject([
      { name: 'SEO', promptTokens: 60 },
      { id: '', promptTokens: 45 },
    ]);
    expect(overview.days).toHaveLength(30);
    expect(overview.days.at(-1)).toMatchObject({ requests: 3, promptTokens: 105 });
    await expect(world.usage.overview({}, EDITOR)).rejects.toMatchObject({ code: 'not_permitted' });
  });

  it('a used-up budget stops a run in the chat in words, and the conversation goes on the next day', async () => {
    const world = await open(openFresh);
    await world.allow('everyone', '', { dailyRequests: 1 });
    world.model.add({ calls: [progress(1, 2)] });
    const { uuid } = await world.open();
    const stopped = await world.send(uuid, 'Go', world.processUid);
    expect(told(stopped)).toContain('stopped:budget_exhausted');
    expect(JSON.stringify(stopped.entries)).toContain(
      'Your budget for this day is used up: 1 of 1',
    );
    // Which limit and until when, so that it can be said in the reader's words and by the reader's clock.
    const startOfDayMs = Math.floor(world.clock.now() / DAY_MS) * DAY_MS;
    const budget = { period: 'day', measure: 'requests', renewedAtMs: startOfDayMs + DAY_MS };
    expect(stopped.entries.at(-1)?.body).toMatchObject({ kind: 'stopped', budget });
    // The model was not asked beyond it, and the process waits to go on.
    expect(world.model.requests).toHaveLength(1);
    world.clock.advance(DAY_MS);
    world.model.add({ text: 'On we go.' });
    expect(told(await world.send(uuid, 'weiter')).at(-1)).toBe('assistant:On we go.');
    world.model.finish();
  });

  it('TSK-01 a task is told the same, and makes no call', async () => {
    const world = await open(openFresh);
    const { uid } = await world.tasks.create(TASK, ADMIN);
    const run = () => world.tasks.run(uid, { inputs: {}, skillUids: [] }, WRITER);
    await world.allow('person', 'writer', { monthlyRequests: 1 });
    world.model.add({ text: 'A teaser.' });
    expect(await run()).toMatchObject({ status: 'completed', budget: null });
    const house = await world.createSkill({ name: 'House', process: false });
    await world.tasks.attach(uid, { skillUid: house, loadMode: 'always' }, ADMIN);
    const refused = await run();
    // Which budget and when it begins anew is told apart from the sentence; nothing was sent, so no skill was either.
    expect(refused).toMatchObject({
      status: 'failed',
      termination: 'budget_exhausted',
      text: expect.stringContaining('Your budget for this month is used up: 1 of 1') as string,
      applied: [],
      budget: {
        scope: 'person',
        period: 'month',
        measure: 'requests',
        limit: 1,
        used: 1,
        renewedAtMs: monthAfter(world.clock.now()),
        configuration: 'Default',
      },
    });
    expect(await world.tasks.result(refused.uuid, WRITER)).toMatchObject({
      budget: refused.budget,
    });
    world.model.finish();
  });

  it('a person’s own budget takes the place of everyone’s; a configuration’s counts for all, programs too', async () => {
    const world = await open(openFresh);
    const ask = await asking(world, () => Promise.resolve(answered(10, 0)));
    await world.allow('everyone', '', { dailyRequests: 1 });
    await world.allow('person', 'writer', { dailyRequests: 2 });
    await ask(EDITOR);
    expect(await refusalOf(ask(EDITOR))).toMatchObject({
      data: { scope: 'person', period: 'day', measure: 'requests', limit: 1, used: 1 },
    });
    await ask(WRITER);
    await ask(WRITER);
    expect(await refusalOf(ask(WRITER))).toMatchObject({ data: { limit: 2 } });
    // No person's budget is a program's.
    await ask(ROBOT);
    const uid = String((await world.stores.configurations.defaultConfiguration())?.uid);
    await world.allow('configuration', uid, { dailyRequests: 4 });
    expect(await refusalOf(ask(ROBOT))).toMatchObject({
      message: expect.stringContaining('The budget of “Default”') as string,
      data: { scope: 'configuration', used: 4 },
    });
    // Each budget says what of it is used; everyone's is another for each person.
    const seen = await world.usage.overview({}, ADMIN);
    expect(seen.renewedAtMs).toEqual({
      day: (Math.floor(world.clock.now() / DAY_MS) + 1) * DAY_MS,
      month: monthAfter(world.clock.now()),
    });
    const used = { dailyRequests: 4, dailyTokens: 40, dailyCostCents: 0.004, monthlyRequests: 4 };
    expect(seen.budgets).toMatchObject([
      { scope: 'configuration', used },
      { scope: 'everyone', used: null },
      { scope: 'person', id: 'writer', used: { dailyRequests: 2, monthlyTokens: 20 } },
    ]);
    const { budgets } = await world.allow('configuration', uid, {});
    expect(budgets.map(({ scope, name }) => [scope, name])).toEqual([
      ['everyone', ''],
      ['person', 'Willa'],
    ]);
    await ask(ROBOT);
  });

  it('cost is what the answering model’s prices say, and the planned cost of a call counts before it', async () => {
    const world = await open(openFresh);
    const ask = await asking(world, () =>
      Promise.resolve({
        ...answered(1_000_000, 100_000),
        answeredBy: {
          name: 'spare',
          price: { inputCentsPerMillion: 0.5, outputCentsPerMillion: null },
        },
      }),
    );
    await world.allow('everyone', '', { dailyCostCents: 2 });
    await ask();
    expect((await world.usage.overview({}, ADMIN)).models).toMatchObject([
      { name: 'spare', costCents: 0.5, completionTokens: 100_000 },
    ]);
    // 5,000 tokens of answer at 400 cents a million are 2 cents.
    expect(await refusalOf(ask(EDITOR, 5_000))).toMatchObject({ data: { measure: 'cost' } });
    await ask(EDITOR, 100);
  });

  it('of several calls at once no more are made than the budget has left; one that fails gives its place back', async () => {
    const world = await open(openFresh);
    let fails = true;
    const ask = await asking(world, () =>
      fails ? Promise.reject(new Error('cut')) : Promise.resolve(answered(1, 1)),
    );
    await world.allow('everyone', '', { dailyRequests: 3 });
    await expect(ask()).rejects.toThrow('cut');
    fails = false;
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () =>
        ask().then(
          () => 'answered',
          () => 'refused',
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(3);
    expect((await world.usage.overview({}, ADMIN)).total).toMatchObject({ requests: 3, failed: 1 });
  });

  it.each([
    ['text', (request: ModelRequest) => request.onTextDelta?.('x'.repeat(350))],
    ['what is not shown', (request: ModelRequest) => request.onPiece?.('x'.repeat(350))],
  ])('a call that is stopped once %s had come counts with what came of it', async (_, speak) => {
    const world = await open(openFresh);
    const ask = await asking(world, (request) => {
      speak(request);
      return Promise.reject(new Error('stopped'));
    });
    await world.allow('everyone', '', { dailyRequests: 2 });
    await expect(ask()).rejects.toThrow('stopped');
    await expect(ask()).rejects.toThrow('stopped');
    expect(await refusalOf(ask())).toMatchObject({ data: { measure: 'requests', used: 2 } });
    const { total } = await world.usage.overview({}, ADMIN);
    // Prompt and 100 tokens of answer at 100 and 400 cents a million.
    expect(total).toMatchObject({ requests: 2, failed: 0, completionTokens: 200 });
    expect(total.promptTokens).toBeGreaterThan(2_000);
    expect(total.costCents).toBeCloseTo((total.promptTokens * 100 + 200 * 400) / 1_000_000, 5);
  });

  it('calls under way count with the tokens they are planned with, and then with those they took', async () => {
    const world = await open(openFresh);
    // Nobody is answered before each of ten has been let in or refused.
    let undecided = 10;
    const waiting: (() => void)[] = [];
    const decided = () => {
      undecided -= 1;
      if (undecided <= 0) for (const goOn of waiting) goOn();
    };
    const ask = await asking(world, async () => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        decided();
      });
      return answered(10, 5);
    });
    await world.allow('everyone', '', { dailyTokens: 4_000 });
    // A prompt of about 1,000 tokens and at most 1,000 of answer: two of them leave room for no third.
    const refusals = Array.from({ length: 10 }, async () => {
      const refusal = await refusalOf(ask(EDITOR, 1_000));
      if (refusal !== null) decided();
      return refusal;
    });
    expect((await Promise.all(refusals)).filter((each) => each === null)).toHaveLength(2);
    expect((await world.usage.overview({}, ADMIN)).total).toMatchObject({
      requests: 2,
      promptTokens: 20,
      completionTokens: 10,
    });
    await ask();
  });

  it('days outside are not counted, wrong ones are refused, and old calls go a batch at a time', async () => {
    const world = await open(openFresh);
    const ask = await asking(world, () => Promise.resolve(answered(1, 0)));
    const first = new Date(world.clock.now()).toISOString().slice(0, 10);
    await ask();
    await ask();
    world.clock.advance(40 * DAY_MS);
    await ask();
    expect((await world.usage.overview({}, ADMIN)).total.requests).toBe(1);
    expect((await world.usage.overview({ from: first, to: first }, ADMIN)).total.requests).toBe(2);
    await expect(
      world.usage.overview({ from: '2030-01-02', to: '2030-01-01' }, ADMIN),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    const today = new Date(world.clock.now()).toISOString().slice(0, 10);
    const remove = () =>
      world.transactions.transact((tx) => world.stores.usage.within(tx).removeBefore(today, 1));
    expect([await remove(), await remove(), await remove()]).toEqual([1, 1, 0]);
    await expect(world.allow('person', 'nobody', { dailyRequests: 1 })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
