import { readFile } from 'node:fs/promises';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SkillAuditEntry, SkillSourceView } from '../../src/contracts/index.ts';
import { startFakeGitHub, type FakeGitHub } from '../../src/testing/index.ts';
import { skillFile } from '../contracts/skills-ingest-world.ts';
import { phoneFaults, violations } from './support/accessibility.ts';
import { launchBrowser } from './support/browser.ts';
import { MAIN } from './support/server.ts';
import { openWorld, skill, type World } from './support/world.ts';

const LOCAL_GITHUB = new URL('support/local-github.mjs', import.meta.url).href;
const ALT = 'skills/alt/SKILL.md';
const TOKEN = 'ghp_secret_of_nobody';

/** One world: a source is added, read, held against a limit and called off, and read again after its text changed. */
describe('sources of skills in the browser', () => {
  let browser: Browser;
  let github: FakeGitHub;
  let world: World;
  let commit = '';
  beforeAll(async () => {
    browser = await launchBrowser();
    github = await startFakeGitHub({ fetch });
    const repository = github.repository('example/skills');
    repository.token = TOKEN;
    commit = repository.commit({
      [ALT]: skillFile(),
      'skills/bad/SKILL.md': '---\nname: x\ndescription: Use when: y\n---\n',
      'skills/links/SKILL.md': skillFile({ name: 'Link texts' }),
    });
    world = await openWorld(browser, {
      program: ['--import', LOCAL_GITHUB, MAIN, 'serve'],
      env: { FAKE_GITHUB_URL: github.url },
      browser: { reducedMotion: 'reduce', acceptDownloads: true },
    });
  });
  afterAll(async () => {
    await world.close();
    await github.close();
  });

  const card = (): Locator =>
    world.page.getByRole('article').filter({ has: world.page.getByText('example/skills') });
  const sources = async () => SkillSourceView.array().parse(await world.get('/api/skill-sources'));
  const open = (path: string) => world.page.goto(`${world.server.url}/administration/${path}`);
  /** Holds every answer of GitHub to requests that `which` names until the returned function is called. */
  const hold = (which: (path: string) => boolean): (() => void) => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    github.intercept(async ({ path }) => {
      if (which(path)) await released;
      return null;
    });
    return () => {
      github.intercept(null);
      release();
    };
  };

  it('a list that cannot be read says so and can be asked for again', async () => {
    const { page } = world;
    await page.route('**/api/skill-sources', (route) => route.fulfill({ status: 500, body: '' }));
    await open('sources');
    await page.getByRole('alert').getByRole('button').waitFor();
    await page.unroute('**/api/skill-sources');
    await page.getByRole('alert').getByRole('button').click();
    await page.getByText('Its skills are written here.').waitFor();
  });

  it('a repository is added; the dialog asks for the trust level and keeps the token to itself', async () => {
    const { page } = world;
    await open('sources');
    await page.getByRole('button', { name: 'Add a source' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('http://example.org/skills');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('Please choose; it decides what an approval can do.').waitFor();
    await dialog.getByText('Please give an https address on GitHub').waitFor();
    // What has to be filled in first has the focus.
    const focused: unknown = await page.evaluate('document.activeElement.getAttribute("name")');
    expect(focused).toBe('url');
    expect(await violations(page)).toEqual([]);
    expect((await sources()).map(({ type }) => type)).toEqual(['backend']);

    await dialog.getByLabel('Address').fill('https://github.com/example/skills');
    await dialog.getByLabel('Verified').check();
    await dialog.getByLabel('Token', { exact: true }).fill(TOKEN);
    await dialog.getByLabel('Token', { exact: true }).press('Enter');
    await card().getByText('Never synced').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.content()).not.toContain(TOKEN);
    expect((await sources()).at(-1)).toMatchObject({
      title: 'example/skills',
      trustLevel: 'verified',
      remote: { hasToken: true, ref: null },
    });
    expect(await violations(page)).toEqual([]);
  });

  it('a limit of GitHub stops the sync and says when it ends; calling off writes nothing', async () => {
    const { page } = world;
    github.limit({ status: 429, headers: { 'retry-after': '600' } });
    await page.getByRole('button', { name: 'Sync example/skills' }).click();
    await card().getByText('GitHub takes no more requests for now.').waitFor();
    expect(await card().locator('.v-note time').getAttribute('datetime')).toMatch(/^20/);
    github.limit(null);

    const release = hold(() => true);
    await page.getByRole('button', { name: 'Sync example/skills' }).click();
    await page.getByRole('progressbar', { name: 'Sync of example/skills' }).waitFor();
    await page.getByRole('button', { name: 'Call off the sync of example/skills' }).click();
    await card().getByText('The sync was called off. Nothing was written.').waitFor();
    release();
    expect((await sources()).at(-1)?.remote?.sync).toMatchObject({
      status: 'error',
      counts: null,
      problem: { code: 'sync_cancelled' },
    });
  });

  it('in German too: a sync is called off in the middle of its files, and nothing is written', async () => {
    const { page } = world;
    await page.evaluate("localStorage.setItem('vouch.locale', 'de')");
    await open('sources');
    const release = hold((path) => path.includes('/alt/'));
    await page.getByRole('button', { name: 'example/skills abgleichen' }).click();
    await page.getByRole('progressbar', { name: 'Abgleich von example/skills' }).waitFor();
    await card()
      .getByText(/Datei \d von 3/)
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Abgleich von example/skills abbrechen' }).click();
    await card().getByText('Der Abgleich wurde abgebrochen. Nichts wurde geschrieben.').waitFor();
    release();
    await expect(skill(world, ALT)).rejects.toThrow('there is no skill');
    expect(await violations(page)).toEqual([]);
    await page.evaluate("localStorage.setItem('vouch.locale', 'en')");
    await open('sources');
  });

  it('a sync is seen while it runs, and afterwards what came in and what did not', async () => {
    const { page } = world;
    const release = hold((path) => path.includes('/alt/'));
    await page.getByRole('button', { name: 'Sync example/skills' }).click();
    await card()
      .getByText(/file \d of 3/)
      .waitFor();
    expect(await page.getByRole('progressbar').getAttribute('max')).toBe('3');
    expect(await violations(page)).toEqual([]);
    // Another tab, or the same after a reload, follows the same sync.
    await page.reload();
    await page.getByRole('button', { name: 'Call off the sync of example/skills' }).waitFor();
    release();
    await card().getByText('Read, but not all').waitFor();
    await card().getByText('2 new').waitFor();
    await card().getByText('1 refused').waitFor();
    const row = card().getByRole('row').filter({ hasText: 'skills/bad/SKILL.md' });
    expect(await row.getByRole('cell').nth(1).innerText()).toBe('3');
    await row.getByText('Error: Front matter is not valid YAML').waitFor();
    await card()
      .getByRole('link', { name: `commit ${commit.slice(0, 7)}` })
      .waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('what came in shows where it comes from, and is approved and switched on', async () => {
    const { page } = world;
    const { uid } = await skill(world, ALT);
    await open(`skills/${String(uid)}`);
    const decision = page.getByRole('complementary', { name: 'Decision' });
    const file = decision.getByRole('link', { name: ALT });
    expect(await file.getAttribute('href')).toBe(
      `https://github.com/example/skills/blob/${commit}/${ALT}`,
    );
    await decision.getByText(commit.slice(0, 7)).waitFor();
    const computed = (await sources()).at(-1)?.remote?.sync.computedFingerprint ?? 'none';
    await decision.getByTitle(computed).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Approve 1:/ }).click();
    await page.getByRole('button', { name: 'Switch on' }).click();
    await expect.poll(async () => (await skill(world, ALT)).instruction).toBe(true);
  });

  it('a text that changed upstream is switched off, and the review shows the change', async () => {
    const { page } = world;
    github.repository('example/skills').commit({
      [ALT]: skillFile({}, 'Look at each picture.\nSay what it shows.\n'),
      'skills/links/SKILL.md': null,
    });
    await open('skills');
    await page.getByRole('button', { name: 'Sync', exact: true }).click();
    await page.waitForURL('**/administration/sources');
    await card().getByText('1 switched off, text changed').waitFor();
    await card().getByText('1 gone upstream').waitFor();
    expect(await skill(world, ALT)).toMatchObject({ enabled: false, instruction: false });
    const { uid } = await skill(world, ALT);
    await open(`skills/${String(uid)}`);
    await page.locator('tr[data-line=insert]').getByText('Say what it shows.').waitFor();
    await page.getByText('Changed upstream; switched off').waitFor();
    await page.getByRole('button', { name: /^Approve 1:/ }).waitFor();
  });

  it('a wrong fingerprint refuses the sync; the computed one can be pasted', async () => {
    const { page } = world;
    await open('sources');
    const edit = async (fingerprint: string) => {
      await page.getByRole('button', { name: 'More about example/skills' }).click();
      await page.getByRole('menuitem', { name: 'Change' }).click();
      await page.getByRole('textbox', { name: 'Expected fingerprint' }).fill(fingerprint);
      await page.getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
      await page.getByRole('button', { name: 'Sync example/skills' }).click();
    };
    await edit('0'.repeat(64));
    await card().getByText('not those the expected fingerprint names').waitFor();
    await card().getByText('not the expected one').waitFor();
    const computed = (await sources()).at(-1)?.remote?.sync.computedFingerprint ?? '';
    await edit(computed.toUpperCase());
    await card().getByText('as expected').waitFor();
    // The stored token survived both edits, or the repository could not have been read.
    expect((await sources()).at(-1)?.remote).toMatchObject({ hasToken: true });
  });

  it('a source is switched off by keyboard, and then cannot be synced', async () => {
    const { page } = world;
    await page.getByRole('button', { name: 'More about example/skills' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Switch off' }).press('Enter');
    await card().getByText('Switched off: it is not synced').waitFor();
    expect(await page.getByRole('button', { name: 'Sync example/skills' }).isDisabled()).toBe(true);
  });

  it('the audit is saved as CSV and as JSON, as it is filtered', async () => {
    const { page } = world;
    await open('audit');
    await page.getByLabel('Skill, person, reason or digest').fill('example/skills');
    const save = async (name: string): Promise<string> => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `Save what is shown: ${name}` }).click(),
      ]);
      return readFile(await download.path(), 'utf8');
    };
    const csv = await save('CSV');
    expect(csv).toContain('id,at,event,about,digest,actor\r\n');
    const all = SkillAuditEntry.array().parse(await world.get('/api/audit'));
    const shown = all.filter(
      ({ detail, sourceTitle }) =>
        detail.includes('example/skills') || sourceTitle === 'example/skills',
    );
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.length).toBeLessThan(all.length);
    expect(csv.split('\r\n')).toHaveLength(shown.length + 2);
    expect(JSON.parse(await save('JSON'))).toHaveLength(shown.length);
    expect(await violations(page)).toEqual([]);
  });

  it('WEB-02, WEB-03 the screen of sources fits 360 px, in German, light and dark', async () => {
    const { page } = world;
    await page.evaluate("localStorage.setItem('vouch.locale', 'de')");
    await page.setViewportSize({ width: 360, height: 800 });
    await open('sources');
    await page.getByRole('heading', { name: 'Quellen' }).waitFor();
    await card().getByText('Zuletzt abgeglichen').waitFor();
    expect(await phoneFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Quelle hinzufügen' }).click();
    await page.getByRole('dialog').waitFor();
    const [overhang, inset] = await page.evaluate<[number, number]>(`(() => {
      const dialog = document.querySelector('.v-dialog');
      const input = dialog.querySelector('input[name=url]');
      return [dialog.scrollWidth - dialog.clientWidth, dialog.clientWidth - input.offsetWidth];
    })()`);
    expect(overhang).toBe(0);
    expect(inset).toBeGreaterThanOrEqual(48);
  });
});
