import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { isAppError, type Transactions } from '../../src/base/index.ts';
import type { Tool, ToolContext } from '../../src/tools/index.ts';
import { describeEachDatabase, type TestDatabase } from '../support/databases.ts';
import { createMcpWorld, entered, startServer } from './mcp-world.ts';
import { ADMIN } from './runs-bench.ts';

const TOKEN = 'the-token-of-this-test';
const FIND = { name: 'find', description: 'Finds things.' };
const OLD = { url: 'http://127.0.0.1:9/old' };
const NEW = { url: 'http://127.0.0.1:9/new' };

/** A server that is reached otherwise is another one; administrators change one side by side. */
describeEachDatabase('servers of tools that move', (openFresh) => {
  /** With connections enough at hand, so that what is asked side by side runs side by side. */
  const openWorld = async () => {
    const fresh = await openFresh();
    const world = await createMcpWorld(fresh);
    const read = () => fresh.transactions.transact(() => world.store.servers());
    await Promise.all([read(), read(), read(), read()]);
    return { fresh, world };
  };

  it.each([
    ['first', false],
    ['last', true],
  ])(
    'a token is not sent to an address that is entered at the same time, the token %s',
    async (_when, isLast) => {
      const { fresh, world } = await openWorld();
      const { uid } = await world.service.add(entered(OLD), ADMIN);
      const { service } = await createMcpWorld({
        ...fresh,
        transactions: inPairs(fresh.transactions),
      });
      const changes = [{ token: TOKEN }, NEW];
      const outcomes = await Promise.allSettled(
        (isLast ? changes.toReversed() : changes).map((change) =>
          service.change(uid, change, ADMIN),
        ),
      );
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'invalid_request', data: { field: 'token' } },
      });
      const server = await world.store.server(uid);
      expect([server?.transport, server?.hasToken]).not.toEqual([{ kind: 'http', ...NEW }, true]);
    },
  );

  it('a token that comes with its address goes there, whoever changed something meanwhile', async () => {
    const { world } = await openWorld();
    const { uid } = await world.service.add(entered(OLD), ADMIN);
    await Promise.all([
      world.service.change(uid, { name: 'Renamed' }, ADMIN),
      world.service.change(uid, { ...NEW, token: TOKEN }, ADMIN),
    ]);
    expect(await world.store.server(uid)).toMatchObject({
      name: 'Renamed',
      transport: NEW,
      hasToken: true,
    });
  });

  it('a command and its arguments that are changed at the same time are both kept', async () => {
    const { world } = await openWorld();
    const { uid } = await world.service.add(
      { identifier: 'sh', name: 'Shell', transport: 'stdio', command: 'old', arguments: ['old'] },
      ADMIN,
    );
    await Promise.all([
      world.service.change(uid, { command: 'new' }, ADMIN),
      world.service.change(uid, { arguments: ['new'] }, ADMIN),
    ]);
    expect(await world.store.server(uid)).toMatchObject({
      transport: { kind: 'stdio', command: 'new', arguments: ['new'] },
      revision: 3,
    });
  });

  it('whoever writes another address, the token of the old one does not stay', async () => {
    const { fresh, world } = await openWorld();
    const { uid } = await world.service.add(entered(OLD, { token: TOKEN }), ADMIN);
    await fresh.transactions.transact((tx) =>
      world.store.within(tx).change(uid, { transport: { kind: 'http', ...NEW } }, 1),
    );
    expect(await world.store.server(uid)).toMatchObject({ hasToken: false, revision: 2 });
    expect(await world.store.sealedToken({ uid, revision: 2 })).toBeNull();
  });

  it('TOL-03 at another address no tool is switched on already', async () => {
    const { fresh, world } = await openWorld();
    const server = await startServer({ tools: [FIND] });
    const { uid } = await world.approved(entered(server));
    const switches = switchesOf(fresh);
    await switches.on('mcp_shop_find', 'mcp_shopping_find');
    await world.service.change(uid, { name: 'Renamed', url: server.url }, ADMIN);
    expect(await switches.left()).toEqual(['mcp_shop', 'mcp_shop_find', 'mcp_shopping_find']);
    await world.service.change(uid, NEW, ADMIN);
    expect(await switches.left()).toEqual(['mcp_shopping_find']);
  });

  it('TOL-03 a tool that was offered of one address is not called at another, approved or not', async () => {
    const { world } = await openWorld();
    const [old, other] = [
      await startServer({ tools: [FIND] }),
      await startServer({ tools: [FIND] }),
    ];
    const { uid } = await world.approved(entered(old));
    const [offered] = await world.remoteTools.tools();
    await world.service.change(uid, { url: other.url }, ADMIN);
    await world.approveSeen(uid);
    const { signal } = new AbortController();
    const call = (tool: Tool | undefined) => tool?.execute({}, { signal } as ToolContext);
    expect(await call(offered)).toMatchObject({
      content: 'Shop cannot be used any more. Nothing was sent to it.',
      isError: true,
    });
    expect([old.calls, other.calls]).toEqual([[], []]);
    const [now] = await world.remoteTools.tools();
    expect(await call(now)).toMatchObject({ content: 'find', isError: false });
  });

  it('TOL-03 of identifiers that clash and are added at the same time one stands', async () => {
    const { world } = await openWorld();
    const roots = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    for (const root of roots) {
      const identifiers = [root, `${root}_b`, `${root}_b_c`];
      const outcomes = await Promise.allSettled(
        identifiers.map((identifier) => world.service.add(entered(OLD, { identifier }), ADMIN)),
      );
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(refused.map(({ reason }) => isAppError(reason) && reason.code)).toEqual([
        'identifier_taken',
        'identifier_taken',
      ]);
    }
    expect(await world.store.servers()).toHaveLength(roots.length);
  });
});

/** Opens transactions two by two: each then rests on what was read before the other one. */
function inPairs(transactions: Transactions): Transactions {
  let begin: (() => void) | null = null;
  return {
    transact: async (work, options) => {
      if (begin === null) {
        await new Promise<void>((resolve) => {
          begin = resolve;
        });
      } else {
        begin();
        begin = null;
      }
      return transactions.transact(work, options);
    },
  };
}

/** Switches of tools, and of the group of the server `shop`, as the database keeps them. */
function switchesOf({ database }: Pick<TestDatabase, 'database'>) {
  const { writes } = database as unknown as {
    writes: Kysely<Record<string, Record<string, unknown>>>;
  };
  return {
    async on(...tools: readonly string[]): Promise<void> {
      const rows = [['group', 'mcp_shop'], ...tools.map((name) => ['tool', name])];
      for (const [kind, name] of rows) {
        await writes.insertInto('tool_state').values({ kind, name, enabled: 1 }).execute();
      }
    },
    async left(): Promise<readonly unknown[]> {
      const rows = await writes.selectFrom('tool_state').select('name').orderBy('name').execute();
      return rows.map(({ name }) => name);
    },
  };
}
