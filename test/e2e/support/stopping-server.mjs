/**
 * A server that kills itself with SIGKILL at a named point of a run: the same build as `vouch serve`, put together with the
 * hook that tests are given. The file `stop-at` in the data folder names the point; it is gone when the server has died of it.
 */
import { existsSync, readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

const build = new URL('../../../dist/app/index.js', import.meta.url);
const { createVouch, listen, loadSettings } = await import(build.href);

const settings = await loadSettings({ cwd: process.cwd(), env: process.env });
const order = join(settings.dataDir, 'stop-at');
const vouch = await createVouch(settings, {
  reach: async (point) => {
    if (!existsSync(order) || readFileSync(order, 'utf8') !== point) return;
    unlinkSync(order);
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {}); // nothing may happen between the signal and the death
  },
});
const server = await listen(vouch);
await vouch.resumeInterrupted();
const token = await vouch.people.issueSetupToken();
process.stdout.write(`Ready ${server.url}${token === null ? '' : `/setup?token=${token}`}\n`);
