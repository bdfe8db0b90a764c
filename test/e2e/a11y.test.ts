import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, screenFaults, sidewaysScroll } from './support/accessibility.ts';
import { launchBrowser } from './support/browser.ts';
import { answer, approveFirst, EMAIL, setUp, skipRest, startTour } from './support/editor.ts';
import { openWorld, skill, waitingCard, type World } from './support/world.ts';

type Width = (typeof LOOKS)[number]['width'];

/** One world for all screens, in the order in which a first administrator meets them. */
describe('every screen, in light and dark, at 1440 and 360 px', () => {
  let browser: Browser;
  let world: World;
  beforeAll(async () => {
    browser = await launchBrowser();
    world = await openWorld(browser, { isFresh: true, browser: { reducedMotion: 'reduce' } });
  });
  afterAll(async () => {
    await world.close();
  });

  /** Opens a screen on a desk in light and on a phone in the dark. */
  const look = async (open: (page: Page, width: Width) => Promise<void>) => {
    const { page } = world;
    for (const one of LOOKS) {
      await page.setViewportSize({ width: one.width, height: 900 });
      await open(page, one.width);
      expect(await screenFaults(page, [one])).toEqual([]);
    }
    await page.setViewportSize({ width: 720, height: 450 }); // 200 % zoom of 1440 × 900
    expect(await sidewaysScroll(page), '200 %').toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  const goTo = (path: string, ready: string) =>
    look(async (page) => {
      await page.goto(`${world.server.url}${path}`);
      await page.getByText(ready).filter({ visible: true }).first().waitFor();
      await expect.poll(() => page.locator('.v-skeleton').count()).toBe(0);
    });

  it('WEB-01, WEB-03 set-up and first run', async () => {
    await look(async (page) => {
      await page.goto(world.server.setupLink ?? '');
      await page.getByLabel('Your name').waitFor();
    });
    await setUp(world.page, world.server);
    await goTo('/first-run', 'Read and approve a process');
    await approveFirst(world.page);
    await goTo('/first-run', 'Open the page and start the tour');
  });

  it('WEB-01, WEB-03 sign-in, also after a refusal', async () => {
    const { page } = world;
    const kept = await world.context.cookies();
    await world.context.clearCookies();
    await look(async () => {
      await page.goto(`${world.server.url}/sign-in`);
      await page.getByLabel('E-mail address').fill(EMAIL);
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').waitFor();
    });
    await world.context.addCookies(kept);
  });

  it('WEB-01, WEB-03 a page with a waiting card, and the end of a tour', async () => {
    const { view } = world;
    const uid = await world.uidOf('Alder');
    await startTour(world.page, world.server, uid);
    await view.atRest(uid);
    const open = async (page: Page, width: Width) => {
      await page.goto(`${world.server.url}/pages/${String(uid)}`);
      if (width === 360) await page.getByRole('button', { name: 'Assistant' }).click();
    };
    await answer(world.page, { view, uid }, 'Another variant');
    await look(async (page, width) => {
      await open(page, width);
      await waitingCard(page).waitFor();
    });
    await world.page.goto(`${world.server.url}/pages/${String(uid)}`);
    await answer(world.page, { view, uid }, 'Apply');
    await answer(world.page, { view, uid }, 'Skip');
    await answer(world.page, { view, uid }, 'Keep');
    await skipRest(world.page, { view, uid });
    await look(async (page, width) => {
      await open(page, width);
      await page.getByRole('heading', { name: 'The tour of this page is finished' }).waitFor();
    });
  });

  it('WEB-01, WEB-03 open points, runs and the page list', async () => {
    await goTo('/open-points', 'Alder');
    await goTo('/runs', 'Runs');
    await goTo('/pages', 'Alder');
  });

  it('WEB-01, WEB-03 the open points of a page, over that page', async () => {
    const uid = await world.uidOf('Alder');
    await look(async (page) => {
      await page.goto(`${world.server.url}/pages/${String(uid)}`);
      await page.getByRole('button', { name: /open points? of this page/ }).click();
      await page.getByRole('dialog').getByText('Image').first().waitFor();
    });
  });

  it('WEB-01, WEB-03 inbox, tasks and tours while there are none', async () => {
    await goTo('/inbox', 'Inbox');
    await goTo('/tasks', 'Tasks');
    await goTo('/tasks/new', 'Prompt');
    await goTo('/tours', 'Tours');
    await goTo('/tours/new', 'Alder');
  });

  it('WEB-01, WEB-03 skills: list, review, revocation, writing, history and audit', async () => {
    const { uid } = await skill(world, 'seo');
    const path = `/administration/skills/${String(uid)}`;
    await goTo('/administration/skills', 'Help people find this page');
    await goTo(path, 'Help people find this page');
    await look(async (page) => {
      await page.goto(`${world.server.url}${path}`);
      await page.getByRole('button', { name: 'Revoke …' }).click();
      await page.getByRole('alertdialog').getByText('What happens').waitFor();
    });
    await goTo(`${path}/edit`, 'Description');
    await goTo(`${path}/history`, 'Help people find this page');
    await goTo('/administration/skills/new', 'Description');
    await goTo('/administration/audit', 'Ada Lovelace');
  });
});
