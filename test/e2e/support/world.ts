import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
} from 'playwright-core';
import { expect } from 'vitest';
import {
  InvitedPerson,
  SkillReview,
  SkillSummary,
  type ConversationView,
  type RightsView,
} from '../../../src/contracts/index.ts';
import { copyFounded } from './founded.ts';
import { EMAIL, flatPages, PASSWORD, serverView } from './editor.ts';
import { SITE } from './site.ts';
import { freePort, startServer, temporaryFolder, type RunningServer } from './server.ts';

export interface WorldOptions {
  /** Files of the site by relative path. Default: the small site of `site.ts`. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly browser?: BrowserContextOptions;
  /** Leave the one-time link unused: nobody has an account. */
  readonly isFresh?: boolean;
  /** What Node runs as the first server. Default: the build, as an operator does. */
  readonly program?: readonly string[];
}

/** Nothing moves on its way: what a test waits for is there at once, in its last colours. */
const CALM = { reducedMotion: 'reduce' } as const;

/** A set-up installation on a small site of its own, and a browser whose session is the administrator's. */
export interface World {
  /** The process that serves now; a restart puts another one here. */
  server: RunningServer;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly view: ReturnType<typeof serverView>;
  /** The folder of Markdown. */
  readonly site: string;
  /** Uid of the page of a file's title. */
  uidOf(title: string): Promise<number>;
  /** Starts a server again on the same port, data and content. */
  restart(program?: readonly string[]): Promise<void>;
  get(path: string): Promise<unknown>;
  post(path: string, body?: object, from?: BrowserContext): Promise<unknown>;
  put(path: string, body: object): Promise<unknown>;
  close(): Promise<void>;
}

export async function openWorld(browser: Browser, options: WorldOptions = {}): Promise<World> {
  const folder = await temporaryFolder();
  const site = join(folder.path, 'site');
  for (const [name, text] of Object.entries(options.files ?? SITE)) {
    await mkdir(dirname(join(site, name)), { recursive: true });
    await writeFile(join(site, name), text);
  }
  const settings = {
    dataDir: join(folder.path, 'data'),
    contentRoot: site,
    port: await freePort(),
    env: { VOUCH_DATABASE_SYNCHRONOUS: 'off', ...options.env },
  };
  const start = (program: readonly string[] | undefined) =>
    startServer(program === undefined ? settings : { ...settings, program });
  const context = await browser.newContext({ ...CALM, locale: 'en-GB', ...options.browser });
  // A model of the environment is an installation's first one: it has to be there when the installation is made.
  const isFounded = options.isFresh !== true && options.env?.['VOUCH_MODEL_PROVIDER'] === undefined;
  if (isFounded) {
    await context.addCookies(
      await copyFounded(settings.dataDir, (first) => founder(browser, first)),
    );
  }
  const server = await start(options.program);
  const view = serverView(context, server);
  const world: World = {
    server,
    context,
    page: await context.newPage(),
    view,
    site,
    uidOf: async (title) => {
      const found = flatPages((await world.view.site()).roots).find((node) => node.title === title);
      if (found === undefined) throw new Error(`no page is called ${title}`);
      return found.uid;
    },
    restart: async (program) => {
      world.server = await start(program);
    },
    get: view.get,
    post: (path, body = {}, from = context) =>
      send(from, { url: server.url, method: 'POST', path, body }),
    put: (path, body) => send(context, { url: server.url, method: 'PUT', path, body }),
    close: async () => {
      await context.close();
      await world.server.stop();
      await folder.remove();
    },
  };
  if (!isFounded && options.isFresh !== true) await createAdministrator(context, server);
  return world;
}

/** Sets an installation up in a browser of its own. */
async function founder(browser: Browser, server: RunningServer) {
  const context = await browser.newContext({ locale: 'en-GB' });
  await createAdministrator(context, server);
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

/** Spends the one-time link and approves the English process for search engines. */
async function createAdministrator(context: BrowserContext, server: RunningServer): Promise<void> {
  const token = new URL(server.setupLink ?? '').searchParams.get('token');
  const person = { name: 'Ada Lovelace', email: EMAIL, password: PASSWORD, locale: 'en' };
  const post = (path: string, body: object) =>
    send(context, { url: server.url, method: 'POST', path, body });
  await post('/api/setup', { token, ...person });
  await approve({ get: serverView(context, server).get, post }, 'seo');
}

/** A second browser of the same person. */
export async function signedInContext(browser: Browser, world: World): Promise<BrowserContext> {
  const context = await browser.newContext({ ...CALM, locale: 'en-GB' });
  await world.post('/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD }, context);
  return context;
}

/** A second person, an editor with these rights, with a browser of their own. */
export async function invitedContext(
  browser: Browser,
  world: World,
  person: { readonly name: string; readonly rights: RightsView },
): Promise<BrowserContext> {
  const { name, rights } = person;
  const email = `${name.toLowerCase()}@example.org`;
  const body = { name, email, grants: ['approve_own_changes'], rights };
  const { link } = InvitedPerson.parse(await world.post('/api/people', body));
  const context = await browser.newContext({ ...CALM, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(link.url);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password and go on' }).click();
  await page.locator('nav').first().waitFor();
  await page.close();
  return context;
}

/** Lets the process for search engines use these tools too, and approves that. */
export async function allowTools(world: World, ...tools: readonly string[]): Promise<void> {
  const { uid } = await skill(world, 'seo');
  const { name, description, body, allowedTools, process } = (await review(world, uid)).version;
  await world.put(`/api/skills/${String(uid)}`, {
    ...{ name, description, body, process },
    allowedTools: [...(allowedTools ?? []), ...tools],
  });
  await approve(world, 'seo');
}

export async function skill(world: Pick<World, 'get'>, identifier: string): Promise<SkillSummary> {
  const skills = SkillSummary.array().parse(await world.get('/api/skills'));
  const found = skills.find((one) => one.identifier === identifier);
  if (found === undefined) throw new Error(`there is no skill ${identifier}`);
  return found;
}

/** Approves the current version, as the approve screen does. */
export async function approve(
  world: {
    get(path: string): Promise<unknown>;
    post(path: string, body: object): Promise<unknown>;
  },
  identifier: string,
): Promise<void> {
  const { uid } = await skill(world, identifier);
  const { digest } = await review(world, uid);
  await world.post(`/api/skills/${String(uid)}/approve`, { digest });
}

export async function review(world: Pick<World, 'get'>, uid: number): Promise<SkillReview> {
  return SkillReview.parse(await world.get(`/api/skills/${String(uid)}/review`));
}

/** The ends of the cards of a conversation, oldest first. */
export function outcomes(conversation: ConversationView) {
  return conversation.entries.flatMap(({ body }) =>
    body.kind === 'outcome' ? [body.outcome] : [],
  );
}

async function send(
  context: BrowserContext,
  request: { url: string; method: 'POST' | 'PUT'; path: string; body: object },
): Promise<unknown> {
  const { url, method, path, body } = request;
  const response = await context.request.fetch(`${url}${path}`, {
    method,
    data: body,
    headers: { Origin: url },
  });
  expect(response.ok(), `${path}: ${String(response.status())} ${await response.text()}`).toBe(
    true,
  );
  return response.json();
}

/** The card that waits for an answer on the screen. */
export function waitingCard(page: Page): Locator {
  return page.locator('[data-waiting-card]');
}

/** What the waiting card of a conversation would write. */
export function proposedValue({ card }: ConversationView): string {
  return card?.calls[0]?.preview.fields[0]?.after ?? '';
}
