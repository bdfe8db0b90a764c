import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenAiWireServer, type WireServer } from '../../src/testing/index.ts';
import { createChecklistModel } from '../../src/adapters/models/checklist/checklist-model.ts';
import { launchBrowser } from './support/browser.ts';
import { answer, startTour } from './support/editor.ts';
import { fileOf, SITE } from './support/site.ts';
import {
  approve,
  openWorld,
  outcomes,
  review,
  signedInContext,
  skill,
  waitingCard,
  type World,
} from './support/world.ts';

describe('an approval that is taken back while a card waits', () => {
  let browser: Browser;
  let world: World;
  let administrator: BrowserContext;
  let wire: WireServer;
  beforeAll(async () => {
    browser = await launchBrowser();
    wire = await createOpenAiWireServer({ model: createChecklistModel() });
    world = await openWorld(browser, {
      env: {
        VOUCH_MODEL_PROVIDER: 'openai-compatible',
        VOUCH_MODEL: 'checklist',
        VOUCH_MODEL_BASE_URL: wire.url,
      },
    });
    administrator = await signedInContext(browser, world);
  });
  afterAll(async () => {
    await world.close();
    await wire.close();
  });

  /** The system message of the model's latest request. */
  const systemMessage = () => {
    const [first] = (wire.requests.at(-1)?.body['messages'] ?? []) as { content: string }[];
    return first?.content ?? '';
  };
  const SECTION = '# Instruction of this installation: ';

  it('PIN-07, PIN-08 editing the skill meanwhile does not end the tour: the approved version goes on guiding it', async () => {
    const { page, view } = world;
    const uid = await world.uidOf('Alder');
    await startTour(page, world.server, uid);
    const before = await view.atRest(uid);
    const { uid: skillUid } = await skill(world, 'seo');
    const { version, digest } = await review(world, skillUid);
    const { name, description, body, allowedTools, process } = version;
    const edited = {
      name,
      description,
      body: `${body}\n\nA sentence more.\n`,
      allowedTools,
      process,
    };
    const response = await administrator.request.put(
      `${world.server.url}/api/skills/${String(skillUid)}`,
      { data: edited, headers: { Origin: world.server.url } },
    );
    expect(response.status()).toBe(200);
    expect(await skill(world, 'seo')).toMatchObject({ instruction: false });

    const after = await answer(page, { view, uid }, 'Apply');
    expect(outcomes(after).map(({ kind }) => kind)).toEqual(['applied']);
    expect(after.process).toEqual(before.process);
    expect(after.process?.digest).toBe(digest);
    expect(systemMessage()).toContain(`${SECTION}${name}`);
    expect(systemMessage()).not.toContain('A sentence more.');
    await waitingCard(page).waitFor();
    await page.getByRole('button', { name: 'End the tour' }).click();
    await waitingCard(page).waitFor({ state: 'detached' });
    await approve(world, 'seo');
  });

  it('PIN-03, PIN-04, PIN-05, WEB-05, CHT-05 Apply writes nothing and says which skill and why; the next message goes on without it; no new start until approved anew', async () => {
    const { page, view } = world;
    const uid = await world.uidOf('Birch');
    await startTour(page, world.server, uid);
    const waiting = await view.atRest(uid);
    const { uid: skillUid, name } = await skill(world, 'seo');

    const desk = await administrator.newPage();
    await desk.goto(`${world.server.url}/administration/skills/${String(skillUid)}`);
    await desk.getByRole('button', { name: 'Revoke …' }).click();
    const dialog = desk.getByRole('alertdialog');
    await dialog.getByText('run waits under it').waitFor();
    await dialog.getByText('Birch', { exact: true }).waitFor();
    await dialog.getByText('A proposal for “Birch”').waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('It praises too much.');
    await dialog.getByRole('button', { name: 'Revoke everywhere' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await desk.close();

    await waitingCard(page)
      .getByRole('button', { name: /^Apply/ })
      .click();
    const stopped = await view.atRest(uid, waiting.card?.digest ?? null);
    expect(stopped).toMatchObject({ status: 'failed', card: null, process: null });
    expect(outcomes(stopped).map(({ kind }) => kind)).toEqual(['withdrawn']);
    await page
      .getByText(
        `“${name}” stopped guiding this conversation: its approval was revoked. Reason: “It praises too much.”`,
      )
      .waitFor();
    await page.getByText('Not saved: proposal withdrawn').waitFor();
    expect(await view.history(uid)).toEqual([]);
    expect(await readFile(join(world.site, fileOf('Birch')), 'utf8')).toBe(SITE[fileOf('Birch')]);

    const asked = wire.requests.length;
    const box = page.getByRole('combobox', { name: 'Message' });
    await box.fill('And now?');
    await box.press('Control+Enter');
    await expect.poll(async () => (await view.atRest(uid)).status).toBe('idle');
    const went = await view.atRest(uid);
    expect(went).toMatchObject({ card: null, process: null });
    expect(went.entries.at(-1)?.body.kind).toBe('assistant');
    await page.getByText('I am the built-in checklist model').waitFor();
    expect(await page.getByRole('button', { name: 'End the tour' }).count()).toBe(0);
    expect(wire.requests.length).toBeGreaterThan(asked);
    expect(systemMessage()).not.toContain(SECTION);

    await box.fill('/seo');
    await page.getByText('There is no process to start here yet.').waitFor();
    await box.fill('');
    const refused = await world.context.request.post(
      `${world.server.url}/api/conversations/${went.uuid}/messages`,
      { data: { text: '', skillUid }, headers: { Origin: world.server.url } },
    );
    expect(refused.status()).toBe(409);
    expect(await refused.json()).toMatchObject({ error: { code: 'not_an_instruction' } });
    await approve(world, 'seo');
    await startTour(page, world.server, uid);
    await waitingCard(page).waitFor();
    expect(systemMessage()).toContain(`${SECTION}${name}`);
  });
});
