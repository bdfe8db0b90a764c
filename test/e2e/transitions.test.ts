import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RightsView } from '../../src/contracts/index.ts';
import { launchBrowser } from './support/browser.ts';
import { answer, messageBox, sendMessage, serverView, startTour } from './support/editor.ts';
import { fileOf, SITE, type Garden } from './support/site.ts';
import { openSteeredWorld, type SteeredWorld } from './support/steered.ts';
import { allowTools, invitedContext, outcomes, waitingCard } from './support/world.ts';

const BUSY = 'The assistant is still working on the last answer.';

/** Reads pages below `en` and their elements, but nothing of pictures and links. */
const BEN: RightsView = {
  pages: ['en'],
  readTables: ['pages', 'content'],
  writeTables: ['pages', 'content'],
  fieldGrants: [],
  languages: 'all',
};

describe('what becomes of a conversation, as two people see it', () => {
  let browser: Browser;
  let world: SteeredWorld;
  let bens: BrowserContext;
  beforeAll(async () => {
    browser = await launchBrowser();
    world = await openSteeredWorld(browser, {
      files: { ...SITE, 'intern/plan.md': (SITE[fileOf('Elm')] ?? '').replaceAll('Elm', 'Plan') },
    });
    bens = await invitedContext(browser, world, { name: 'Ben', rights: BEN });
  });
  afterAll(async () => {
    await bens.close();
    await world.close();
  });

  const read = (garden: Garden) => readFile(join(world.site, fileOf(garden)), 'utf8');

  it('CHT-02, WEB-06 a message meets a run that is being carried out: everything is put back, the text stays, the result comes', async () => {
    const { page, view } = world;
    const uid = await world.uidOf('Alder');
    await startTour(page, world.server, uid);
    const before = await view.atRest(uid);
    await world.steer('at-withdrawal', 'running');
    await sendMessage(page, 'What else is there?');
    await page.getByRole('alert').getByText(BUSY).waitFor();
    expect(await messageBox(page).inputValue()).toBe('What else is there?');
    const held = await view.conversation(uid);
    expect(held).toMatchObject({ status: 'awaiting_approval', runUuid: before.runUuid });
    expect(held.entries).toEqual(before.entries);
    await world.steer('go-on');
    await page.getByText('Point 2 of 4', { exact: true }).waitFor();
    await waitingCard(page).waitFor();
    expect(await view.history(uid)).toHaveLength(1);
    expect(await view.openPoints(uid)).toEqual([]);
    await messageBox(page).press('Control+Enter');
    await page.getByText(/^Not saved: proposal withdrawn · /).waitFor();
    expect(await messageBox(page).inputValue()).toBe('');
  });

  it('CHT-02, CHT-11, WEB-06 its result lands before it is put back: nothing is written over it, and the text stays', async () => {
    const { page, view } = world;
    const uid = await world.uidOf('Birch');
    await startTour(page, world.server, uid);
    await view.atRest(uid);
    await world.steer('at-withdrawal', 'landed');
    await sendMessage(page, 'What else is there?');
    await page.getByRole('alert').getByText(BUSY).waitFor();
    await page.getByText('Point 2 of 4', { exact: true }).waitFor();
    await waitingCard(page).waitFor();
    expect(await messageBox(page).inputValue()).toBe('What else is there?');
    const after = await view.atRest(uid);
    expect(after).toMatchObject({ status: 'awaiting_approval', progress: { current: 2 } });
    expect(after.entries.filter(({ body }) => body.kind === 'user')).toHaveLength(1);
    expect(outcomes(after).map(({ kind }) => kind)).not.toContain('withdrawn');
    expect(await view.history(uid)).toHaveLength(1);
  });

  it('CHT-01, CHT-02, OPN-02 an operator cancels a run under a waiting card: its editor is told at once, and the next message goes on', async () => {
    const page = await bens.newPage();
    const uid = await world.uidOf('Cedar');
    await startTour(page, world.server, uid);
    const view = serverView(bens, world.server);
    const { runUuid } = await view.atRest(uid);
    await waitingCard(page).waitFor();

    await world.page.goto(`${world.server.url}/runs/${runUuid ?? ''}`);
    const cancelled = world.page.waitForResponse((answer) => answer.url().endsWith('/cancel'));
    await world.page.getByRole('button', { name: 'End this run' }).click();
    expect(await (await cancelled).json()).toEqual({ cancelled: true });

    // Nothing was pressed here, and nothing is lost of what is typed.
    await page.getByText('This turn was cancelled.').waitFor();
    await waitingCard(page).waitFor({ state: 'detached' });
    await sendMessage(page, 'Are you there?');
    await waitingCard(page).waitFor();
    const after = await view.atRest(uid);
    expect(after.entries.map(({ body }) => body.kind)).toEqual(
      expect.arrayContaining(['stopped', 'user', 'assistant']),
    );
    expect(after.runUuid).not.toBe(runUuid);
    expect(outcomes(after).map(({ kind }) => kind)).toEqual(['withdrawn']);
    expect(await view.openPoints(uid)).toEqual([]);
    expect(await read('Cedar')).toBe(SITE[fileOf('Cedar')]);
    await page.close();
  });

  it('CHT-01, CHT-03 a card without a process is left waiting by a message, which the field says before it is sent', async () => {
    const { page, view } = world;
    const uid = await world.uidOf('Dogwood');
    await page.goto(`${world.server.url}/pages/${String(uid)}`);
    const fields = { description: 'A garden behind a wall.' };
    const call = { name: 'update_page_metadata', arguments: { page: uid, fields } };
    world.wire.add({ calls: [call] }, { text: 'It waits in the inbox.' });
    await sendMessage(page, 'Write a description.');
    await waitingCard(page).waitFor();
    const { runUuid } = await view.atRest(uid);
    await messageBox(page).fill('And now?');
    await page.locator('.v-chat__hint', { hasText: 'waiting' }).waitFor();
    await sendMessage(page, 'And now?');
    await page.getByText('It waits in the inbox.').waitFor();
    await page.getByText('The card before this message was left waiting.').waitFor();
    expect(await view.atRest(uid)).toMatchObject({ status: 'idle', card: null });
    expect(await view.get(`/api/runs/${runUuid ?? ''}`)).toMatchObject({
      status: 'waiting_for_approval',
    });
  });

  it('CHT-01, BLT-03 a question waits, is answered by a button, and one that waits is withdrawn by a message', async () => {
    const { page, view } = world;
    const uid = await world.uidOf('Fir');
    await allowTools(world, 'choice');
    const ask = (question: string) => ({
      calls: [{ name: 'choice', arguments: { question, options: ['Short', 'Long'] } }],
    });
    world.wire.add(ask('How long?'), ask('And the title?'), { text: 'As you say.' });
    await startTour(page, world.server, uid);
    await page.getByRole('button', { name: 'Short', exact: true }).waitFor();
    expect(await view.atRest(uid)).toMatchObject({ status: 'awaiting_input' });
    await page.getByRole('button', { name: 'Short', exact: true }).click();
    await page.getByText('And the title?').first().waitFor();
    const sent = JSON.stringify(world.wire.requests.at(-1)?.body['messages']);
    expect(sent).toContain('chosen: Short');
    await sendMessage(page, 'Never mind.');
    await page.getByText('Question withdrawn').waitFor();
    await page.getByText('As you say.').waitFor();
    expect(await view.atRest(uid)).toMatchObject({ status: 'idle', card: null });
  });

  it('OPN-04, OPN-05, OPN-07 open points are those a reader may see: beside the page, on the list of all, in the prompt and by the tool', async () => {
    const ada = world.page;
    const elm = await world.uidOf('Elm');
    const plan = await world.uidOf('Plan');
    for (const uid of [elm, plan]) {
      await startTour(ada, world.server, uid);
      const on = { view: world.view, uid };
      await answer(ada, on, 'Skip');
      await answer(ada, on, 'Skip');
    }
    await ada.goto(`${world.server.url}/open-points`);
    await ada.getByText('Plan').first().waitFor();
    expect(await world.view.openPoints(elm)).toHaveLength(2);

    const page = await bens.newPage();
    const view = serverView(bens, world.server);
    await page.goto(`${world.server.url}/open-points`);
    await page.getByText('Elm').first().waitFor();
    expect(await page.getByText('Plan').count()).toBe(0);
    await page.goto(`${world.server.url}/pages/${String(elm)}`);
    await page.getByRole('button', { name: '1 open point of this page' }).click();
    const drawer = page.getByRole('dialog');
    expect(await drawer.getByRole('listitem').count()).toBe(1);
    await drawer
      .getByText(/Description/)
      .first()
      .waitFor();

    // The points are in the first request; the tool is asked with it.
    world.wire.add({ calls: [{ name: 'list_open_points', arguments: {} }] }, { text: 'One.' });
    await drawer.getByRole('button', { name: 'Start here' }).click();
    await page.getByText('One.', { exact: true }).waitFor();
    const messages = world.wire.requests.at(-1)?.body['messages'] as {
      role: string;
      content: string;
    }[];
    const told = messages.filter(({ role }) => role === 'system' || role === 'tool');
    const points = told.map(({ content }) => content).join('\n');
    expect(points).toContain(`Open points: [{"table":"pages","uid":${String(elm)}`);
    expect(points).not.toContain('"references"');
    expect(await view.openPoints(elm)).toHaveLength(1);
    await page.close();
  });
});
