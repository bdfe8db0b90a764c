// How much per second 1, 2, 4 … processes take from PostgreSQL: runs by our queue and runtime, and bare jobs by pg-boss.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { inDatabase } from '../lib/in-database.mjs';
import { inFolder } from '../lib/in-folder.mjs';
import { loadFromBuild } from '../lib/vouch-build.mjs';
import { openWith } from './installation.mjs';

/** How many each process works on side by side: our default. */
const CONCURRENCY = 4;
const LOOK_MS = 20;

/** Runs of one step each that wait in the queue, carried out by `workers` processes: a second so many. */
export async function runs({ server, name, workers, count }) {
  return inFolder((folder) =>
    inDatabase(server, name, async (url, client) => {
      const env = { VOUCH_DATABASE_URL: url, VOUCH_DATA_DIR: folder, VOUCH_LOG_LEVEL: 'warn' };
      const vouch = await openWith(env, { takes: 'none' });
      const actor = await administrator(vouch);
      const configuration = await vouch.configurations.defaultConfiguration();
      for (let index = 0; index < count; index += 1) {
        await vouch.runtime.enqueue({
          configurationUid: configuration.uid,
          messages: [{ role: 'user', content: `Good morning, ${index}.` }],
          actor,
        });
      }
      const waiting = 'select count(*)::int as n from vouch_queue.job';
      await until(client, waiting, count);
      await vouch.close();
      const done = "select count(*)::int as n from run where status = 'completed'";
      return perSecond('run-worker.mjs', { env, workers, count, client, done });
    }),
  );
}

/** Jobs that do nothing, taken and marked as done by `workers` processes: a second so many. */
export async function boss({ server, name, workers, count }) {
  return inDatabase(server, name, async (url, client) => {
    const Boss = loadFromBuild('pg-boss');
    const queue = new Boss({ connectionString: url, schedule: false, supervise: false });
    await queue.start();
    await queue.createQueue('bench');
    await queue.insert(Array.from({ length: count }, () => ({ name: 'bench', data: {} })));
    const done = "select count(*)::int as n from pgboss.job where state = 'completed'";
    const env = { BENCH_URL: url };
    const measured = await perSecond('boss-worker.mjs', { env, workers, count, client, done });
    await queue.stop({ graceful: false, wait: true });
    return measured;
  });
}

async function administrator(vouch) {
  const token = await vouch.people.issueSetupToken();
  const fields = { name: 'Ada', email: 'ada@example.org', password: 'correct horse', locale: 'en' };
  await vouch.people.createAdministrator({ ...fields, token });
  const [person] = await vouch.people.people();
  return vouch.directory.user(person.userId);
}

/** From the moment every process is ready and told to begin until the rows say that everything is done. */
async function perSecond(program, { env, workers, count, client, done }) {
  const started = Array.from({ length: workers }, () => start(program, env));
  try {
    await Promise.all(started.map(({ ready }) => ready));
    const before = performance.now();
    for (const { child } of started) child.stdin.write('begin\n');
    await until(client, done, count);
    return { perSecond: (1_000 * count) / (performance.now() - before) };
  } finally {
    for (const { child } of started) child.stdin.end();
    await Promise.all(started.map(({ gone }) => gone));
  }
}

/** A process that says a line when it is ready, begins when it is told a line, and ends with its input. */
function start(program, env) {
  const args = [join(import.meta.dirname, program), String(CONCURRENCY)];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const ready = new Promise((resolve, reject) => {
    child.stdout.once('data', resolve);
    void gone.then((code) => reject(new Error(`${program} ended with ${code}.`)));
  });
  ready.catch(() => undefined);
  return { child, ready, gone };
}

async function until(client, query, count) {
  for (;;) {
    const { rows } = await client.query(query);
    if (rows[0].n >= count) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
