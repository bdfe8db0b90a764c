import { openWith } from './installation.mjs';

const vouch = await openWith(process.env, { takes: 'all', concurrency: Number(process.argv[2]) });
process.stdin.once('data', () => vouch.resumeInterrupted());
process.stdin.once('end', async () => {
  await vouch.stopWork();
  await vouch.close();
});
process.stdout.write('ready\n');
