/**
 * A server whose withdrawals can be steered: the same build as `vouch serve`. The file `at-withdrawal` in the data folder says
 * what happens to the waiting run once a message has claimed the conversation and before the run is asked to end: the card is
 * approved elsewhere, and the run is
 * - `running` when it is asked, and goes on once the file `go-on` is there, or
 * - `landed`: running when it is asked, and its result is in the conversation before the answer to that arrives.
 */
import { existsSync, readFileSync, unlinkSync, watch } from 'node:fs';
import { join } from 'node:path';

const build = new URL('../../../dist/app/index.js', import.meta.url);
const { createVouch, listen, loadSettings } = await import(build.href);

const settings = await loadSettings({ cwd: process.cwd(), env: process.env });
const order = join(settings.dataDir, 'at-withdrawal');
const goOn = join(settings.dataDir, 'go-on');
let held = null;
const vouch = await createVouch(settings, {
  reach: async (point) => {
    if (held === null || point !== 'model.before') return;
    const { reached, until } = held;
    held = null;
    reached();
    await until;
  },
});

const { runtime, chat } = vouch;
const cancelIfWaiting = runtime.cancelIfWaiting;
runtime.cancelIfWaiting = async (uuid, actor) => {
  if (!existsSync(order)) return cancelIfWaiting(uuid, actor);
  const how = readFileSync(order, 'utf8');
  unlinkSync(order);
  const { card } = await runtime.status(uuid, actor);
  const conversations = await chat.list(actor);
  const conversation = conversations.find(({ runUuid }) => runUuid === uuid);
  let release;
  const until = new Promise((resolve) => {
    release = resolve;
  });
  const running = new Promise((reached) => {
    held = { reached, until };
  });
  const carriedOut = runtime
    .approve(uuid, { cardDigest: card.digest, approved: true }, { actor })
    .then(() => chat.processConversation(conversation.uuid));
  await running;
  const answer = await cancelIfWaiting(uuid, actor);
  if (how === 'landed') {
    release();
    await carriedOut;
  } else {
    const watcher = watch(settings.dataDir, () => {
      if (!existsSync(goOn)) return;
      watcher.close();
      release();
    });
  }
  return answer;
};

const server = await listen(vouch);
await vouch.resumeInterrupted();
const token = await vouch.people.issueSetupToken();
process.stdout.write(`Ready ${server.url}${token === null ? '' : `/setup?token=${token}`}\n`);
