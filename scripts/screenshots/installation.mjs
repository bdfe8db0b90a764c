import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../setup.mjs';

const PORT = '4391';
export const URL_OF_SERVER = `http://127.0.0.1:${PORT}`;
/** Where the page of another system is that shows the assistant. */
export const FOREIGN_PORT = 4392;
/** Of the programs the administration speaks to: a server of tools, a receiver of webhooks. */
export const TOOLS_PORT = 4393;
export const RECEIVER_PORT = 4394;

const ENVIRONMENT = {
  VOUCH_PORT: PORT,
  VOUCH_LOG_LEVEL: 'warn',
  VOUCH_EMBED_ORIGINS: `http://localhost:${String(FOREIGN_PORT)}`,
  VOUCH_MCP_PRIVATE_ADDRESSES: 'loopback',
  VOUCH_WEBHOOKS_PRIVATE_ADDRESSES: 'loopback',
};

/** Starts a server over an empty data folder, and ends it when the work is done. */
export async function inFreshInstallation(work) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vouch-pictures-'));
  const server = spawn(process.execPath, [join(root, 'dist/cli/main.js'), 'serve'], {
    env: { ...process.env, ...ENVIRONMENT, VOUCH_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await work({ link: await setupLink(server), dataDir });
  } finally {
    await ended(server);
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function setupLink(server) {
  let output = '';
  return new Promise((resolve, reject) => {
    server.stdout.on('data', (chunk) => {
      output += chunk;
      const found = /(http\S+\/setup\?token=\S+)/.exec(output);
      if (found) resolve(found[1]);
    });
    server.once('exit', () => reject(new Error(`the server ended:\n${output}`)));
  });
}

/** Asks a program to end, and waits until it has. */
export async function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
