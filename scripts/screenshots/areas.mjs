import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ended, RECEIVER_PORT, TOOLS_PORT } from './installation.mjs';

/** The areas of the administration beside skills, snippets and people, with their forms. */
export async function areaScreens(shown) {
  await sourceScreens(shown);
  await toolServerScreens(shown);
  await webhookScreens(shown);
  await modelScreens(shown);
  await askingScreens(shown);
  const { goTo, picture } = shown;
  for (const name of ['settings', 'tools']) {
    await goTo(`/administration/${name}`);
    await picture(`admin-${name}`);
  }
}

async function sourceScreens({ words, page, picture, goTo }) {
  const { sources: t } = words;
  await goTo('/administration/sources');
  await picture('admin-sources');
  await page.getByRole('button', { name: t.add }).click();
  await page.getByRole('dialog').waitFor();
  await picture('admin-source-new');
  await page.keyboard.press('Escape');
}

/** The reference server of the protocol stands for a program of one's own. */
async function toolServerScreens({ texts, words, page, picture, goTo }) {
  const { mcp: t, dataClasses, components } = words;
  const home = createRequire(import.meta.url).resolve(
    '@modelcontextprotocol/server-everything/package.json',
  );
  const server = spawn(process.execPath, [join(dirname(home), 'dist/index.js'), 'streamableHttp'], {
    env: { ...process.env, PORT: String(TOOLS_PORT) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise((resolve) => server.stderr.once('data', resolve));
  try {
    const dialog = page.getByRole('dialog');
    await goTo('/administration/mcp');
    await page.getByRole('button', { name: t.addServer }).first().click();
    await dialog.getByRole('textbox', { name: t.name, exact: true }).fill(texts.server);
    await dialog
      .getByRole('textbox', { name: t.url })
      .fill(`http://127.0.0.1:${String(TOOLS_PORT)}/mcp`);
    await dialog.getByText(dataClasses.editorContent, { exact: true }).click();
    await dialog.getByRole('textbox', { name: t.name, exact: true }).scrollIntoViewIfNeeded();
    await picture('admin-mcp-new');
    await dialog.getByRole('button', { name: components.add, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: t.lookAt(texts.server) }).click();
    await page.getByRole('button', { name: t.reviewOf(texts.server) }).click();
    await dialog.getByRole('button', { name: t.approve }).waitFor();
    await picture('admin-mcp-review');
    await dialog.getByRole('button', { name: t.approve }).click();
    await dialog.waitFor({ state: 'detached' });
    await picture('admin-mcp');
  } finally {
    await ended(server);
  }
}

/** A program that takes every event stands for the chat of the editors. */
async function webhookScreens({ texts, words, page, picture, goTo }) {
  const { webhooks: t, components } = words;
  const receiver = createServer((_, response) => response.writeHead(204).end());
  await new Promise((resolve) => receiver.listen(RECEIVER_PORT, resolve));
  try {
    const dialog = page.getByRole('dialog');
    await goTo('/administration/webhooks');
    await page.getByRole('button', { name: t.add }).first().click();
    await dialog.getByRole('textbox', { name: t.name, exact: true }).fill(texts.webhook);
    await dialog
      .getByRole('textbox', { name: t.url })
      .fill(`http://127.0.0.1:${String(RECEIVER_PORT)}/vouch`);
    await picture('admin-webhook-new');
    await dialog.getByRole('button', { name: components.add, exact: true }).click();
    await dialog.getByText(t.secretHint).waitFor();
    await picture('admin-webhook-secret');
    await dialog.getByRole('button', { name: t.done }).click();
    await page.getByRole('button', { name: t.testOf(texts.webhook) }).click();
    await page.getByText(t.tested).waitFor();
    await picture('admin-webhooks');
    await page.getByRole('button', { name: t.deliveriesOf(texts.webhook) }).click();
    await dialog.waitFor();
    await picture('admin-webhook-deliveries');
    await page.keyboard.press('Escape');
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
}

async function modelScreens({ texts, words, page, picture, goTo }) {
  const { models: t, components } = words;
  const dialog = page.getByRole('dialog');
  const add = () => dialog.getByRole('button', { name: components.add, exact: true }).click();
  await goTo('/administration/models');
  await page.getByRole('button', { name: t.addProvider }).first().click();
  await dialog.getByRole('button', { name: t.kind }).click();
  await page.getByRole('option', { name: t.kinds.ollama }).click();
  await dialog.getByRole('textbox', { name: t.name, exact: true }).fill(texts.provider);
  await dialog.getByText(t.zones.privateHosted).click();
  await dialog.getByRole('textbox', { name: t.name, exact: true }).scrollIntoViewIfNeeded();
  await picture('admin-model-provider');
  await add();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: t.addModel }).click();
  await dialog.getByRole('textbox', { name: t.modelId }).fill('mistral-small3.2');
  await picture('admin-model');
  await add();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: t.addConfiguration }).click();
  await dialog.getByRole('textbox', { name: t.name, exact: true }).fill(texts.configuration);
  await dialog.getByRole('textbox', { name: t.systemPrompt }).fill(texts.prompt);
  await picture('admin-model-configuration');
  await add();
  await dialog.waitFor({ state: 'detached' });
  await picture('admin-models');
}

/** Where an administrator asks: what would be sent, which rule says no, what was used. */
async function askingScreens({ texts, words, page, picture, goTo }) {
  const { playground, governance, usage } = words;
  await goTo('/administration/playground');
  await picture('admin-playground');
  await page.getByRole('textbox', { name: playground.text, exact: true }).fill(texts.asked);
  await page.getByRole('button', { name: playground.rehearse }).click();
  const sent = page.getByRole('heading', { name: playground.rehearsal });
  await sent.waitFor();
  await sent.evaluate((heading) => heading.scrollIntoView());
  await picture('admin-playground-sent');
  await goTo('/administration/governance');
  await picture('admin-governance');
  await page.getByRole('button', { name: governance.ask }).click();
  const answer = page.getByText(governance.may).or(page.getByText(governance.mayNot));
  await answer.waitFor();
  await page
    .getByRole('heading', { name: governance.simulator })
    .evaluate((heading) => heading.scrollIntoView());
  await picture('admin-governance-rules');
  await goTo('/administration/usage');
  await page.getByRole('button', { name: usage.addBudget }).click();
  await page.getByRole('dialog').waitFor();
  await picture('admin-budget');
  await goTo('/administration/usage');
  await picture('admin-usage');
}
