import { expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { commandLine } from '../e2e/support/command.ts';
import { freePort } from '../e2e/support/server.ts';

it('API-05 a service that does not answer leaves a command without success, and is not refused', async () => {
  const { call: bare } = await commandLine();
  const env = {
    VOUCH_MODELS_PRIVATE_ADDRESSES: 'loopback',
    VOUCH_MCP_PRIVATE_ADDRESSES: 'loopback',
    VOUCH_WEBHOOKS_PRIVATE_ADDRESSES: 'loopback',
    VOUCH_SIGN_IN_PRIVATE_ADDRESSES: 'loopback',
  };
  const call = (args: readonly string[], input = '') => bare(args, { env, input });
  await call(['setup', '--name', 'Ada', '--email', 'ada@example.org'], 'correct horse');
  const nowhere = `http://127.0.0.1:${String(await freePort())}`;
  const zone = ['--set', 'name=Local', '--set', 'trustZone=local'];
  const client = ['--name', 'Works', '--client-id', 'c', '--secret', 'none'];
  const event = ['--event', 'run.waiting'];
  for (const args of [
    ['models', 'add-provider', 'local', 'ollama', ...zone, '--set', `baseUrl=${nowhere}`],
    ['mcp', 'add', 'every', '--url', nowhere, '--data-class', 'publicContent'],
    ['webhooks', 'add', 'Chat', '--url', nowhere, ...event],
    ['sign-in', 'add', 'works', '--issuer', nowhere, ...client],
  ]) {
    expect([args, await call(args)]).toEqual([args, expect.objectContaining({ code: EXIT.done })]);
  }
  for (const args of [
    ['models', 'discover', 'local'],
    ['models', 'test', 'local', 'small'],
    ['mcp', 'review', 'every'],
    ['webhooks', 'test', 'Chat'],
    ['sign-in', 'test', 'works'],
  ]) {
    const { code, stdout, stderr } = await call(args);
    expect([args, code, stdout + stderr]).toEqual([
      args,
      EXIT.unfinished,
      expect.stringMatching(/./),
    ]);
  }
});
