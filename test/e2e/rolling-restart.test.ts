import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/base/index.ts';
import { ConversationView } from '../../src/contracts/index.ts';
import { createOpenAiWireServer, type WireServer } from '../../src/testing/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { launchBrowser } from './support/browser.ts';
import { EMAIL, flatPages, PASSWORD, serverView } from './support/editor.ts';
import { startBalancer, type Balancer } from './support/balancer.ts';
import { followConversation, type Follower } from './support/follower.ts';
import {
  freePort,
  MAIN,
  startServer,
  temporaryFolder,
  type RunningServer,
} from './support/server.ts';

const CONVERSATIONS = 50;
const PROVIDER_KEY = 'the-key-of-this-test';

/** How long the provider takes for its nth answer: long enough that every stop meets calls under way. */
const latencyMs = (nth: number) => 500 + ((nth * 271) % 1_000);

/** A provider that answers with what it was asked, and counts. */
async function slowProvider() {
  const asked = new Map<string, number>();
  let underWay = 0;
  let calls = 0;
  const wire = await createOpenAiWireServer({
    apiKey: PROVIDER_KEY,
    model: {
      name: 'slow',
      builtIn: false,
      contextWindowTokens: 100_000,
      generate: async ({ messages }) => {
        const question = messages.findLast(({ role }) => role === 'user');
        const text = typeof question?.content === 'string' ? question.content : '';
        asked.set(text, (asked.get(text) ?? 0) + 1);
        calls += 1;
        underWay += 1;
        await systemClock.sleep(latencyMs(calls));
        underWay -= 1;
        return {
          text: `The answer to ${text}`,
          toolCalls: [],
          usage: { promptTokens: 10, completionTokens: 10 },
          finishReason: 'stop',
        };
      },
    },
  });
  return { wire, asked, underWay: () => underWay };
}

interface Cluster {
  readonly balancer: Balancer;
  readonly processes: RunningServer[];
  /** Stops one after the other and starts each again, as a deployment does. */
  roll(beforeStop: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Two servers and two workers on one database, behind a balancer. */
async function startCluster(options: {
  readonly dataDir: string;
  readonly contentRoot: string;
  readonly databaseUrl: string;
  readonly wire: WireServer;
}): Promise<Cluster> {
  const ports = [await freePort(), await freePort()] as const;
  const balancer = await startBalancer(ports);
  const env = {
    VOUCH_DATABASE_URL: options.databaseUrl,
    VOUCH_BASE_URL: balancer.url,
    VOUCH_MODEL_PROVIDER: 'openai-compatible',
    VOUCH_MODEL: 'slow',
    VOUCH_MODEL_BASE_URL: options.wire.url,
    VOUCH_MODEL_API_KEY: PROVIDER_KEY,
    // Short, so that some answers are waited for and some are given up and asked for again.
    VOUCH_WORK_STOP_SECONDS: '1',
  };
  const { dataDir, contentRoot } = options;
  const server = (port: number) => ({ dataDir, contentRoot, env, port });
  const worker = { dataDir, contentRoot, env, program: [MAIN, 'worker', '--concurrency', '4'] };
  const first = server(ports[0]);
  const others = [server(ports[1]), worker, worker];
  const plans = [first, ...others];
  // The first makes the tables.
  const processes = [await startServer(first), ...(await Promise.all(others.map(startServer)))];
  return {
    balancer,
    processes,
    roll: async (beforeStop) => {
      for (const [at, plan] of plans.entries()) {
        await beforeStop();
        await processes[at]?.stop();
        processes[at] = await startServer(plan);
      }
    },
    stop: async () => {
      await Promise.all(processes.map((each) => each.stop()));
      await balancer.close();
    },
  };
}

/** Creates the administrator and hands out what the browser's session may do. */
async function signIn(browser: Browser, cluster: Cluster) {
  const { url } = cluster.balancer;
  const context = await browser.newContext({ locale: 'en-GB' });
  const post = async (path: string, data: object): Promise<unknown> => {
    const response = await context.request.post(`${url}${path}`, {
      data,
      headers: { Origin: url },
    });
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
    return response.json();
  };
  const token = new URL(cluster.processes[0]?.setupLink ?? '').searchParams.get('token');
  const account = { name: 'Ada Lovelace', email: EMAIL, password: PASSWORD, locale: 'en' };
  await post('/api/setup', { token, ...account });
  return { context, post };
}

/** Sends one message after the other, each once the former was answered, until told to end. */
async function converse(
  follower: Follower,
  name: string,
  isOver: () => boolean,
): Promise<string[]> {
  const sent: string[] = [];
  do {
    const text = `${name}, question ${String(sent.length + 1)}`;
    sent.push(text);
    await follower.send(text);
    await follower.until(
      ({ status, entries }) =>
        status !== 'processing' &&
        entries.filter(({ body }) => body.kind === 'assistant').length >= sent.length,
    );
  } while (!isOver());
  return sent;
}

/** One page a conversation: each is about a page of its own. */
async function writePages(root: string): Promise<void> {
  await mkdir(root, { recursive: true });
  for (let n = 0; n < CONVERSATIONS; n += 1) {
    const title = `Page ${String(n)}`;
    await writeFile(
      join(root, `page-${String(n)}.md`),
      `---\ntitle: ${title}\n---\n\n# ${title}\n`,
    );
  }
}

async function cookieOf(context: BrowserContext): Promise<string> {
  return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
}

async function openChat(page: Page, url: string, uid: number): Promise<void> {
  await page.goto(`${url}/pages/${String(uid)}`);
  await page.locator('textarea[role=combobox]').waitFor();
  // A reload would forget this; recovering by itself does not.
  await page.evaluate('globalThis.neverReloaded = true');
}

describeEachDatabase(
  'a rolling restart',
  (openFresh) => {
    it('CHT-08, DUR-03, DUR-07 of two servers and two workers under 50 conversations loses none, answers none twice, and every browser recovers by itself', async () => {
      const { config } = await openFresh({ migrated: false });
      if (config.dialect !== 'postgres') throw new Error('several servers need PostgreSQL');
      const folder = await temporaryFolder();
      await writeFile(
        join(folder.path, 'vouch.config.json'),
        JSON.stringify({ chat: { maxActivePerUser: 100, maxConversationsPerUser: 100 } }),
      );
      const site = join(folder.path, 'pages');
      await writePages(site);
      const provider = await slowProvider();
      const browser = await launchBrowser();
      const cluster = await startCluster({
        dataDir: folder.path,
        contentRoot: site,
        databaseUrl: config.url,
        wire: provider.wire,
      });
      try {
        const { url } = cluster.balancer;
        const { context, post } = await signIn(browser, cluster);
        const view = serverView(context, {
          ...(cluster.processes[0] as RunningServer),
          url,
        });
        const uids = flatPages((await view.site()).roots)
          .filter(({ title }) => title.startsWith('Page'))
          .map(({ uid }) => uid);
        expect(uids).toHaveLength(CONVERSATIONS);
        const cookie = await cookieOf(context);
        let isOver = false;
        const followers = await Promise.all(
          uids.map(async (page) => {
            const made = await post('/api/conversations', { page, locale: 'en' });
            return followConversation({ url, uuid: ConversationView.parse(made).uuid, cookie });
          }),
        );
        const page = await context.newPage();
        await openChat(page, url, uids[0] ?? 0);
        const talks = followers.map((follower, n) =>
          converse(follower, `Conversation ${String(n)}`, () => isOver),
        );
        const ended = Promise.all(talks);
        ended.catch(() => undefined); // told below, unless the test has failed before
        await expect.poll(provider.underWay, { timeout: 60_000 }).toBeGreaterThan(3);
        // Each stop meets calls under way.
        await cluster.roll(() =>
          expect.poll(provider.underWay, { timeout: 20_000 }).toBeGreaterThan(0),
        );
        isOver = true;
        const sent = await ended;

        for (const [n, follower] of followers.entries()) {
          const response = await context.request.get(`${url}/api/conversations/${follower.uuid}`);
          const { entries } = ConversationView.parse(await response.json());
          const texts = entries.map(({ body }) => ('text' in body ? body.text : body.kind));
          expect(texts).toEqual(sent[n]?.flatMap((text) => [text, `The answer to ${text}`]));
        }
        // Every stream was cut at least once and came back by itself.
        for (const follower of followers) expect(follower.connections()).toBeGreaterThan(1);
        await page.getByText(`The answer to ${sent[0]?.at(-1) ?? ''}`, { exact: true }).waitFor();
        expect(await page.evaluate('globalThis.neverReloaded')).toBe(true);
        for (const follower of followers) follower.close();
      } finally {
        await cluster.stop();
        await provider.wire.close();
        await folder.remove();
      }
    }, 240_000);
  },
  ['postgres'],
);
