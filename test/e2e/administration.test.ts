import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer, type Server } from 'node:http';
import {
  RunListItem,
  SkillSummary,
  UsageOverview,
  WebhookPayload,
  WebhookView,
} from '../../src/contracts/index.ts';
import { bodyOf } from '../../src/testing/local-server.ts';
import { screenFaults } from './support/accessibility.ts';
import { launchBrowser } from './support/browser.ts';
import { vouch } from './support/command.ts';
import { freePort } from './support/server.ts';
import { approve, openWorld, type World } from './support/world.ts';

/** What an administrator does where an installation is run; one world, in the order in which its screens fill. */
describe('the areas of the administration that run an installation', () => {
  let browser: Browser;
  let world: World;
  let page: Page;
  let receiver: Server;
  let receiverUrl: string;
  const received: string[] = [];
  const problems: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    const port = await freePort();
    receiverUrl = `http://127.0.0.1:${String(port)}/in`;
    receiver = createServer((request, response) => {
      void bodyOf(request).then((body) => {
        received.push(body);
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(port, '127.0.0.1', resolve));
    world = await openWorld(browser, {
      browser: { reducedMotion: 'reduce' },
      env: { VOUCH_WEBHOOKS_PRIVATE_ADDRESSES: 'loopback' },
    });
    page = world.page;
    page.on('pageerror', (error) => problems.push(error.message));
  });
  afterAll(async () => {
    await world.close();
    receiver.close();
    expect(problems).toEqual([]);
  });

  const open = async (area: string) => {
    await page.goto(`${world.server.url}/administration/${area}`);
    await page.locator('main h1, main h2').first().waitFor();
    await expect.poll(() => page.locator('.v-skeleton').count()).toBe(0);
  };
  const dialog = () => page.getByRole('dialog');
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  /** Light and dark, on a desk and at 360 px. */
  const expectNoFaults = async () => {
    expect(await screenFaults(page)).toEqual([]);
  };

  it('WEB-01, WEB-03 playground: what would be sent is shown word for word, and a run is followed to its end', async () => {
    await open('playground');
    await press('Show what would be sent');
    await page.getByText('Write what the assistant is asked.').waitFor();
    await page.getByLabel('Message', { exact: true }).fill('Which pages lack a description?');
    await page.getByLabel('System message', { exact: true }).fill('Answer in one line.');
    await press('Show what would be sent');
    const shown = page.getByRole('region', { name: 'What would be sent' });
    await shown.getByText('Answer in one line.').first().waitFor();
    await shown.getByText('Which pages lack a description?').first().waitFor();
    await expectNoFaults();
    expect(RunListItem.array().parse(await world.get('/api/runs'))).toEqual([]);

    await press('Start a run');
    const run = page.getByRole('region', { name: 'The run', exact: true });
    await run.getByText('Done', { exact: true }).first().waitFor();
    await expectNoFaults();
    const [started] = RunListItem.array().parse(await world.get('/api/runs'));
    await run.getByRole('link', { name: 'Open it on its own' }).click();
    await page.waitForURL(`**/runs/${started?.uuid ?? ''}`);
  });

  it('WEB-01, WEB-03 usage: what the run used is counted, a budget is set, holds, and is taken away', async () => {
    await open('usage');
    await page.getByText('By configuration').waitFor();
    await expectNoFaults();
    const before = UsageOverview.parse(await world.get('/api/usage'));
    expect(before.total.requests).toBeGreaterThan(0);

    await press('Set a budget');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('A number above zero, or nothing.').waitFor();
    await dialog().getByLabel('Calls a day').fill(String(before.total.requests));
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Change the budget/ }).waitFor();

    await open('playground');
    await page.getByLabel('Message', { exact: true }).fill('And now?');
    await press('Start a run');
    await page
      .getByRole('region', { name: 'The run', exact: true })
      .getByText(/budget/i)
      .first()
      .waitFor();
    await open('usage');
    await press(/^Take away the budget/);
    await page.getByText('Nothing is limited.').waitFor();
  });

  it('WEB-01, WEB-03 governance: profiles stand beside what is set here, and the rules say which of them says no', async () => {
    await open('governance');
    await page.getByRole('heading', { name: 'Profiles' }).waitFor();
    await page.getByText('looser here').first().waitFor();
    await press('Ask the rules');
    await page.getByText(/^It may (not )?be called\.$/).waitFor();
    // The page is found by a part of its title.
    const pages = page.getByRole('combobox', { name: 'Page' });
    await pages.fill('nowhere at all');
    await page.getByText('Nothing found').waitFor();
    await pages.fill('edar');
    await page.getByRole('option').filter({ hasText: 'Cedar' }).click();
    await expect.poll(() => pages.inputValue()).toBe('Cedar');
    await press('Ask the rules');
    await page.getByText(/^It may (not )?be called\.$/).waitFor();
    await expectNoFaults();
    // A tool that is switched off is refused, and the rule that does so is named.
    await world.put('/api/tools/choice', { enabled: false });
    await open('governance');
    await page.getByRole('button', { name: /Tool$/ }).click();
    await page.getByRole('option', { name: 'choice', exact: true }).click();
    await press('Ask the rules');
    await page.getByText('It may not be called.').waitFor();
    await page.getByText('The tool is switched off. Switch it on among the tools.').waitFor();
    await world.put('/api/tools/choice', { enabled: null });
  });

  it('WEB-01, WEB-03 settings: every one with its default and where it comes from, and those somebody set', async () => {
    await open('settings');
    await page.getByText('webhooks.privateAddresses').waitFor();
    await page.getByText('chat.maxMessageCharacters').waitFor();
    await expectNoFaults();
    await page.getByText('Only those somebody set').click();
    await page.getByText('chat.maxMessageCharacters').waitFor({ state: 'detached' });
    const row = page.getByRole('row').filter({ hasText: 'webhooks.privateAddresses' });
    await row.getByText('loopback').waitFor();
    await row.getByText('Environment', { exact: true }).waitFor();
  });

  it('WEB-01, WEB-03 webhooks: one is added, tested, told of an approval, given a new secret, paused and removed', async () => {
    await open('webhooks');
    await page.getByText('No program is told of anything yet').waitFor();
    await press('Add a webhook');
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await dialog().getByText('Please give it a name.').waitFor();
    await dialog().getByLabel('Name', { exact: true }).fill('Chat');
    await dialog().getByLabel('Address', { exact: true }).fill(receiverUrl);
    await expectNoFaults();
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    const secret = await dialog().locator('code').textContent();
    expect(secret).toMatch(/^whsec_/);
    await dialog().getByRole('button', { name: 'Done' }).click();
    expect(await page.content()).not.toContain(secret);

    await press('Send a test to Chat');
    await page.getByText('It took the test.').waitFor();
    const skills = SkillSummary.array().parse(await world.get('/api/skills'));
    await approve(world, skills.find(({ instruction }) => !instruction)?.identifier ?? '');
    await expect.poll(() => received.length).toBe(2);
    expect(received.map((body) => WebhookPayload.parse(JSON.parse(body)).type)).toEqual([
      'webhook.test',
      'skill.approved',
    ]);
    await press('Deliveries to Chat');
    await dialog().getByText('A version of a skill was approved').waitFor();
    await expectNoFaults();
    await dialog().getByRole('button', { name: 'Send again: Test' }).click();
    await expect.poll(() => received.length).toBe(3);
    await dialog().getByRole('button', { name: 'Close' }).click();

    await press('New secret for Chat');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make a new secret' }).click();
    expect(await dialog().locator('code').textContent()).not.toBe(secret);
    await dialog().getByRole('button', { name: 'Done' }).click();
    await page.getByText('the former secret signs too until').waitFor();

    await press('Pause Chat');
    await page.getByText('Nothing is sent to it.').waitFor();
    await expectNoFaults();
    // The same at the prompt, beside the server.
    const listed = await vouch(['webhooks', 'list', '--json'], {
      env: { VOUCH_DATA_DIR: world.server.dataDir, VOUCH_CONTENT_ROOT: world.site },
    });
    expect(WebhookView.array().parse(JSON.parse(listed.stdout))).toMatchObject([
      { name: 'Chat', isActive: false },
    ]);
    await press('Remove Chat');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No program is told of anything yet').waitFor();
  });

  it('WEB-01, WEB-03 what the other areas show first', async () => {
    for (const area of ['attachments', 'people', 'sources', 'tools']) {
      await open(area);
      await expectNoFaults();
    }
  });
});
