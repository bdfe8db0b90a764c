import { expect, vi } from 'vitest';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import {
  ConversationView,
  HistoryEntryView,
  OpenPointView,
  SiteView,
  type PageTreeNode,
} from '../../../src/contracts/index.ts';
import type { RunningServer } from './server.ts';

export const PASSWORD = 'a long enough password';
export const EMAIL = 'ada@example.org';

export type Answer = 'Apply' | 'Another variant' | 'Skip' | 'Keep';

/** Opens the one-time link and creates the administrator; ends on the first-run screen. */
export async function setUp(page: Page, server: RunningServer): Promise<void> {
  if (server.setupLink === null) throw new Error('the server printed no set-up link');
  await page.goto(server.setupLink);
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('E-mail address').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account and go on' }).click();
  await page.getByRole('heading', { name: 'Read and approve a process' }).waitFor();
}

/** Approves the process the first-run screen shows. */
export async function approveFirst(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Open the page and start the tour' }).waitFor();
}

/** Opens a page and starts the process for search engines from the slash menu. */
export async function startTour(page: Page, server: RunningServer, uid: number): Promise<void> {
  await page.goto(`${server.url}/pages/${String(uid)}`);
  const box = page.locator('textarea[role=combobox]');
  await box.click();
  await box.pressSequentially('/seo');
  await page.getByRole('option').first().waitFor();
  await box.press('Enter');
  // Sending waits until the page knows its conversation.
  await page.locator('.v-composer .v-btn--primary:not([disabled])').waitFor();
  await box.press('Control+Enter');
}

/** The field one writes in. */
export function messageBox(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Message' });
}

/** Sends a message from the chat beside an open page. */
export async function sendMessage(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text);
  // Sending waits until the page knows its conversation.
  await page.locator('.v-composer .v-btn--primary:not([disabled])').waitFor();
  await messageBox(page).press('Control+Enter');
}

/** What the server knows, read with the browser's own session. */
export function serverView(context: BrowserContext, server: RunningServer) {
  const get = async (path: string): Promise<unknown> => {
    const response = await context.request.get(`${server.url}${path}`);
    expect(response.status(), path).toBe(200);
    return response.json();
  };
  return {
    get,
    site: async () => SiteView.parse(await get('/api/site')),
    history: async (uid: number) =>
      HistoryEntryView.array().parse(await get(`/api/pages/${String(uid)}/history`)),
    openPoints: async (uid: number) =>
      OpenPointView.array().parse(await get(`/api/pages/${String(uid)}/open-points`)),
    conversation: async (uid: number): Promise<ConversationView> => {
      const list = ConversationView.array().parse(
        await get(`/api/conversations?page=${String(uid)}`),
      );
      const [latest] = list;
      if (latest === undefined) throw new Error('the page has no conversation yet');
      return ConversationView.parse(await get(`/api/conversations/${latest.uuid}`));
    },
    /** Waits until the assistant rests: a card other than `answered` waits, or the turn has ended. */
    async atRest(uid: number, answered: string | null = null): Promise<ConversationView> {
      return vi.waitFor(
        async () => {
          const now = await this.conversation(uid);
          expect(now.entries.length).toBeGreaterThan(0);
          expect(now.status).not.toBe('processing');
          if (now.card !== null) expect(now.card.digest).not.toBe(answered);
          return now;
        },
        { timeout: 30_000, interval: 100 },
      );
    },
  };
}

/** Presses an answer of the waiting card and waits for what comes after it. */
export async function answer(
  page: Page,
  { view, uid }: { readonly view: ReturnType<typeof serverView>; readonly uid: number },
  name: Answer,
): Promise<ConversationView> {
  const before = await view.atRest(uid);
  await page
    .locator('[data-waiting-card]')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
  return view.atRest(uid, before.card?.digest ?? null);
}

/** Skips what is left of a tour, card after card, and resolves with its end. */
export async function skipRest(
  page: Page,
  on: { readonly view: ReturnType<typeof serverView>; readonly uid: number },
): Promise<ConversationView> {
  let last = await on.view.atRest(on.uid);
  for (let left = last.progress?.total ?? 0; last.card !== null; left -= 1) {
    expect(left, 'more cards than points').toBeGreaterThan(0);
    last = await answer(page, on, 'Skip');
  }
  return last;
}

/** Every page of the tree, depth first. */
export function flatPages(nodes: readonly PageTreeNode[]): readonly PageTreeNode[] {
  return nodes.flatMap((node) => [node, ...flatPages(node.children)]);
}
