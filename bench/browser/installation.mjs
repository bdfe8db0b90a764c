// A server of the build on a data folder of its own, with one page of many lines and one conversation of many messages.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { build, loadFromBuild } from '../lib/vouch-build.mjs';

const PERSON = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  password: 'a long enough password',
};

/** Starts a set-up installation whose model is the one at `modelUrl`. */
export async function openInstallation({ folder, lines, modelUrl }) {
  const content = join(folder, 'site', 'en');
  mkdirSync(content, { recursive: true });
  writeFileSync(join(content, 'long.md'), longPage(lines));
  writeFileSync(join(content, 'short.md'), '---\ntitle: Short\n---\n\n# Short\n\nOne sentence.\n');
  const port = await freePort();
  const dataDir = join(folder, 'data');
  const { child, link } = await serve({ dataDir, content: join(folder, 'site'), port, modelUrl });
  const url = `http://127.0.0.1:${String(port)}`;
  let cookie = '';
  const call = async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Origin: url, Cookie: cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    const given = response.headers.getSetCookie().map((line) => line.split(';')[0]);
    if (given.length > 0) cookie = given.join('; ');
    return response.json();
  };
  const token = new URL(link).searchParams.get('token');
  await call('POST', '/api/setup', { token, ...PERSON, locale: 'en' });
  const { roots } = await call('GET', '/api/site');
  const uidOf = (title) => flat(roots).find((page) => page.title === title).uid;
  return {
    url,
    call,
    uidOf,
    cookies: () =>
      cookie.split('; ').map((pair) => {
        const at = pair.indexOf('=');
        return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
      }),
    fill: (conversation, messages) =>
      fillConversation(join(dataDir, 'vouch.db'), conversation, messages),
    close: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
    },
  };
}

async function serve({ dataDir, content, port, modelUrl }) {
  mkdirSync(dataDir, { recursive: true });
  const child = spawn(process.execPath, [join(build, 'cli/main.js'), 'serve'], {
    cwd: dataDir,
    env: {
      ...process.env,
      VOUCH_DATA_DIR: dataDir,
      VOUCH_CONTENT_ROOT: content,
      VOUCH_PORT: String(port),
      VOUCH_LOG_LEVEL: 'warn',
      VOUCH_MODEL_PROVIDER: 'openai-compatible',
      VOUCH_MODEL: 'scripted',
      VOUCH_MODEL_BASE_URL: modelUrl,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const link = await new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const found = /(http\S+\/setup\?token=\S+)/.exec(output);
      if (found !== null && /^\s*Ready\b/m.test(output)) resolve(found[1]);
    });
    child.once('exit', () => reject(new Error(`The server ended:\n${output}`)));
  });
  return { child, link };
}

/** Entries as the server keeps them; 500 turns with a model would take minutes and end in the same rows. */
function fillConversation(file, { uuid, entries }, messages) {
  const Sqlite = loadFromBuild('better-sqlite3');
  const database = new Sqlite(file);
  const insert = database.prepare(
    'insert into conversation_entry (conversation_uuid, sequence, at_ms, body, said_folded) values (?, ?, ?, ?, ?)',
  );
  const from = entries.length + 1;
  database.transaction(() => {
    for (let sequence = from; sequence < from + messages; sequence += 1) {
      const body = sequence % 2 === 1 ? question(sequence) : answer(sequence);
      const said = body.kind === 'user' ? body.text.toLowerCase() : null;
      insert.run(uuid, sequence, 1_700_000_000_000 + sequence, JSON.stringify(body), said);
    }
    database
      .prepare(
        'update conversation set last_sequence = last_sequence + ?, version = version + 1 where uuid = ?',
      )
      .run(messages, uuid);
  })();
  database.close();
}

function question(number) {
  return {
    kind: 'user',
    text: `Question ${String(number)}: ${'what does this page say about the weir? '.repeat(3)}`.trim(),
    skillName: null,
  };
}

function answer(number) {
  return { kind: 'assistant', text: longAnswer(number) };
}

/** An answer with everything that takes work to render. */
export function longAnswer(number, paragraphs = 2) {
  return [
    `## Answer ${String(number)}`,
    ...Array.from(
      { length: paragraphs },
      (_, index) =>
        `The **weir** was built in 17${String(10 + (index % 80))} and holds [the mill](https://example.org/mill/${String(index)}). ${'It is older than the bridge, and `nobody` moves it. '.repeat(3)}`,
    ),
    '- first, the stones\n- second, the *beams*\n- third, the iron',
    '| Part | Year |\n| --- | --- |\n| Weir | 1710 |\n| Mill | 1745 |',
  ].join('\n\n');
}

/** A page of so many lines: headings, paragraphs, lists, tables and code, as a manual has them. */
function longPage(lines) {
  const text = ['---', 'title: Long', 'description: A long page', '---', '', '# Long', ''];
  for (let section = 1; text.length < lines - 20; section += 1) {
    text.push(`## Section ${String(section)}`, '');
    text.push(`The lock of section ${String(section)} is filled from above and emptied below.`);
    text.push('Its keeper writes the hour and the level of the water into a book.', '');
    text.push('- open the upper gate', '- wait until the water is level', '- close it again', '');
    // About what manuals have: a table and some code now and then.
    if (section % 8 === 0) {
      text.push('| Hour | Level |', '| --- | --- |', '| six | low |', '| noon | high |', '');
    }
    if (section % 4 === 0) text.push('```', 'level = inflow - outflow', '```', '');
  }
  while (text.length < lines) text.push('The end is near.', '');
  return `${text.slice(0, lines).join('\n')}\n`;
}

function flat(nodes) {
  return nodes.flatMap((node) => [node, ...flat(node.children)]);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
