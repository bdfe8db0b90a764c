/**
 * A server that can be steered: the same build as `vouch serve`. A file in its data folder says what happens the next time.
 *
 * `at-withdrawal`, once a message has claimed the conversation and before its waiting run is asked to end:
 * - `fails`: asking it fails;
 * - otherwise the card is approved elsewhere, and the run is
 *   - `running` when it is asked, and goes on once the file `go-on` is there, or
 *   - `landed`: running when it is asked, and its result is in the conversation before the answer to that arrives.
 *
 * `at-write`, when an approved change is to be written:
 * - `refused`: the site does not take it;
 * - `unstated`: it is written, and the site does not say whether all of it was;
 * - `lost`: it is written, and the site fails before it can say so.
 *
 * `at-result`, when an approval was carried out: `hook` = something of the site failed after the write.
 */
import { existsSync, readFileSync, unlinkSync, watch } from 'node:fs';
import { join } from 'node:path';

const build = new URL('../../../dist/app/index.js', import.meta.url);
const { createVouch, listen, loadSettings } = await import(build.href);
const base = new URL('../base/index.js', build);
const { AppError } = await import(base.href);

const settings = await loadSettings({ cwd: process.cwd(), env: process.env });
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

/** What a file says, which counts once; `null` = nothing. */
function ordered(name) {
  const path = join(settings.dataDir, name);
  if (!existsSync(path)) return null;
  const how = readFileSync(path, 'utf8');
  unlinkSync(path);
  return how;
}

const { runtime, chat, host } = vouch;
const { apply } = host;
host.apply = async (planned, by) => {
  const how = ordered('at-write');
  if (how === 'refused') throw new AppError('content_refused', 'The file is locked.');
  const applied = await apply(planned, by);
  if (how === 'lost') throw new Error('the site does not answer');
  return how === 'unstated' ? { ...applied, completeness: null } : applied;
};

const { approve, cancelIfWaiting } = runtime;
runtime.approve = async (...given) => {
  const how = ordered('at-result');
  const result = await approve(...given);
  if (how !== 'hook') return result;
  const steps = result.steps.map((step) =>
    step.kind === 'write' ? { ...step, hookFailedAfterWrite: true } : step,
  );
  return { ...result, steps };
};
runtime.cancelIfWaiting = async (uuid, actor) => {
  const how = ordered('at-withdrawal');
  if (how === null) return cancelIfWaiting(uuid, actor);
  if (how === 'fails') throw new Error('the database does not answer');
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
