import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createVouch } from './create-vouch.ts';
import { listen } from './listen.ts';
import { settingsOf } from './settings.ts';

it('a connection is kept longer than a proxy keeps it, and a stop does not wait for it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-listen-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const content = join(folder, 'pages');
  await mkdir(content);
  const env = {
    VOUCH_LOG_LEVEL: 'silent',
    VOUCH_PORT: '0',
    VOUCH_DATA_DIR: join(folder, 'data'),
    VOUCH_CONTENT_ROOT: content,
  };
  const vouch = await createVouch(settingsOf(null, env, folder));
  onTestFinished(() => vouch.close());
  const server = await listen(vouch);
  const answer = await fetch(`${server.url}/healthz`);
  const [, seconds] = /^timeout=(\d+)$/.exec(answer.headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
  await answer.text();
  await server.close();
}, 15_000);
