import { expect, it } from 'vitest';
import { WebhookPayload } from '../../src/contracts/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN, createWorld, EDITOR, type World } from './chat-world.ts';
import { NO_LIMITS } from './no-limits.ts';

const DAY_MS = 86_400_000;
const ONE_A_DAY = { ...NO_LIMITS, dailyRequests: 1 };

const toldOf = async ({ webhooks }: World) => {
  await webhooks.delivery.deliverDue();
  return webhooks.received.map(({ body }) => WebhookPayload.parse(JSON.parse(body)));
};

describeEachDatabase('a budget that is met', (openFresh) => {
  it('is told once a period: to other programs and in the log', async () => {
    const world = await createWorld(openFresh);
    await world.webhooks.service.add(
      { name: 'Chat', url: 'https://hooks.example.org/in', events: ['budget.exhausted'] },
      ADMIN,
    );
    await world.transactions.transact((tx) =>
      world.stores.usage
        .within(tx)
        .setBudget({ scope: 'everyone', id: '', limits: ONE_A_DAY }, world.clock.now()),
    );
    const { uuid } = await world.open();
    world.model.add({ text: 'Hi.' });
    await world.send(uuid, 'One');
    expect(await toldOf(world)).toEqual([]);
    await world.send(uuid, 'Two');
    await world.send(uuid, 'Three');
    const day = Math.floor(world.clock.now() / DAY_MS) * DAY_MS;
    expect(await toldOf(world)).toEqual([
      {
        type: 'budget.exhausted',
        timestamp: new Date(world.clock.now()).toISOString(),
        data: {
          scope: 'person',
          userId: EDITOR.userId,
          configurationUid: 1,
          period: 'day',
          measure: 'requests',
          limit: 1,
          renewedAtMs: day + DAY_MS,
          link: 'https://vouch.example.org/administration/usage',
        },
      },
    ]);
    expect(world.warnings).toEqual([
      [
        expect.objectContaining({ scope: 'person', user: EDITOR.userId, period: 'day', limit: 1 }),
        'A budget is used up; calls of models are refused until it begins anew',
      ],
    ]);
    world.clock.advance(DAY_MS);
    world.model.add({ text: 'Anew.' });
    await world.send(uuid, 'Four');
    await world.send(uuid, 'Five');
    expect(await toldOf(world)).toHaveLength(2);
    expect(world.warnings).toHaveLength(2);
  });

  it('is told again in its period once it was raised and met anew, and not for a limit it had before', async () => {
    const world = await createWorld(openFresh);
    await world.webhooks.service.add(
      { name: 'Chat', url: 'https://hooks.example.org/in', events: ['budget.exhausted'] },
      ADMIN,
    );
    const allow = (dailyRequests: number) =>
      world.transactions.transact((tx) =>
        world.stores.usage
          .within(tx)
          .setBudget(
            { scope: 'everyone', id: '', limits: { ...NO_LIMITS, dailyRequests } },
            world.clock.now(),
          ),
      );
    const limits = async () =>
      (await toldOf(world)).map(({ data }) => ('limit' in data ? data.limit : null));
    const { uuid } = await world.open();
    await allow(1);
    world.model.add({ text: 'Hi.' }, { text: 'More.' });
    await world.send(uuid, 'One');
    await world.send(uuid, 'Two');
    expect(await limits()).toEqual([1]);
    await allow(2);
    await world.send(uuid, 'Three');
    expect(await limits()).toEqual([1]);
    await world.send(uuid, 'Four');
    await world.send(uuid, 'Five');
    expect(await limits()).toEqual([1, 2]);
    await allow(1);
    await world.send(uuid, 'Six');
    expect(await limits()).toEqual([1, 2]);
    expect(world.warnings).toHaveLength(2);
    world.clock.advance(DAY_MS);
    world.model.add({ text: 'Anew.' });
    await world.send(uuid, 'Seven');
    await world.send(uuid, 'Eight');
    expect(await limits()).toEqual([1, 2, 1]);
  });
});
