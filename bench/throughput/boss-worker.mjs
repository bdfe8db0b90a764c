import { loadFromBuild } from '../lib/vouch-build.mjs';

const Boss = loadFromBuild('pg-boss');
const batchSize = Number(process.argv[2]);
const queue = new Boss({
  connectionString: process.env.BENCH_URL,
  schedule: false,
  supervise: false,
});
await queue.start();
let stops = false;
process.stdin.once('end', () => {
  stops = true;
});
process.stdin.once('data', async () => {
  while (!stops) {
    const jobs = await queue.fetch('bench', { batchSize });
    if (jobs.length === 0) break;
    await queue.complete(
      'bench',
      jobs.map(({ id }) => id),
    );
  }
  await queue.stop({ graceful: false, wait: true });
});
process.stdout.write('ready\n');
