import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { migrate, MIGRATIONS, openDatabase } from '../adapters/storage/index.ts';
import { systemClock } from '../base/index.ts';
import { keyContext } from '../models/index.ts';
import { FakeClock } from '../testing/index.ts';
import { describeEachDatabase } from '../../test/support/databases.ts';
import { checkDatabase, clockFinding } from './doctor-database.ts';
import { examine, type Finding } from './doctor.ts';
import { createSealer, loadKeys } from './keys.ts';
import { newKey } from './keys-file.ts';
import { settingsOf, type Settings } from './settings.ts';

async function temporary(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'vouch-doctor-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** An installation in good health: database, keys, one known page, one source with a token. */
async function installation(file: object = {}, dataDir?: string): Promise<Settings> {
  const folder = await temporary();
  const site = join(folder, 'site');
  const settings = settingsOf(
    JSON.stringify({
      dataDir: dataDir ?? join(folder, 'data'),
      content: { root: site },
      server: { port: await freePort() },
      ...file,
    }),
    { VOUCH_MODEL_API_KEY: 'model' in file ? 'sk-test' : '' },
    folder,
  );
  await mkdir(settings.dataDir, { recursive: true });
  await mkdir(site);
  await writeFile(join(site, 'index.md'), '# Home\n');
  const { sealer } = await loadKeys(join(settings.dataDir, 'vouch.key'));
  const database = await openDatabase(settings.database, systemClock);
  await migrate(database, MIGRATIONS, systemClock);
  await database.close();
  onDatabase(settings, (db) => {
    db.exec(`insert into content_identity
      (record_table, path, revision, position, kind, hash, sample, gone)
      values ('pages', 'index.md', 0, 0, 'page', '', '', 0)`);
    db.exec(`insert into skill_source (uid, type, title, trust_level, enabled, bundled)
      values (7, 'repo', 'Public skills', 'community', 1, 0)`);
    db.prepare(
      `insert into skill_remote (source_uid, url, sealed_token, status, lines, cancel_requested)
       values (7, 'https://github.com/acme/skills', ?, 'ok', '[]', 0)`,
    ).run(sealer.seal('ghp_secret', 'skill_source/7/token'));
  });
  return settings;
}

function onDatabase(settings: Settings, work: (db: BetterSqlite3.Database) => void): void {
  if (settings.database.dialect !== 'sqlite') throw new Error('not a file');
  const database = new BetterSqlite3(settings.database.file);
  work(database);
  database.close();
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });
}

/** GitHub and a provider as they answer, by host; the requests are kept. */
function network(answers: Readonly<Record<string, () => Response>> = {}) {
  const asked: { url: string; authorization: string | null }[] = [];
  const github = () => new Response('a'.repeat(40));
  const fetch = ((input: string, init?: RequestInit) => {
    const headers = new Headers(init?.headers);
    asked.push({ url: input, authorization: headers.get('authorization') });
    const answer = { 'api.github.com': github, ...answers }[new URL(input).hostname];
    if (answer !== undefined) return Promise.resolve(answer());
    const cause = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
    return Promise.reject(new TypeError('fetch failed', { cause }));
  }) as typeof globalThis.fetch;
  return { fetch, asked };
}

/** What has to be mended, by check. */
async function problems(
  settings: Settings,
  given: Parameters<typeof examine>[1] = {},
): Promise<Readonly<Record<string, Finding>>> {
  const findings = await examine(settings, { ...network(), ...given });
  const told = findings.filter(({ status }) => status === 'problem');
  for (const finding of told) expect(finding.remedy).not.toBeNull();
  return Object.fromEntries(told.map((finding) => [finding.check, finding]));
}

it('finds nothing to mend in a healthy installation, asks GitHub with the token, tells no secret and leaves nothing', async () => {
  const settings = await installation();
  const files = await readdir(settings.dataDir);
  const { fetch, asked } = network();
  const findings = await examine(settings, { fetch });
  const bad = findings.filter(({ status }) => status === 'problem' || status === 'skipped');
  expect(bad).toEqual([]);
  expect(findings.map(({ check }) => check)).toEqual([
    'data_folder',
    'disk',
    'key_file',
    'database',
    'migrations',
    'clock',
    'keys',
    'content',
    'port',
    'provider',
    'source_tokens',
  ]);
  expect(asked).toMatchObject([{ authorization: 'Bearer ghp_secret' }]);
  expect(JSON.stringify(findings)).not.toContain('ghp_secret');
  expect((await readdir(settings.dataDir)).filter((name) => !files.includes(name))).toEqual([]);
});

it('says what a first start will create, and creates nothing', async () => {
  const folder = await temporary();
  const server = { port: await freePort() };
  const findings = await examine(settingsOf(JSON.stringify({ server }), {}, folder), network());
  expect(findings.filter(({ status }) => status === 'problem')).toEqual([]);
  expect(findings.filter(({ status }) => status === 'warning').map((each) => each.check)).toEqual([
    'data_folder',
    'key_file',
    'database',
  ]);
  expect(await readdir(folder)).toEqual([]);
});

it('names a full disk', async (test) => {
  const small = await temporary();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', small], { stdio: 'ignore' });
  } catch {
    test.skip('no file system may be mounted here');
  }
  onTestFinished(() => void execFileSync('umount', ['-l', small]));
  const settings = await installation({}, small);
  await writeFile(join(small, 'other'), Buffer.alloc(16 * 1024 * 1024)).catch(() => undefined);
  const { disk } = await problems(settings);
  expect(disk?.message).toContain('is full');
  expect(disk?.remedy).toContain('Make room');
});

it('names a wrong key', async () => {
  const settings = await installation();
  const file = join(settings.dataDir, 'vouch.key');
  await writeFile(file, `${newKey().toString('hex')}\n`, { mode: 0o600 });
  const found = await problems(settings);
  expect(found['keys']?.message).toContain('skill_remote.sealed_token');
  expect(found['keys']?.remedy).toContain('put the right vouch.key back');
  await writeFile(file, 'torn');
  expect((await problems(settings))['key_file']?.remedy).toContain('last backup');
});

it('names a missing migration, and a database of a newer version', async () => {
  const settings = await installation();
  const last =
    MIGRATIONS.map(({ name }) => name)
      .sort()
      .at(-1) ?? '';
  onDatabase(settings, (db) => db.prepare('delete from vouch_migration where name = ?').run(last));
  const { migrations } = await problems(settings);
  expect(migrations?.message).toContain(last);
  expect(migrations?.remedy).toContain('vouch serve');
  onDatabase(settings, (db) =>
    db.prepare(`insert into vouch_migration values (?, 0), ('9999-later', 0)`).run(last),
  );
  expect((await problems(settings))['migrations']?.remedy).toContain('Install the version');
});

it('asks for nothing where a first start makes the tables', async () => {
  const settings = await installation();
  onDatabase(settings, (db) => db.prepare('delete from vouch_migration').run());
  const findings = await examine(settings, network());
  expect(findings.find(({ check }) => check === 'migrations')).toMatchObject({
    status: 'warning',
    remedy: expect.stringContaining('A first start') as string,
  });
});

it('names a content folder that was moved, away or for another one', async () => {
  const settings = await installation();
  const { root } = settings.content;
  await rename(root, `${root}-moved`);
  const gone = await problems(settings);
  expect(gone['content']?.message).toContain('There is no content folder');
  expect(gone['content']?.remedy).toContain('content.root');
  await mkdir(root);
  expect((await problems(settings))['content']?.message).toContain('such as index.md');
});

it('names bad permissions: a key that others can read, a data folder that is none', async () => {
  const settings = await installation();
  const file = join(settings.dataDir, 'vouch.key');
  await chmod(file, 0o644);
  expect((await problems(settings))['key_file']).toMatchObject({
    message: `The key file ${file} can be read by others.`,
    remedy: `chmod 600 ${file}`,
  });
  await chmod(file, 0o600);
  const readOnly = settingsOf(null, {}, '/proc');
  if (process.platform === 'linux') {
    const found = await problems({ ...readOnly, dataDir: '/proc/self' });
    expect(found['data_folder']?.remedy).toContain('account the server runs as');
  }
});

it('names a clock that is behind what the database holds', async () => {
  const settings = await installation();
  onDatabase(settings, (db) =>
    db.exec(`insert into skill_audit (at_ms, event, subject, detail)
      values (${String(Date.now() + 3_600_000)}, 'enabled', 'x', '')`),
  );
  const { clock } = await problems(settings);
  expect(clock?.message).toContain('60 min from now');
  expect(clock?.remedy).toContain('timedatectl');
  expect(clockFinding({ nowMs: 0, databaseMs: 6_000, latestAtMs: null }).status).toBe('warning');
  expect(clockFinding({ nowMs: 9_000, databaseMs: 8_000, latestAtMs: 0 }).status).toBe('ok');
});

describeEachDatabase(
  'The doctor',
  (openFresh) => {
    it('names a clock far off the database’s', async () => {
      const { config } = await openFresh();
      if (config.dialect !== 'postgres') throw new Error('not PostgreSQL');
      const settings = { ...config, connections: 2 };
      const checked = async (nowMs: number) => {
        const clock = new FakeClock(nowMs);
        const { findings } = await checkDatabase(settings, { clock, keys: [newKey()] });
        return findings.find(({ check }) => check === 'clock');
      };
      expect(await checked(Date.now())).toMatchObject({ status: 'ok' });
      const off = await checked(Date.now() - 600_000);
      expect(off).toMatchObject({ status: 'problem' });
      expect(off?.message).toContain('10 min apart');
      const gone = { ...settings, url: settings.url.replace(/:\d+\//, ':1/') };
      const { findings } = await checkDatabase(gone, { clock: systemClock, keys: [] });
      expect(findings).toMatchObject([{ check: 'database', status: 'problem' }]);
    });
  },
  ['postgres'],
);

it('names a port that is taken', async () => {
  const settings = await installation();
  const other = createServer();
  await new Promise<void>((resolve) => {
    other.listen(settings.server.port, '127.0.0.1', resolve);
  });
  onTestFinished(() => void other.close());
  const { port } = await problems(settings);
  expect(port?.message).toContain(`Port ${String(settings.server.port)} is taken`);
  expect(port?.remedy).toContain('VOUCH_PORT');
});

it('names a locked database', async () => {
  const settings = await installation();
  if (settings.database.dialect !== 'sqlite') throw new Error('not a file');
  const other = new BetterSqlite3(settings.database.file);
  other.exec('begin immediate');
  onTestFinished(() => void other.close());
  const { database } = await problems(settings);
  expect(database?.message).toContain('locked');
  expect(database?.remedy).toContain('lsof');
});

it('names an unreachable provider, and one that refuses the key', async () => {
  const baseUrl = 'https://models.invalid/v1';
  const settings = await installation({
    model: { provider: 'openai-compatible', model: 'm', baseUrl },
  });
  const away = await problems(settings);
  expect(away['provider']?.message).toContain(`${baseUrl} cannot be reached (ECONNREFUSED)`);
  expect(away['provider']?.remedy).toContain('VOUCH_MODEL_BASE_URL');
  const refusing = network({ 'models.invalid': () => new Response('', { status: 401 }) });
  const { provider } = await problems(settings, { fetch: refusing.fetch });
  expect(provider?.message).toContain('refuses the key');
  expect(provider?.remedy).toContain('VOUCH_MODEL_API_KEY');
  expect(refusing.asked[0]).toEqual({ url: `${baseUrl}/models`, authorization: 'Bearer sk-test' });
});

it('names a provider an administrator entered that is away, refuses its key, or whose key no key opens', async () => {
  const settings = await installation();
  const key = await loadKeys(join(settings.dataDir, 'vouch.key'));
  const sealed = key.sealer.seal('sk-entered', keyContext(5));
  onDatabase(settings, (db) =>
    db
      .prepare(
        `insert into provider
          (uid, identifier, name, kind, base_url, sealed_key, trust_zone, silence_ms, retries, is_active, created_at_ms, updated_at_ms)
          values (5, 'mine', 'My models', 'mistral', 'https://models.invalid/v1', ?, 'externalEu', 60000, 2, 1, 0, 0)`,
      )
      .run(sealed),
  );
  const away = await problems(settings);
  expect(away['provider']?.message).toContain('"My models" at https://models.invalid/v1');
  expect(away['provider']?.message).toContain('cannot be reached');
  expect(away['provider']?.remedy).toContain('page of the models');
  const refusing = network({ 'models.invalid': () => new Response('', { status: 403 }) });
  const { provider } = await problems(settings, { fetch: refusing.fetch });
  expect(provider?.message).toContain('refuses the key (status 403)');
  expect(refusing.asked[0]).toMatchObject({ authorization: 'Bearer sk-entered' });
  expect(JSON.stringify([away, provider])).not.toContain('sk-entered');
  const silent = network({ 'models.invalid': () => new Response('', { status: 404 }) });
  expect(await problems(settings, { fetch: silent.fetch })).toEqual({});
  const foreign = createSealer([newKey()]).seal('sk-else', keyContext(5));
  onDatabase(settings, (db) => db.prepare('update provider set sealed_key = ?').run(foreign));
  const unopened = await problems(settings, { fetch: silent.fetch });
  expect(unopened['provider']?.message).toContain('opens with no key');
  onDatabase(settings, (db) => db.exec('update provider set is_active = 0'));
  expect(Object.keys(await problems(settings))).toEqual(['keys']);
});

it('names a revoked token, and one that no key opens', async () => {
  const settings = await installation();
  const refusing = network({ 'api.github.com': () => new Response('', { status: 401 }) });
  const { source_tokens: token } = await problems(settings, { fetch: refusing.fetch });
  expect(token?.message).toContain('GitHub refuses the token of "Public skills"');
  expect(token?.remedy).toContain('Make a new token');
  const foreign = createSealer([newKey()]).seal('ghp_else', 'skill_source/7/token');
  onDatabase(settings, (db) => db.prepare('update skill_remote set sealed_token = ?').run(foreign));
  expect((await problems(settings))['source_tokens']?.message).toContain('opens with no key');
});
