import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import {
  createRunStore,
  createTransactions,
  migrate,
  MIGRATIONS,
  openDatabase,
  type Database,
} from '../adapters/storage/index.ts';
import { systemClock } from '../base/index.ts';
import { createBench, EDITOR, PAGE, PROPOSAL } from '../../test/contracts/runs-bench.ts';
import { backUp, restore } from './backup.ts';
import { createKeyRotation } from './keys-rotation.ts';
import { loadKeys } from './keys.ts';
import { settingsOf, type Settings } from './settings.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'vouch-backup-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

const settingsIn = (path: string): Settings => settingsOf(null, {}, path);

async function openIn(settings: Settings): Promise<Database> {
  await mkdir(settings.dataDir, { recursive: true });
  const database = await openDatabase(settings.database, systemClock);
  onTestFinished(() => database.close());
  await migrate(database, MIGRATIONS, systemClock);
  return database;
}

/** An installation with a server at work on it: runs that wait, and are decided. */
async function serverOn(settings: Settings, database: Database) {
  const keyFile = join(settings.dataDir, 'vouch.key');
  const storage = { store: createRunStore(database), transactions: createTransactions(database) };
  const bench = await createBench({ storage: { ...storage, other: storage } });
  const tour = await bench.addSkill({ name: 'Tour', process: true });
  const runtime = bench.secondRuntime({ sealer: (await loadKeys(keyFile)).sealer });
  return {
    bench,
    runtime,
    wait: async () => {
      bench.model.add({ text: 'First point.', calls: [PROPOSAL] });
      const result = await runtime.run(
        bench.request({ invocation: { skillUid: tour.uid, subject: PAGE } }),
      );
      return result.uuid;
    },
    decline: async (uuid: string) => {
      const digest = (await runtime.status(uuid, EDITOR))?.card?.digest ?? '';
      bench.model.add({ text: 'Done.' });
      await runtime.approve(uuid, { approved: false, cardDigest: digest }, { actor: EDITOR });
    },
  };
}

/** Something to copy for a while. */
async function fill({ writes }: Database, megabytes: number): Promise<void> {
  await sql`create table filler (text text)`.execute(writes);
  for (let made = 0; made < megabytes; made++) {
    await sql`insert into filler values (hex(zeroblob(${512 * 1024})))`.execute(writes);
  }
}

it('DUR-03 a backup made while runs and decisions go on holds every one acknowledged before it, and its copy goes on', async () => {
  const [from, to] = [settingsIn(await folder()), settingsIn(await folder())];
  const database = await openIn(from);
  await fill(database, 24);
  const server = await serverOn(from, database);
  const [waiting, decided] = [await server.wait(), await server.wait()];
  await server.decline(decided);

  let [isCopying, during] = [true, 0];
  const load = (async () => {
    while (isCopying) {
      await server.decline(await server.wait());
      during++;
      // The driver answers at once, so nothing else gives the copy its turn.
      await immediate();
    }
  })();
  const steps: number[] = [];
  const target = join(await folder(), 'a.backup');
  const made = await backUp(from, {
    target,
    clock: systemClock,
    onProgress: ({ donePages }) => steps.push(donePages),
  }).finally(() => (isCopying = false));
  await load;
  expect(steps.length).toBeGreaterThan(5);
  expect(during).toBeGreaterThan(0);
  expect(made).toMatchObject({ file: target, holdsKeys: true, unreadable: 0 });
  expect((await stat(target)).mode & 0o777).toBe(0o600);

  const restored = await restore(to, { file: target });
  expect(restored).toMatchObject({ unreadable: 0, missingMigrations: 0 });
  expect((await stat(restored.database)).mode & 0o777).toBe(0o600);
  expect(await readdir(to.dataDir)).toEqual(['vouch.db', 'vouch.key']);
  const copy = await openIn(to);
  const other = await serverOn(to, copy);
  expect(await other.runtime.status(decided, EDITOR)).toMatchObject({
    status: 'completed',
    message: 'Done.',
  });
  expect(await other.runtime.status(waiting, EDITOR)).toMatchObject({
    status: 'waiting_for_approval',
  });
  // As it was at one moment: whatever run it holds, it holds with its whole log.
  const { rows } = await sql<{ n: number }>`select count(*) as n from run
    where event_count <> (select count(*) from run_event where run_uuid = run.uuid)`.execute(
    copy.reads,
  );
  expect(rows).toEqual([{ n: 0 }]);
  await other.decline(waiting);
  expect(await other.runtime.status(waiting, EDITOR)).toMatchObject({ status: 'completed' });
});

it('a backup made while keys change opens all it holds', async () => {
  const [from, to] = [settingsIn(await folder()), settingsIn(await folder())];
  const database = await openIn(from);
  const server = await serverOn(from, database);
  const uuids = [await server.wait(), await server.wait()];
  const rotation = createKeyRotation(database, join(from.dataDir, 'vouch.key'));
  const target = join(await folder(), 'b.backup');
  const turned: Promise<unknown>[] = [];
  await fill(database, 24);
  const made = await backUp(from, {
    target,
    clock: systemClock,
    // The copy is of the moment before; the keys are read when the old ones are gone.
    onProgress: () => {
      if (turned.length === 0) turned.push(rotation.rotate().then(() => rotation.retire()));
    },
  });
  expect(turned).toHaveLength(1);
  await Promise.all(turned);
  expect(made.unreadable).toBe(0);
  await restore(to, { file: target });
  const other = await serverOn(to, await openIn(to));
  for (const uuid of uuids) {
    expect((await other.runtime.status(uuid, EDITOR))?.card).not.toBeNull();
  }
});

it('without its keys it is restored only beside the key file that opens it', async () => {
  const [from, to] = [settingsIn(await folder()), settingsIn(await folder())];
  const server = await serverOn(from, await openIn(from));
  const uuid = await server.wait();
  const target = join(await folder(), 'c.backup');
  await backUp(from, { target, clock: systemClock, withoutKeys: true });
  const [key = ''] = (await readFile(join(from.dataDir, 'vouch.key'), 'utf8')).split('\n');
  expect((await readFile(target)).includes(key)).toBe(false);

  await mkdir(to.dataDir, { recursive: true });
  await expect(restore(to, { file: target })).rejects.toMatchObject({ code: 'keys_missing' });
  await loadKeys(join(to.dataDir, 'vouch.key'));
  await expect(restore(to, { file: target })).rejects.toThrow(/does not open \d+ of its texts/);
  expect(await readdir(to.dataDir)).toEqual(['vouch.key']);
  await writeFile(join(to.dataDir, 'vouch.key'), `${key}\n`);
  await restore(to, { file: target });
  const other = await serverOn(to, await openIn(to));
  expect((await other.runtime.status(uuid, EDITOR))?.card).not.toBeNull();
});

it('a folder gets a dated file; an existing target, a missing folder and a missing database are refused and nothing is left', async () => {
  const from = settingsIn(await folder());
  const place = await folder();
  const clock = { ...systemClock, now: () => Date.UTC(2026, 10, 30, 5, 6, 7) };
  const refused = (target: string) => backUp(from, { target, clock });
  await expect(refused(place)).rejects.toMatchObject({ code: 'database_missing' });
  const database = await openIn(from);
  await loadKeys(join(from.dataDir, 'vouch.key'));
  expect((await refused(place)).file).toBe(join(place, 'vouch-20261130T050607.backup'));
  await expect(refused(place)).rejects.toMatchObject({ code: 'target_exists' });
  await expect(refused(join(place, 'gone', 'x'))).rejects.toMatchObject({ code: 'folder_missing' });
  await writeFile(join(place, 'taken'), 'mine');
  await expect(refused(join(place, 'taken'))).rejects.toMatchObject({ code: 'target_exists' });
  expect(await readFile(join(place, 'taken'), 'utf8')).toBe('mine');
  expect(await readdir(place)).toEqual(['taken', 'vouch-20261130T050607.backup']);
  await sql`select 1`.execute(database.reads);
});

it.each([
  ['nothing', ''],
  ['something else', 'no database at all, '.repeat(1_000)],
])(
  'a database file that holds %s is refused in a sentence, and nothing is copied',
  async (_, text) => {
    const from = settingsIn(await folder());
    const place = await folder();
    const { database } = from;
    if (database.dialect !== 'sqlite') throw new Error('it is SQLite here');
    await mkdir(from.dataDir, { recursive: true });
    await writeFile(database.file, text);
    const steps: number[] = [];
    const backing = backUp(from, {
      target: join(place, 'x.backup'),
      clock: systemClock,
      onProgress: ({ donePages }) => steps.push(donePages),
    });
    await expect(backing).rejects.toMatchObject({
      code: 'database_damaged',
      message: expect.stringContaining(database.file) as string,
    });
    expect([steps, await readdir(place)]).toEqual([[], []]);
  },
);

it('restore refuses an existing database or key, a running server, a newer version, and what is no whole backup', async () => {
  const [from, to] = [settingsIn(await folder()), settingsIn(await folder())];
  await serverOn(from, await openIn(from));
  const place = await folder();
  const file = join(place, 'd.backup');
  await backUp(from, { target: file, clock: systemClock });
  const code = async (name: string) => {
    const before = await readdir(to.dataDir);
    const error = await restore(to, { file: join(place, name) }).catch((thrown: unknown) => thrown);
    expect(await readdir(to.dataDir)).toEqual(before);
    return (error as { code?: string }).code;
  };
  await mkdir(to.dataDir, { recursive: true });
  for (const name of ['vouch.db', 'vouch.db-wal', 'vouch.key']) {
    await writeFile(join(to.dataDir, name), '');
    expect(await code('d.backup')).toBe('target_exists');
    await rm(join(to.dataDir, name));
  }
  // Another process that lives: the one that started this one.
  await mkdir(join(to.dataDir, 'processes'));
  await writeFile(join(to.dataDir, 'processes', String(process.ppid)), '');
  expect(await code('d.backup')).toBe('server_running');
  await rm(join(to.dataDir, 'processes'), { recursive: true });

  await changed(file, join(place, 'format'), (db) =>
    db.exec(`update vouch_backup set value = json_set(value, '$.format', 2) where name='manifest'`),
  );
  expect(await code('format')).toBe('backup_newer');
  await changed(file, join(place, 'newer'), (db) =>
    db.exec(
      `update vouch_backup set value = json_set(value, '$.migrations[#]', '9999-later') where name='manifest'`,
    ),
  );
  expect(await code('newer')).toBe('database_newer');
  await changed(file, join(place, 'plain'), (db) => db.exec('drop table vouch_backup'));
  expect(await code('plain')).toBe('not_a_backup');
  const whole = await readFile(file);
  await writeFile(join(place, 'half'), whole.subarray(0, whole.length / 2));
  expect(await code('half')).toBe('not_a_backup');
  await writeFile(join(place, 'text'), 'no database');
  expect(await code('text')).toBe('not_a_backup');
  expect(await code('gone')).toBe('not_a_backup');
  expect(await readdir(to.dataDir)).toEqual([]);
  await restore(to, { file });
  expect(await readdir(to.dataDir)).toEqual(['vouch.db', 'vouch.key']);
});

async function changed(
  file: string,
  as: string,
  change: (database: BetterSqlite3.Database) => void,
): Promise<void> {
  await writeFile(as, await readFile(file));
  const database = new BetterSqlite3(as);
  change(database);
  database.close();
}

it('a disk without room is refused before and when it fills up meanwhile; nothing is left on it', async (test) => {
  const small = await folder();
  if (!mounted(small, 4)) test.skip('no file system may be mounted here');
  onTestFinished(() => void execFileSync('umount', ['-l', small]));
  const from = settingsIn(await folder());
  const database = await openIn(from);
  await loadKeys(join(from.dataDir, 'vouch.key'));
  const attempt = (onProgress?: () => void) =>
    backUp(from, {
      target: join(small, 'e.backup'),
      clock: systemClock,
      ...(onProgress === undefined ? {} : { onProgress }),
    }).catch((thrown: unknown) => thrown);
  await fill(database, 1);
  // Somebody else takes the room once the copy has begun.
  let grabbed = false;
  const filling = await attempt(() => {
    if (grabbed) return;
    grabbed = true;
    fillUp(join(small, 'other'));
  });
  expect(filling).toMatchObject({ code: 'not_enough_space' });
  expect(await readdir(small)).toEqual(['other']);
  await rm(join(small, 'other'));
  await sql`insert into filler select hex(zeroblob(${4 * 1024 * 1024}))`.execute(database.writes);
  expect(await attempt()).toMatchObject({ code: 'not_enough_space' });
  expect(await readdir(small)).toEqual([]);
  const inPlace: Settings = { ...settingsIn(small), dataDir: small };
  const big = join(await folder(), 'big.backup');
  await backUp(from, { target: big, clock: systemClock });
  const onSmall = { ...inPlace, database: { ...inPlace.database, file: join(small, 'vouch.db') } };
  await expect(restore(onSmall as Settings, { file: big })).rejects.toMatchObject({
    code: 'not_enough_space',
  });
  expect(await readdir(small)).toEqual([]);
});

/** Writes until the disk is full. */
function fillUp(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(1024));
  } catch {
    // full
  } finally {
    closeSync(file);
  }
}

function mounted(path: string, megabytes: number): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${String(megabytes)}m`, 'tmpfs', path], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
