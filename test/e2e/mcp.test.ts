import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeMcpServer, type FakeMcpServer } from '../../src/testing/index.ts';
import { sidewaysScroll, violations } from './support/accessibility.ts';
import { openAdministration, type Administration } from './support/administration.ts';
import { vouch } from './support/command.ts';

const FIND = { name: 'find', description: 'Finds pages by a word.' };

/** An administrator enters a server of tools, looks at it, and again after it changed; then the same at the prompt. */
describe('servers of tools in the browser', () => {
  let server: FakeMcpServer;
  let administration: Administration;

  beforeAll(async () => {
    server = await startFakeMcpServer({
      tools: [FIND, { name: 'wipe', annotations: { readOnlyHint: true } }],
    });
    administration = await openAdministration({
      env: { VOUCH_MCP_PRIVATE_ADDRESSES: 'loopback' },
    });
  });
  afterAll(async () => {
    await administration.close();
    await server.close();
  });

  const expectNoViolations = async () => {
    expect(await violations(administration.page, 'all')).toEqual([]);
  };

  it('TOL-03 a server is added, asked, looked at and approved', async () => {
    const { page } = administration;
    const dialog = page.getByRole('dialog');
    await administration.open('mcp', 'en');
    await page.getByText('No server is entered yet').waitFor();
    await page.getByRole('button', { name: 'Add a server' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Our shop');
    await dialog.getByRole('textbox', { name: 'Address' }).fill(server.url);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('Please choose how confidential').waitFor();
    await dialog.getByText('Editorial content').click();
    await expectNoViolations();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Ask Our shop for its tools' }).click();
    await page.getByRole('button', { name: 'Tools of Our shop' }).click();
    await dialog.getByText('Finds pages by a word.').waitFor();
    await dialog.getByText('it means nothing here: readOnlyHint: true').waitFor();
    await expectNoViolations();
    await dialog.getByRole('button', { name: 'Approve these tools' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('approved', { exact: true }).waitFor();
  });

  it('TOL-03 a change is shown in German, on a phone, and approved', async () => {
    const { page } = administration;
    const dialog = page.getByRole('dialog');
    server.setTools([{ ...FIND, description: 'Finds pages by a phrase.' }]);
    await page.setViewportSize({ width: 360, height: 780 });
    await administration.open('mcp', 'de');
    await page.getByRole('button', { name: 'Our shop nach Werkzeugen fragen' }).click();
    await page.getByText('geändert, angehalten').waitFor();
    await page.getByRole('button', { name: 'Werkzeuge von Our shop' }).click();
    await dialog.locator('del', { hasText: 'word' }).waitFor();
    await dialog.locator('ins', { hasText: 'phrase' }).waitFor();
    await dialog.getByText('weg', { exact: true }).waitFor();
    await expectNoViolations();
    expect(await sidewaysScroll(page)).toBe(0);
    await dialog.getByRole('button', { name: 'Diese Werkzeuge freigeben' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('freigegeben', { exact: true }).waitFor();
  });

  it('TOL-03 vouch mcp lists, adds, reviews, approves and removes', async () => {
    const { world } = administration;
    const mcp = (...args: readonly string[]) =>
      vouch(['mcp', ...args], {
        env: {
          VOUCH_DATA_DIR: world.server.dataDir,
          VOUCH_CONTENT_ROOT: world.site,
          VOUCH_MCP_PRIVATE_ADDRESSES: 'loopback',
        },
      });
    expect((await mcp('list')).stdout).toMatch(/^our_shop {2}ready {2}http/m);
    const refused = await mcp('add', 'sh', '--data-class', 'publicContent', '--', 'sh', '-c', 'ls');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('mcp.commands');
    const added = await mcp('add', 'two', '--url', server.url, '--data-class', 'publicContent');
    expect(added.stdout).toContain('vouch mcp review two');
    const review = await mcp('review', 'two', '--json');
    const { digest } = JSON.parse(review.stdout) as { digest: string };
    expect((await mcp('approve', 'two', '0'.repeat(64))).code).toBe(2);
    expect((await mcp('approve', 'two', digest)).stdout).toContain('Approved.');
    expect((await mcp('review', 'two')).stdout).toContain('Finds pages by a phrase.');
    expect((await mcp('remove', 'two')).code).toBe(0);
    expect((await mcp('list')).stdout).not.toContain('two  ');
  });
});
