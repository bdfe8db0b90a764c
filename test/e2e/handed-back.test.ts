import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ModelsOverview, PeopleOverview, type RightsView } from '../../src/contracts/index.ts';
import { screenFaults } from './support/accessibility.ts';
import { launchBrowser } from './support/browser.ts';
import { answer, messageBox, sendMessage, serverView, startTour } from './support/editor.ts';
import { gate } from './support/gate.ts';
import { fileOf, SITE, type Garden } from './support/site.ts';
import { openSteeredWorld, type SteeredWorld } from './support/steered.ts';
import {
  allowTools,
  invitedContext,
  outcomes,
  signedInContext,
  skill,
  waitingCard,
} from './support/world.ts';

/** Writes everything below `en`. */
const BEN: RightsView = {
  pages: ['en'],
  readTables: 'all',
  writeTables: 'all',
  fieldGrants: [],
  languages: 'all',
};

describe('an answer or a message that is not taken', () => {
  let browser: Browser;
  let world: SteeredWorld;
  let bens: BrowserContext;
  let second: BrowserContext;
  beforeAll(async () => {
    browser = await launchBrowser();
    world = await openSteeredWorld(browser, {
      env: { VOUCH_MODEL_TRUST_ZONE: 'externalGlobal' },
    });
    await allowTools(world, 'choice');
    bens = await invitedContext(browser, world, { name: 'Ben', rights: BEN });
    second = await signedInContext(browser, world);
  });
  afterAll(async () => {
    await Promise.all([bens.close(), second.close()]);
    await world.close();
  });

  const read = (garden: Garden) => readFile(join(world.site, fileOf(garden)), 'utf8');
  const press = (page: Page, name: RegExp) =>
    waitingCard(page).getByRole('button', { name }).click();
  const refusal = (page: Page) => page.getByRole('alert');
  const ends = async (uid: number) =>
    outcomes(await world.view.atRest(uid)).map(({ kind }) => kind);

  /** Clears a run away, as a purge does that kept it no longer. */
  const purge = (runUuid: string) => {
    const database = new SQLite(join(world.server.dataDir, 'vouch.db'), { fileMustExist: true });
    for (const sql of [
      'delete from run_event where run_uuid = ?',
      'delete from run_journal where run_uuid = ?',
      'delete from run where uuid = ?',
    ]) {
      database.prepare(sql).run(runUuid);
    }
    database.close();
  };

  it('CHT-02, CON-04, WEB-06 a run is cleared away under its card: the answer says so, a message withdraws the card, a new conversation goes on', async () => {
    const { page, view } = world;
    const uid = await world.uidOf('Alder');
    await startTour(page, world.server, uid);
    const { runUuid, uuid } = await view.atRest(uid);
    await waitingCard(page).waitFor();
    purge(runUuid ?? '');
    await press(page, /^Apply/);
    await refusal(page).getByText('has been cleared away').waitFor();
    await waitingCard(page).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('The card that waited here can no longer be shown').waitFor();

    await sendMessage(page, 'Are you there?');
    await refusal(page).getByText('Start a new conversation').waitFor();
    expect(await messageBox(page).inputValue()).toBe('Are you there?');
    await page.getByText('Not saved: proposal withdrawn').waitFor();
    // Neither the tour nor its start is offered where neither can be.
    await page.getByRole('button', { name: 'End the tour' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: /^Start again/ }).count()).toBe(0);
    const after = await view.conversation(uid);
    expect(after).toMatchObject({ status: 'failed', process: null });
    expect(after.entries.map(({ body }) => body.kind)).not.toContain('notice');
    expect(outcomes(after).map(({ kind }) => kind)).toEqual(['withdrawn']);
    expect(await view.openPoints(uid)).toEqual([]);
    expect(await read('Alder')).toBe(SITE[fileOf('Alder')]);
    expect(await screenFaults(page)).toEqual([]);

    await page.getByRole('log').getByRole('button', { name: 'New conversation' }).click();
    await sendMessage(page, 'And here?');
    await page.getByText('I am the built-in checklist model').waitFor();
    expect((await view.conversation(uid)).uuid).not.toBe(uuid);
  });

  it('CHT-02, CHT-09, WEB-06 the card cannot be withdrawn: message and end are answered so, and the card stays usable', async () => {
    const { page, view } = world;
    const uid = await world.uidOf('Birch');
    await startTour(page, world.server, uid);
    const before = await view.atRest(uid);
    await world.steer('at-withdrawal', 'fails');
    await sendMessage(page, 'What else?');
    await refusal(page).getByText('Not sent. The server cannot answer right now.').waitFor();
    expect(await messageBox(page).inputValue()).toBe('What else?');
    await world.steer('at-withdrawal', 'fails');
    await page.getByRole('button', { name: 'End the tour' }).click();
    await refusal(page).getByText('The tour was not ended.').waitFor();
    const { runUuid, entries, card } = before;
    expect(await view.conversation(uid)).toMatchObject({
      ...{ status: 'awaiting_approval', runUuid, entries, card },
    });
    await answer(page, { view, uid }, 'Apply');
    await page.getByText('Point 2 of 4', { exact: true }).waitFor();
    expect(await ends(uid)).toEqual(['applied']);
  });

  it('CHT-01, CHT-11, WEB-06 a second browser is late: its answer and its message meet a decision that is being carried out', async () => {
    const { page, view, wire } = world;
    const uid = await world.uidOf('Cedar');
    await startTour(page, world.server, uid);
    await view.atRest(uid);
    const [clicks, writes] = [await second.newPage(), await second.newPage()];
    const late = gate();
    const under = gate();
    for (const tab of [clicks, writes]) {
      await tab.goto(`${world.server.url}/pages/${String(uid)}`);
      await waitingCard(tab).waitFor();
      await tab.route(/\/(decision|messages)$/, async (route) => {
        await late.opened;
        await route.continue();
      });
    }
    wire.add(async () => {
      await under.opened;
      return { text: 'It is written.' };
    });
    await press(clicks, /^Skip/);
    await sendMessage(writes, 'Wait!');
    await press(page, /^Apply/);
    await page.getByText('The assistant is working').waitFor();
    late.open();
    await refusal(clicks).getByText('The conversation went on in the meantime').waitFor();
    await refusal(writes).getByText('Not sent. The assistant is still working').waitFor();
    expect((await view.conversation(uid)).status).toBe('processing');
    under.open();
    for (const tab of [page, clicks, writes]) {
      await tab.getByText('It is written.', { exact: true }).waitFor();
      await tab.getByText(/^Applied · Description/).waitFor();
    }
    expect(await messageBox(writes).inputValue()).toBe('Wait!');
    expect(await ends(uid)).toEqual(['applied']);
    expect(await view.history(uid)).toHaveLength(1);
    expect(await view.openPoints(uid)).toEqual([]);
    await messageBox(writes).press('Control+Enter');
    await writes.locator('.v-msg--me', { hasText: 'Wait!' }).waitFor();
    await view.atRest(uid);
    await Promise.all([clicks.close(), writes.close()]);
  });

  it('CHT-01, BLT-03, TOL-05, WEB-06 an answer is refused, for its form and for a text that became too confidential: the question is there again', async () => {
    const { page, view, wire } = world;
    const uid = await world.uidOf('Dogwood');
    const asked = { question: 'How long?', options: ['Short', 'Long'] };
    wire.add({ calls: [{ name: 'choice', arguments: asked }] }, { text: 'As you say.' });
    await startTour(page, world.server, uid);
    const short = waitingCard(page).getByRole('button', { name: 'Short', exact: true });
    await short.waitFor();
    // As a page of an older version might send it.
    await page.route('**/input', async (route) => {
      const sent = route.request().postDataJSON() as Record<string, unknown>;
      await route.continue({ postData: JSON.stringify({ ...sent, input: { choice: 'Neither' } }) });
    });
    await short.click();
    await page.getByText('The answer does not have the form that was asked for.').waitFor();
    await short.waitFor();
    await page.unrouteAll({ behavior: 'wait' });

    const { uid: seo } = await skill(world, 'seo');
    const declare = (dataClass: string | null) =>
      world.put(`/api/skills/${String(seo)}/data-class`, { dataClass });
    await declare('secretAdjacent');
    await short.click();
    const told = page.locator('.v-chat__stopped').last();
    await told.getByText('more confidential than the model may see').waitFor();
    expect(await told.innerText()).not.toContain('Stopped.');
    await short.waitFor();
    expect(await view.atRest(uid)).toMatchObject({ status: 'awaiting_input' });

    await declare(null);
    await short.click();
    await page.getByText('As you say.').waitFor();
    expect(JSON.stringify(wire.requests.at(-1)?.body['messages'])).toContain('chosen: Short');
    expect(await page.getByText('Question withdrawn').count()).toBe(0);

    // An approval is handed back the same way.
    const elm = await world.uidOf('Elm');
    await startTour(page, world.server, elm);
    const { card } = await view.atRest(elm);
    await waitingCard(page).waitFor();
    await declare('secretAdjacent');
    await press(page, /^Apply/);
    await told.getByText('more confidential than the model may see').waitFor();
    expect((await view.atRest(elm)).card).toEqual(card);
    expect(await read('Elm')).toBe(SITE[fileOf('Elm')]);
    await declare(null);
    await answer(page, { view, uid: elm }, 'Apply');
    expect(await ends(elm)).toEqual(['applied']);
  });

  it('DEC-02, PRC-06, WEB-06 a right is taken away and four eyes are asked for under a waiting card: nothing is saved, and it says why', async () => {
    const page = await bens.newPage();
    const uid = await world.uidOf('Fir');
    await startTour(page, world.server, uid);
    await serverView(bens, world.server).atRest(uid);
    await waitingCard(page).waitFor();
    const { people } = PeopleOverview.parse(await world.get('/api/people'));
    const ben = people.find(({ name }) => name === 'Ben')?.id ?? '';
    const mayWrite = (writeTables: RightsView['writeTables']) =>
      world.put(`/api/people/${ben}`, { rights: { ...BEN, writeTables } });
    await mayWrite(['references']);
    await press(page, /^Apply/);
    await page.getByText('Not saved: this change can no longer be prepared.').waitFor();
    await waitingCard(page).getByText('You have no right to write "description" here.').waitFor();
    expect(await read('Fir')).toBe(SITE[fileOf('Fir')]);
    await mayWrite('all');

    const { configurations } = ModelsOverview.parse(await world.get('/api/models'));
    const path = `/api/configurations/${String(configurations[0]?.uid)}`;
    await world.put(path, { requireSecondApprover: true });
    await press(page, /^Skip/);
    await waitingCard(page).waitFor({ state: 'detached' });
    await page.getByText('now asks for a second person’s approval').waitFor();
    await page.getByText('a process cannot run under it').waitFor();
    await page.getByText('Not saved: proposal withdrawn').waitFor();
    await world.put(path, { requireSecondApprover: false });
    await sendMessage(page, 'And now?');
    await page.getByText('I am the built-in checklist model').waitFor();
    expect(await world.view.openPoints(uid)).toEqual([]);
    await page.close();
  });
});
