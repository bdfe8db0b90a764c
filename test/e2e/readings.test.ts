import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { McpReview, McpServerView } from '../../src/contracts/index.ts';
import { startFakeMcpServer, type FakeMcpServer } from '../../src/testing/index.ts';
import { screenFaults } from './support/accessibility.ts';
import { launchBrowser } from './support/browser.ts';
import { sendMessage, startTour } from './support/editor.ts';
import { fileOf, SITE, withDescription, type Garden } from './support/site.ts';
import { openSteeredWorld, type Order, type SteeredWorld } from './support/steered.ts';
import { allowTools, outcomes, waitingCard } from './support/world.ts';

const BUY = 'mcp_shop_buy';
/** Longer than a page's title may be. */
const TOO_LONG = 'x'.repeat(2_001);
const NO_ANSWER = { status: 400, body: { error: { message: 'The model is away.' } } };

interface Card {
  readonly call: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };
  /** What happens in the server when it is approved. */
  readonly steer?: readonly [Order, string];
  /** What the model does next. Default: it says a sentence. */
  readonly then?: typeof NO_ANSWER;
}

describe('how an approved card is read, as its editor sees it', () => {
  let browser: Browser;
  let world: SteeredWorld;
  let shop: FakeMcpServer;
  beforeAll(async () => {
    browser = await launchBrowser();
    shop = await startFakeMcpServer({ tools: [{ name: 'buy', description: 'Buys seeds.' }] });
    world = await openSteeredWorld(browser, { env: { VOUCH_MCP_PRIVATE_ADDRESSES: 'loopback' } });
    await enterShop();
    await allowTools(world, BUY);
  });
  afterAll(async () => {
    await world.close();
    await shop.close();
  });

  const enterShop = async () => {
    const entered = { identifier: 'shop', name: 'Shop', transport: 'http', url: shop.url };
    const { uid } = McpServerView.parse(
      await world.post('/api/mcp-servers', { ...entered, dataClass: 'editorContent' }),
    );
    const server = `/api/mcp-servers/${String(uid)}`;
    await world.post(`${server}/look`);
    const { digest } = McpReview.parse(await world.get(`${server}/review`));
    await world.post(`${server}/approve`, { digest });
    await world.put(`/api/tools/${BUY}`, { enabled: true });
  };
  const metadata = (page: number, fields: Readonly<Record<string, string>>) => ({
    name: 'update_page_metadata',
    arguments: { page, fields },
  });
  const read = (garden: Garden) => readFile(join(world.site, fileOf(garden)), 'utf8');
  const answerWith = (name: RegExp) =>
    waitingCard(world.page).getByRole('button', { name }).click();
  /** The line the card became, by how it begins. */
  const line = (begins: string) =>
    world.page.locator('.v-outcome').filter({ hasText: begins }).last();
  const undo = (begins: string) => line(begins).getByRole('button', { name: /^Undo/ });

  let said = 0;
  /** Puts a card to the editor of the open page, as the process that is held or as the first it starts with. */
  const propose = async ({ call, then }: Card, start: () => Promise<void>) => {
    said += 1;
    const text = `That was number ${String(said)}.`;
    world.wire.add({ calls: [call] }, then ?? { text });
    await start();
    await waitingCard(world.page).waitFor();
    return then === undefined
      ? world.page.getByText(text)
      : world.page.getByText('The model did not answer.').last();
  };
  const goOn = () => sendMessage(world.page, 'Go on.');
  const approve = async (card: Card, start = goOn) => {
    const next = await propose(card, start);
    if (card.steer !== undefined) await world.steer(...card.steer);
    await answerWith(/^(Apply|Approve)/);
    await waitingCard(world.page).waitFor({ state: 'detached' });
    await next.waitFor();
  };

  it('WRT-01, WRT-02, WRT-03, WRT-06, WRT-10, WEB-06 a change of a page: applied though the turn failed after it, to be checked, saved in part, not saved', async () => {
    const { page, view } = world;
    const uid = await world.uidOf('Alder');
    const describe = (description: string) => metadata(uid, { description });
    await approve({ call: describe('Pears.'), then: NO_ANSWER }, () =>
      startTour(page, world.server, uid),
    );
    await undo('Applied · Description').waitFor();

    await approve({ call: describe('Bees.'), steer: ['at-result', 'hook'] });
    await undo('Approved, please check · Description').waitFor();
    await approve({ call: describe('Walls.'), steer: ['at-write', 'unstated'] });
    await undo('Approved, please check · Description').waitFor();

    // It was written, but nobody knows: the history shows it, the line does not offer to take it back.
    await approve({ call: describe('Roots.'), steer: ['at-write', 'lost'] });
    await line('Approved, please check · Description').waitFor();
    expect(await undo('Approved, please check').count()).toBe(0);

    await approve({ call: describe('Locked.'), steer: ['at-write', 'refused'] });
    await line('Not saved · Description').getByText('the page did not take it').waitFor();
    expect(await undo('Not saved').count()).toBe(0);

    // One of two fields is refused: the card says so before, the line afterwards.
    const both = { description: 'Wells.', title: TOO_LONG };
    const next = await propose({ call: metadata(uid, both) }, goOn);
    await waitingCard(page).getByText('Not written: title.').waitFor();
    await answerWith(/^Apply/);
    await next.waitFor();
    await line('Saved in part · Description').getByText('took only a part of it').waitFor();
    expect(await read('Alder')).toBe(withDescription(SITE[fileOf('Alder')] ?? '', 'Wells.'));
    expect(await screenFaults(page)).toEqual([]);
    await undo('Saved in part').click();
    await line('Saved in part').getByText('undone').waitFor();
    expect(await read('Alder')).toBe(withDescription(SITE[fileOf('Alder')] ?? '', 'Roots.'));

    await approve({ call: metadata(uid, both), steer: ['at-result', 'hook'] });
    await undo('Approved, please check · Description').waitFor();
    expect(outcomes(await view.atRest(uid)).map(({ kind }) => kind)).toEqual([
      'applied',
      'check',
      'check',
      'check',
      'not_applied',
      'not_applied',
      'check',
    ]);
    expect(await view.openPoints(uid)).toEqual([]);
  });

  it('CHT-04, WEB-06 a card of two changes of which one is not carried out says so, and what was saved can be undone', async () => {
    const { page, view, wire } = world;
    const uid = await world.uidOf('Birch');
    await page.goto(`${world.server.url}/pages/${String(uid)}`);
    const calls = ['Pears.', 'Bees.'].map((description, index) => ({
      ...metadata(uid, { description }),
      id: `call_${String(index)}`,
    }));
    wire.add({ calls }, { text: 'The second came too late.' });
    await sendMessage(page, 'Two descriptions, please.');
    await waitingCard(page).waitFor();
    await answerWith(/^Approve/);
    await page.getByText('The second came too late.').waitFor();
    await line('Approved, carried out in part · Description').waitFor();
    expect(await read('Birch')).toBe(withDescription(SITE[fileOf('Birch')] ?? '', 'Pears.'));
    await undo('Approved, carried out in part').click();
    await line('Approved, carried out in part').getByText('undone').waitFor();
    expect(await read('Birch')).toBe(SITE[fileOf('Birch')]);
    expect(await view.history(uid)).toHaveLength(2);
  });

  it('TOL-03, CHT-04, WRT-06, WEB-06 calls to another server: approved, declined, carried out without a change here, unknown, and nobody there', async () => {
    const { page, view } = world;
    const open = async (garden: Garden) => {
      const uid = await world.uidOf(garden);
      await page.goto(`${world.server.url}/pages/${String(uid)}`);
      return uid;
    };
    const pears: Card = { call: { name: BUY, arguments: { what: 'pears' } } };
    const cedar = await open('Cedar');
    const denied = await propose(pears, goOn);
    await waitingCard(page).getByText('Shop: buy').waitFor();
    await waitingCard(page).getByText('what: "pears"').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await answerWith(/^Decline/);
    await denied.waitFor();
    await line(`Declined · ${BUY}`).waitFor();
    expect(shop.calls).toEqual([]);
    await approve(pears);
    await line(`Approved · ${BUY}`).waitFor();
    expect(shop.calls).toEqual([{ name: 'buy', arguments: { what: 'pears' } }]);

    const dogwood = await world.uidOf('Dogwood');
    const skipped = await propose(pears, () => startTour(page, world.server, dogwood));
    // No record is named, so nothing would be saved or stay open.
    await waitingCard(page)
      .getByRole('button', { name: /^Apply.*carries this out/ })
      .waitFor();
    await answerWith(/^Skip.*nothing is carried out/);
    await skipped.waitFor();
    await approve(pears);
    await line(`Approved and carried out, nothing saved here · ${BUY}`).waitFor();
    await approve({ ...pears, then: NO_ANSWER });
    await line(`Approved, please check · ${BUY}`).waitFor();
    expect(shop.calls).toHaveLength(3);

    await shop.close();
    await approve(pears);
    await line(`Approved, but it failed · ${BUY}`).waitFor();
    await page.goto(`${world.server.url}/pages/${String(cedar)}`);
    await approve(pears);
    await line(`Approved, but it failed · ${BUY}`).getByText('before you try again').waitFor();
    const ends = outcomes(await view.atRest(dogwood)).map(({ kind }) => kind);
    expect(ends).toEqual(['skipped', 'not_applied', 'check', 'not_applied']);
    expect(await view.openPoints(dogwood)).toEqual([]);
    expect(await view.history(dogwood)).toEqual([]);
  });
});
