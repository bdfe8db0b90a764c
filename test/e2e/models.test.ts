import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChecklistModel } from '../../src/adapters/models/index.ts';
import { ModelsOverview } from '../../src/contracts/index.ts';
import { createOllamaWireServer, type WireServer } from '../../src/testing/index.ts';
import { sidewaysScroll, violations } from './support/accessibility.ts';
import { launchBrowser } from './support/browser.ts';
import { vouch } from './support/command.ts';
import { answer, startTour } from './support/editor.ts';
import { openWorld, waitingCard, type World } from './support/world.ts';

const KEY = 'the-key-of-this-test';

/** From nothing to a tour over a model that an administrator entered, then the same at the prompt. */
describe('models in the browser', () => {
  let browser: Browser;
  let wire: WireServer;
  let world: World;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    wire = await createOllamaWireServer({
      model: createChecklistModel(),
      apiKey: KEY,
      models: ['small:1b', 'large:70b'],
    });
    world = await openWorld(browser, {
      env: { VOUCH_MODELS_PRIVATE_ADDRESSES: 'loopback' },
    });
    page = world.page;
    page.on('pageerror', (error) => problems.push(error.message));
  });
  afterAll(async () => {
    await world.close();
    await wire.close();
  });

  const overview = async () => {
    const response = await world.context.request.get(`${world.server.url}/api/models`);
    const text = await response.text();
    expect(text).not.toContain(KEY);
    return ModelsOverview.parse(JSON.parse(text));
  };
  const dialog = () => page.getByRole('dialog');
  const expectNoViolations = async () => {
    expect(await violations(page, 'all')).toEqual([]);
  };

  it('a provider is added, its models found and tested, and a configuration uses one', async () => {
    await page.goto(`${world.server.url}/administration/models`);
    await page.getByText('No provider is entered yet').waitFor();
    await expectNoViolations();

    await page.getByRole('button', { name: 'Add a provider' }).click();
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await dialog().getByText('Please choose how far it is trusted.').waitFor();
    await dialog()
      .getByRole('button', { name: /What it speaks/ })
      .click();
    await page.getByRole('option', { name: 'Ollama' }).click();
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('In the cellar');
    expect(await dialog().getByRole('textbox', { name: 'Identifier' }).inputValue()).toBe(
      'in-the-cellar',
    );
    await dialog().getByRole('textbox', { name: 'Address' }).fill(wire.url);
    await dialog().getByLabel('Key', { exact: true }).fill(KEY);
    await dialog().getByText('Hosted for us alone').click();
    await expectNoViolations();
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await dialog().waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Find models' }).click();
    await dialog().getByRole('button', { name: 'Add: large:70b' }).click();
    await dialog().getByText('added', { exact: true }).waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Test large:70b' }).click();
    await page.getByText(/It answers “/).waitFor();

    await page.getByRole('button', { name: 'Change Default' }).click();
    await dialog()
      .getByRole('button', { name: /^.*Model$/ })
      .click();
    await page.getByRole('option', { name: 'In the cellar: large:70b' }).click();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    const { configurations, providers } = await overview();
    expect(configurations).toMatchObject([
      { model: 'in-the-cellar/large:70b', trustZone: 'privateHosted' },
    ]);
    expect(providers).toMatchObject([{ kind: 'ollama', key: 'stored', address: wire.url }]);
    await expectNoViolations();
    expect(problems).toEqual([]);
  });

  it('the screen fits a phone', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(`${world.server.url}/administration/models`);
    await page.getByRole('heading', { name: 'In the cellar' }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('CHT-09 a tour runs over the model that was entered', async () => {
    const uid = await world.uidOf('Birch');
    await startTour(page, world.server, uid);
    await waitingCard(page).waitFor();
    await answer(page, { view: world.view, uid }, 'Apply');
    expect(wire.requests.length).toBeGreaterThan(1);
    expect(wire.requests.at(-1)?.body).toMatchObject({ model: 'large:70b' });
  });

  it('vouch models lists, tests and changes the same; what is wrong is refused with a sentence', async () => {
    const models = (...args: readonly string[]) =>
      vouch(['models', ...args], {
        env: {
          VOUCH_DATA_DIR: world.server.dataDir,
          VOUCH_CONTENT_ROOT: world.site,
          VOUCH_MODELS_PRIVATE_ADDRESSES: 'loopback',
        },
      });
    const list = await models('list');
    expect(list.stdout).toMatch(/^in-the-cellar {2}ollama/m);
    expect(list.stdout).toMatch(/^\* default {2}in-the-cellar\/large:70b {2}privateHosted/m);
    expect(list.stdout).not.toContain(KEY);
    expect((await models('discover', 'in-the-cellar')).stdout).toBe('large:70b\nsmall:1b\n');
    expect((await models('test', 'in-the-cellar', 'large:70b')).code).toBe(0);
    const priced = await models(
      ...['set', 'in-the-cellar/large:70b', '--set', 'inputCentsPerMillion=25', '--json'],
    );
    expect(JSON.parse(priced.stdout)).toMatchObject({ models: [{ inputCentsPerMillion: 25 }] });
    for (const [args, words] of [
      [['set-provider', 'nobody', '--set', 'name=X'], 'There is no provider nobody'],
      [['set-provider', 'in-the-cellar', '--set', 'colour=red'], 'There is no field colour'],
      [['set-provider', 'in-the-cellar', '--set', 'apiKey=k'], 'standard input'],
      [['configure', 'default', '--set', 'isActive=false'], 'one active default'],
    ] as const) {
      const refused = await models(...args);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain(words);
    }
  });
});
