import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenAiWireServer, ScriptedModel, type WireServer } from '../../src/testing/index.ts';
import { screenFaults } from './support/accessibility.ts';
import { launchBrowser } from './support/browser.ts';
import { startTour } from './support/editor.ts';
import { openWorld, waitingCard, type World } from './support/world.ts';

describe('runs, inbox and tasks on screen', () => {
  let browser: Browser;
  let world: World;
  let wire: WireServer;
  const model = new ScriptedModel();
  beforeAll(async () => {
    browser = await launchBrowser();
    wire = await createOpenAiWireServer({ model });
    world = await openWorld(browser, {
      browser: { reducedMotion: 'reduce' },
      env: {
        VOUCH_MODEL_PROVIDER: 'openai-compatible',
        VOUCH_MODEL: 'scripted',
        VOUCH_MODEL_BASE_URL: wire.url,
      },
    });
  });
  afterAll(async () => {
    await world.close();
    await wire.close();
  });

  const open = async (path: string, ready: string) => {
    const { page } = world;
    await page.goto(`${world.server.url}${path}`);
    await page.getByText(ready).filter({ visible: true }).first().waitFor();
  };
  const propose = (uid: number, description: string) => ({
    text: 'A description for the page.',
    calls: [{ name: 'update_page_metadata', arguments: { page: uid, fields: { description } } }],
  });

  it('WEB-01, WEB-03, TSK-01 a task is written, run and its answer copied', async () => {
    const { page } = world;
    await open('/tasks', 'No tasks yet');
    await page.getByRole('link', { name: 'Write a task' }).click();
    await page.getByLabel('Identifier').fill('teaser');
    await page.getByLabel('Name', { exact: true }).fill('Teaser');
    await page.getByLabel('Prompt', { exact: true }).fill('A teaser for {{topic}}, please.');
    await page.getByRole('button', { name: 'Create' }).click();
    // The placeholder has no field yet: said at the prompt, and nothing typed is lost.
    await page.getByText('no field is called so').first().waitFor();
    await page.getByRole('button', { name: 'Add a field' }).click();
    await page.getByLabel('Label').fill('Topic');
    await page.getByLabel('Name in the prompt').fill('topic');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Edit Teaser' }).waitFor();
    await page.getByText('Created. Choose its skills here, or run it.').waitFor();
    // A process is none of a task's, so there is none to choose.
    await page.getByText('There is no skill a task could use.').waitFor();
    expect(await page.getByRole('link', { name: 'Run it' }).getAttribute('href')).toMatch(
      /^\/tasks\/\d+$/,
    );
    expect(await screenFaults(page)).toEqual([]);

    model.add({ text: 'Come and see the **mill**.' });
    await open('/tasks', 'Teaser');
    expect(await screenFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Teaser' }).click();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('This field is needed.').waitFor();
    await page.getByRole('textbox', { name: 'Topic' }).fill('the mill');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('Come and see the mill.').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    const { messages, tools } = model.requests.at(-1) ?? { messages: [], tools: [] };
    expect(tools).toEqual([]);
    expect(messages.at(-1)?.content).toBe('A teaser for the mill, please.');
    await world.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      'Come and see the **mill**.',
    );
    // No run was made; what is kept of the answer is in the list, at the default level without its text.
    await open('/tasks', 'Latest answers');
    await page.getByRole('region', { name: 'Latest answers' }).getByRole('link').click();
    await page.getByText('It is not kept').waitFor();
    expect(await screenFaults(page)).toEqual([]);
    await open('/runs', 'No runs yet');
  });

  it('PRC-04, WEB-01, WEB-03 the inbox shows a process to be read, its initiator told where to answer', async () => {
    const { page } = world;
    const uid = await world.uidOf('Alder');
    model.add(propose(uid, 'Pears and bees.'));
    await startTour(page, world.server, uid);
    await waitingCard(page).waitFor();
    await open('/inbox', 'This is your process: answer it in its conversation');
    const item = page.getByRole('article');
    await item.getByText('Pears and bees.').waitFor();
    expect(await item.getByRole('button', { name: /^(Approve|Decline)/ }).count()).toBe(0);
    expect(await screenFaults(page)).toEqual([]);
    await item.getByRole('link', { name: 'To its conversation' }).click();
    model.add({
      text: 'Done with this page.',
      calls: [{ name: 'progress', arguments: { current: 1, total: 1, completed: true } }],
    });
    model.add({ text: 'Finished.' });
    await waitingCard(page)
      .getByRole('button', { name: /^Apply/ })
      .click();
    await page.getByText('The tour of this page is finished').waitFor();
    // The finished process keeps its name, with the page, and both lead on.
    await open('/runs', 'Help people find this page');
    const row = page.getByRole('row').filter({ hasText: 'Help people find this page' });
    expect(await row.getByRole('link', { name: 'Alder' }).getAttribute('href')).toBe(
      `/pages/${String(uid)}`,
    );
    expect(await screenFaults(page)).toEqual([]);
    await row.getByRole('link', { name: 'Help people find this page' }).click();
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    await page.getByRole('cell', { name: 'update_page_metadata' }).first().waitFor();
    await page.getByRole('region', { name: 'Answer' }).getByText('Finished.').waitFor();
    expect(await screenFaults(page)).toEqual([]);
  });

  it('CHT-01, WEB-01 an ordinary run approved in the inbox tells its conversation at once', async () => {
    const { page, view } = world;
    const uid = await world.uidOf('Birch');
    await page.goto(`${world.server.url}/pages/${String(uid)}`);
    const box = page.getByRole('combobox', { name: 'Message' });
    model.add(propose(uid, 'Stones of the chapel.'));
    await box.fill('Write a description.');
    await page.locator('.v-composer .v-btn--primary:not([disabled])').waitFor();
    await box.press('Control+Enter');
    await waitingCard(page).waitFor();

    const desk = await world.context.newPage();
    await desk.goto(`${world.server.url}/inbox`);
    const item = desk.getByRole('article').filter({ hasText: 'Birch' });
    await item.getByText('Stones of the chapel.').waitFor();
    model.add({ text: 'It is written.' });
    await item.getByRole('button', { name: /^Approve/ }).click();
    await desk.getByText('Nothing waits', { exact: true }).waitFor();
    expect(await screenFaults(desk)).toEqual([]);
    await desk.close();

    // Nothing was pressed here, and no message was sent.
    await page.getByText('Somebody approved this in the inbox.').waitFor();
    await page.getByText('It is written.').waitFor();
    await waitingCard(page).waitFor({ state: 'detached' });
    expect(await view.conversation(uid)).toMatchObject({ status: 'idle', card: null });
    expect(await view.history(uid)).toHaveLength(1);
  });

  it('TOL-02, WEB-01, WEB-03 a tool is switched off and back to its default, and a group takes its tools with it', async () => {
    const { page } = world;
    await open('/administration/tools', 'update_page_metadata');
    expect(await screenFaults(page)).toEqual([]);
    const tool = page.getByRole('checkbox', { name: 'update_page_metadata on' });
    expect(await tool.isChecked()).toBe(true);
    await tool.click();
    const back = page.getByRole('button', { name: 'Back to the default of update_page_metadata' });
    await back.waitFor();
    const row = page.getByRole('row').filter({ has: tool });
    await row.getByText('switched off').first().waitFor();
    await back.click();
    await back.waitFor({ state: 'detached' });
    expect(await tool.isChecked()).toBe(true);
    const group = page.getByRole('checkbox', { name: 'Editing content: the whole group' });
    await group.click();
    await page.getByRole('checkbox', { name: 'update_page_metadata on', disabled: true }).waitFor();
    await group.click();
    await page
      .getByRole('checkbox', { name: 'update_page_metadata on', disabled: false })
      .waitFor();
  });
});
