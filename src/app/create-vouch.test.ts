import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { ALL_CONTENT_RIGHTS, type UserActor } from '../actors/index.ts';
import { createVouch } from './create-vouch.ts';
import { settingsOf } from './settings.ts';

async function folderWithFile() {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-start-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'a-file');
  await writeFile(file, 'text');
  return { folder, file, dataDir: join(folder, 'data') };
}

const start = (env: Record<string, string>) =>
  createVouch(settingsOf(null, { VOUCH_LOG_LEVEL: 'silent', ...env }, tmpdir()));

it.each([
  ['a file', 'is not a folder'],
  ['missing', 'does not exist'],
])(
  'a content folder that is %s is said in one sentence, and all that was opened is closed',
  async (kind, words) => {
    const { file, dataDir } = await folderWithFile();
    const root = kind === 'a file' ? file : `${file}-gone`;
    const starting = start({ VOUCH_DATA_DIR: dataDir, VOUCH_CONTENT_ROOT: root });
    await expect(starting).rejects.toMatchObject({
      code: 'content_root_missing',
      message: `The content folder ${root} ${words}; set content.root.`,
    });
    expect(await readdir(join(dataDir, 'processes'))).toEqual([]);
    expect(await readdir(dataDir)).not.toContain('vouch.db-wal');
  },
);

it('a data folder that is a file, or lies below one, is said in one sentence', async () => {
  const { file } = await folderWithFile();
  for (const dataDir of [file, join(file, 'data')]) {
    await expect(start({ VOUCH_DATA_DIR: dataDir })).rejects.toMatchObject({
      code: 'data_dir_unusable',
      message: expect.stringMatching(/^The data folder \S+ cannot be used: .*\.$/) as string,
    });
  }
});

it.runIf(existsSync('/proc/self')).each(['/proc/x', '/proc/x/y', '/proc'])(
  'a data folder that cannot be created or written (%s) does not keep the start waiting',
  async (dataDir) => {
    await expect(start({ VOUCH_DATA_DIR: dataDir })).rejects.toMatchObject({
      code: 'data_dir_unusable',
    });
  },
  5_000,
);

it('what was opened for a start that failed is closed: the next start finds nothing in its way', async () => {
  const { file, dataDir, folder } = await folderWithFile();
  await expect(start({ VOUCH_DATA_DIR: dataDir, VOUCH_CONTENT_ROOT: file })).rejects.toMatchObject({
    code: 'content_root_missing',
  });
  const vouch = await start({ VOUCH_DATA_DIR: dataDir, VOUCH_CONTENT_ROOT: folder });
  expect(await readdir(join(dataDir, 'processes'))).toHaveLength(1);
  await vouch.close();
  expect(await readdir(join(dataDir, 'processes'))).toEqual([]);
});

it('the demo site is laid down for nobody who has a site of their own, whose folder is only not named here', async () => {
  const { dataDir, folder } = await folderWithFile();
  const own = join(folder, 'own');
  await mkdir(own);
  await writeFile(join(own, 'harbour.md'), '# The harbour\n');
  const first = await start({ VOUCH_DATA_DIR: dataDir, VOUCH_CONTENT_ROOT: own });
  expect(await first.host.findPage('harbour.md', ADA)).not.toBeNull();
  await first.close();
  // As after a restore into another place, where VOUCH_CONTENT_ROOT is not set.
  await expect(start({ VOUCH_DATA_DIR: dataDir })).rejects.toMatchObject({
    code: 'content_root_missing',
    message: expect.stringMatching(
      /^This installation knows pages of a site, such as harbour\.md, .*VOUCH_CONTENT_ROOT/,
    ) as string,
  });
  expect(await readdir(dataDir)).not.toContain('site');
});

it('the demo site is laid down again where only its own pages are known', async () => {
  const { dataDir } = await folderWithFile();
  const first = await start({ VOUCH_DATA_DIR: dataDir });
  const { root } = first.settings.content;
  expect(await first.host.findPage('en/index.md', ADA)).not.toBeNull();
  await first.close();
  await rm(root, { recursive: true });
  await (await start({ VOUCH_DATA_DIR: dataDir })).close();
  expect(existsSync(join(root, 'en', 'index.md'))).toBe(true);
});

const ADA: UserActor = {
  kind: 'user',
  userId: 'ada',
  name: 'Ada',
  isAdministrator: true,
  groupIds: [],
  grants: [],
  rights: ALL_CONTENT_RIGHTS,
};

it('DUR-06 a server comes up with a row of a run that cannot be read, and recovers its chats and tours', async () => {
  const { dataDir, folder } = await folderWithFile();
  const env = { VOUCH_DATA_DIR: dataDir, VOUCH_CONTENT_ROOT: folder };
  await (await start(env)).close();
  const db = new BetterSqlite3(join(dataDir, 'vouch.db'));
  db.exec(`insert into run (uuid, status, configuration_uid, pins, forced_skill_uids, forced_snippet_uids, wake_topic,
      wake_id, pause_ordinal, lease_owner, lease_expires_at_ms, requeue_count, not_before_ms, event_count, journal_count,
      created_at_ms)
    values ('r1', 'running', 1, 'broken', '[]', '[]', 'run', 'r1', 0, 'gone', 1, 0, 0, 0, 0, 1)`);
  db.close();
  const vouch = await createVouch(
    settingsOf(null, { VOUCH_LOG_LEVEL: 'silent', ...env }, tmpdir()),
    { work: { takes: 'all' } },
  );
  onTestFinished(() => vouch.close());
  await vouch.resumeInterrupted();
  const list = await vouch.runtime.list(ADA);
  expect(list).toMatchObject([
    { uuid: 'r1', status: 'running', message: 'The stored state of this run cannot be read.' },
  ]);
});

it('LOD-01 a new configuration offers what the default one does, so that making it the default takes no process away', async () => {
  const { dataDir } = await folderWithFile();
  const vouch = await start({ VOUCH_DATA_DIR: dataDir });
  try {
    const offered = async (uid: number) =>
      (await vouch.skills.attachments(uid, ADA)).map(({ name, loadMode }) => [name, loadMode]);
    const { configurations } = await vouch.modelService.overview(ADA);
    const before = await offered(configurations[0]?.uid ?? 0);
    expect(before.length).toBeGreaterThan(0);
    const added = await vouch.modelService.addConfiguration(
      { identifier: 'news', name: 'News', model: configurations[0]?.model ?? '', isDefault: true },
      ADA,
    );
    expect(await offered(added.uid)).toEqual(before);
  } finally {
    await vouch.close();
  }
});
