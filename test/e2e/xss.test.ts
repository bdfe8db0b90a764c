import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ConversationView,
  McpServerView,
  SkillReview,
  SkillSourceView,
  SnippetView,
  TaskResult,
  TaskView,
} from '../../src/contracts/index.ts';
import type { ChatModel } from '../../src/models/index.ts';
import {
  createOpenAiWireServer,
  startFakeMcpServer,
  type FakeMcpServer,
  type WireServer,
} from '../../src/testing/index.ts';
import { launchBrowser } from './support/browser.ts';
import { flatPages } from './support/editor.ts';
import { watchScripts, type ScriptWatch } from './support/script-watch.ts';
import { openWorld, proposedValue, waitingCard, type World } from './support/world.ts';
import { packed, PAYLOADS } from './support/xss-payloads.ts';

/** Everything of the corpus, a paragraph each. */
const ALL = PAYLOADS.join('\n\n');
/** Names are one line without control characters. */
const NAMES = packed(255).map((line) => line.replaceAll('\t', ' '));
const ALL_PAGE = 'Every text';

/** A file for each text: the text is its title, its body, and what its picture shows. */
const FILES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    PAYLOADS.map((payload, at) => [
      `en/page-${String(at)}.md`,
      `---\ntitle: ${JSON.stringify(payload)}\ndescription: ${JSON.stringify(payload)}\n---\n\n# ${payload}\n\n${payload}\n\nIn a line ${payload} and on.\n\n![${payload}](old-mill.svg "${payload}")\n`,
    ]),
  ),
  // Names of files that stand for the title that is missing; a slash cannot be in one.
  ...Object.fromEntries(
    PAYLOADS.filter((payload) => !payload.includes('/') && payload.length < 200).map((payload) => [
      `names/${payload}.md`,
      'A text.\n',
    ]),
  ),
  'en/all.md': `---\ntitle: ${ALL_PAGE}\n---\n\n# ${ALL_PAGE}\n\n${ALL}\n`,
};

/** Calls to be made where there are tools, one an answer. */
const calls: { readonly name: string; readonly arguments: Record<string, unknown> }[] = [];

/** Says the whole corpus in each answer. */
const hostile: ChatModel = {
  name: 'hostile',
  builtIn: false,
  contextWindowTokens: 128_000,
  generate: ({ tools }) => {
    const call = tools.length === 0 ? undefined : calls.shift();
    return Promise.resolve({
      text: ALL,
      toolCalls:
        call === undefined
          ? []
          : [{ ...call, id: 'call-1', rawArguments: JSON.stringify(call.arguments) }],
      usage: { promptTokens: 1, completionTokens: 1 },
      finishReason: call === undefined ? 'stop' : 'tool_calls',
    });
  },
};

/** One server whose every text is hostile; each screen is opened and nothing of it runs. */
describe('texts that are scripts', { timeout: 300_000 }, () => {
  let browser: Browser;
  let world: World;
  let wire: WireServer;
  let tools: FakeMcpServer;
  let watch: ScriptWatch;

  beforeAll(async () => {
    wire = await createOpenAiWireServer({ model: hostile });
    tools = await startFakeMcpServer({
      tools: packed(900).map((description, at) => ({ name: `tool_${String(at)}`, description })),
    });
    browser = await launchBrowser();
    world = await openWorld(browser, {
      files: FILES,
      browser: { reducedMotion: 'reduce', viewport: { width: 1440, height: 2400 } },
      env: {
        VOUCH_MODEL_PROVIDER: 'openai-compatible',
        VOUCH_MODEL: 'gpt-4.1',
        VOUCH_MODEL_BASE_URL: wire.url,
        VOUCH_MODEL_API_KEY: 'the-key-of-this-test',
        VOUCH_MCP_PRIVATE_ADDRESSES: 'loopback',
        // What is said and answered is kept and shown.
        VOUCH_PRIVACY_LEVEL: 'full',
      },
    });
    watch = await watchScripts(world.context, world.server.url);
  });
  afterAll(async () => {
    await world.close();
    await Promise.all([wire.close(), tools.close()]);
  });

  /** Nothing ran, nothing had to be stopped, nothing left this server, and nothing waits for a click. */
  const expectQuiet = async (where: string) => {
    expect(await watch.leftovers(world.page), where).toEqual([]);
    expect(watch.seen(), where).toEqual([]);
  };
  /** Opens a screen and waits until it shows something of the corpus. */
  const look = async (path: string, shows: string = 'pwned(') => {
    const skeletons = world.page.locator('.v-skeleton');
    await world.page.goto(`${world.server.url}${path}`);
    await world.page
      .getByText(shows)
      .filter({ visible: true })
      .first()
      .waitFor({ timeout: 90_000 });
    await expect.poll(() => skeletons.count(), { timeout: 60_000 }).toBe(0);
    await expectQuiet(path);
  };

  it('the corpus is alive: where nothing guards them most of its texts run, and what a policy stops is heard', async () => {
    const context = await browser.newContext();
    const heard = await watchScripts(context, world.server.url);
    const page = await context.newPage();
    // Markup that was let through, under our own policy.
    await page.goto(`${world.server.url}/sign-in`);
    await page.evaluate(
      `document.body.insertAdjacentHTML('beforeend', '<b onclick="pwned(0)">x</b>')`,
    );
    await expect
      .poll(() => heard.seen().join(), { timeout: 60_000 })
      .toContain('stopped: script-src-attr');
    expect(await heard.leftovers(page)).toEqual(['b onclick']);
    await page.route('**/unguarded', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Nothing guards this.' }),
    );
    await page.goto(`${world.server.url}/unguarded`);
    await page.evaluate(`for (const text of ${JSON.stringify(PAYLOADS)}) {
      const frame = document.createElement('iframe');
      frame.srcdoc = text;
      document.body.append(frame);
    }`);
    await expect
      .poll(() => heard.ran.size, { timeout: 60_000 })
      .toBeGreaterThan(PAYLOADS.length / 2);
    await context.close();
  });

  it('SEC-03 page text: each text as a page of its own, as its readers see it', async () => {
    const pages = flatPages((await world.view.site()).roots);
    expect(pages.length).toBeGreaterThan(PAYLOADS.length);
    for (const { uid, path } of pages.filter(({ path }) => path.startsWith('en/'))) {
      await world.page.goto(`${world.server.url}/preview/${String(uid)}`);
      await expectQuiet(path);
    }
  });

  it('SEC-03 file names and titles of pages', async () => {
    await look('/pages');
  });

  it('SEC-03 conversations: what an editor and a model say, what tools answer, cards, and the run behind them', async () => {
    const page = await world.uidOf(ALL_PAGE);
    // All of it on one card, in two fields.
    const [title, description, ...rest] = packed(2_000);
    expect(rest).toEqual([]);
    calls.push(
      { name: 'get_page_content', arguments: { page } },
      {
        name: 'update_page_metadata',
        arguments: { page, fields: { title, description } },
      },
    );
    const begun = await world.post('/api/conversations', { page, locale: 'en' });
    const { uuid } = ConversationView.parse(begun);
    await world.post(`/api/conversations/${uuid}/messages`, { text: ALL });
    const { card, runUuid } = await world.view.atRest(page);
    expect(proposedValue({ card } as ConversationView)).toContain('pwned(');
    await look(`/pages/${String(page)}`);
    await waitingCard(world.page).getByText('pwned(').first().waitFor();
    await expectQuiet('a card');
    await look('/inbox');
    await look('/open-points', 'Open points');
    await look(`/runs/${runUuid ?? ''}`);
    await world.page.evaluate(
      `for (const more of document.querySelectorAll('details')) more.open = true`,
    );
    await expectQuiet('what a run kept');
  });

  it('SEC-03 names, descriptions and texts of skills', async () => {
    const source = await world.post('/api/skill-sources', {
      type: 'backend',
      title: NAMES[0],
      trustLevel: 'first_party',
    });
    const descriptions = packed(2_000);
    let last = 0;
    for (const [at, name] of NAMES.entries()) {
      const created = await world.post('/api/skills', {
        sourceUid: SkillSourceView.parse(source).uid,
        name,
        description: descriptions[at % descriptions.length],
        body: ALL,
        allowedTools: [name.slice(0, 60)],
        process: at % 2 === 0,
      });
      last = SkillReview.parse(created).skill.uid;
      if (at < descriptions.length) {
        await look(`/administration/skills/${String(last)}`);
      }
    }
    const path = `/administration/skills/${String(last)}`;
    await look('/administration/skills');
    await look(`${path}/edit`, 'Description');
    await look(`${path}/history`);
    await look('/administration/audit');
    await look('/administration/sources');
  });

  it('SEC-03 names and texts of snippets', async () => {
    let last = 0;
    for (const name of NAMES) {
      const created = await world.post('/api/snippets', {
        name,
        description: name,
        text: ALL,
        tags: ['house'],
      });
      last = SnippetView.parse(created).uid;
    }
    await look('/administration/snippets');
    await look(`/administration/snippets/${String(last)}`);
    await look(`/administration/snippets/${String(last)}/history`);
    await look('/administration/snippets/uses', 'house');
  });

  it('SEC-03 names of tasks, and what a model answers in each format', async () => {
    const formats = ['markdown', 'html', 'plain', 'json'] as const;
    for (const [at, name] of NAMES.entries()) {
      await world.post('/api/tasks', {
        identifier: `task-${String(at)}`,
        name,
        description: name,
        category: 'general',
        configurationUid: null,
        promptTemplate: name,
        inputs: [
          {
            name: 'word',
            label: name.slice(0, 120),
            kind: 'choice',
            required: false,
            options: [name.slice(0, 200)],
          },
        ],
        outputFormat: formats[at % formats.length],
        isActive: true,
      });
    }
    await look('/tasks');
    const tasks = TaskView.array().parse(await world.get('/api/tasks'));
    for (const format of formats) {
      const uid = String(tasks.find(({ outputFormat }) => outputFormat === format)?.uid);
      await look(`/tasks/${uid}`);
      const result = await world.post(`/api/tasks/${uid}/run`, { inputs: {} });
      expect(TaskResult.parse(result).text).toContain('pwned(');
      await look(`/tasks/answers/${TaskResult.parse(result).uuid}`);
    }
  });

  it('SEC-03 names of people, providers and servers of tools, and what those say of their tools', async () => {
    const name = packed(100)[0] ?? '';
    await world.post('/api/providers', {
      identifier: 'other',
      name,
      kind: 'ollama',
      trustZone: 'local',
      baseUrl: wire.url,
    });
    const added = await world.post('/api/mcp-servers', {
      identifier: 'shop',
      name,
      transport: 'http',
      url: tools.url,
      dataClass: 'editorContent',
    });
    await world.post(`/api/mcp-servers/${String(McpServerView.parse(added).uid)}/look`);
    await look('/administration/models');
    await look('/administration/mcp');
    await world.page.getByRole('button', { name: 'Tools of' }).first().click();
    await world.page.getByRole('dialog').getByText('pwned(').first().waitFor();
    await expectQuiet('the tools of a server');
    await look('/administration/tools', 'Administration');
  });
});
