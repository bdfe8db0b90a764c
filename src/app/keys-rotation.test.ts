import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import {
  createRunStore,
  createSealedValues,
  createTransactions,
} from '../adapters/storage/index.ts';
import { createBench, EDITOR, PAGE, PROPOSAL } from '../../test/contracts/runs-bench.ts';
import { describeEachDatabase } from '../../test/support/databases.ts';
import { createKeyRotation } from './keys-rotation.ts';
import { createSealer, keyIdOf, loadKeys } from './keys.ts';
import { newKey, readKeyFile } from './keys-file.ts';

const TOKEN = 'skill_source.token';

describeEachDatabase('Change of keys', (openFresh) => {
  let keyFile = '';
  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vouch-rotation-'));
    keyFile = join(folder, 'vouch.key');
    return () => rm(folder, { recursive: true, force: true });
  });

  async function installation() {
    const { database, transactions, openAgain } = await openFresh();
    const second = await openAgain();
    const bench = await createBench({
      storage: {
        store: createRunStore(database),
        transactions,
        other: { store: createRunStore(second), transactions: createTransactions(second) },
      },
    });
    const tour = await bench.addSkill({ name: 'Tour', process: true });
    // A server that keeps running: its keys were read before any rotation.
    const server = bench.secondRuntime({ sealer: (await loadKeys(keyFile)).sealer });
    const wait = async () => {
      bench.model.add({ text: 'First point.', calls: [PROPOSAL] });
      const { uuid } = await server.run(
        bench.request({ invocation: { skillUid: tour.uid, subject: PAGE } }),
      );
      return uuid;
    };
    let applied = false;
    /** The first proposal is applied, further ones for the same page are declined. */
    const decide = async (runtime: typeof server, uuid: string) => {
      const card = (await runtime.status(uuid, EDITOR))?.card;
      expect(card?.calls).toMatchObject([{ tool: PROPOSAL.name }]);
      bench.model.add({ text: 'Done.' });
      const approved = !applied;
      applied = true;
      const decision = { approved, cardDigest: card?.digest ?? '' };
      return runtime.approve(uuid, decision, { actor: EDITOR });
    };
    const values = createSealedValues(database);
    const sealedWith = async () => [...new Set((await values.counts()).map(({ keyId }) => keyId))];
    return { database, bench, server, wait, decide, sealedWith };
  }

  it('DUR-06 seals everything anew while runs wait; they go on in a server that kept running and in a new one', async () => {
    const { database, bench, server, wait, decide, sealedWith } = await installation();
    const [ended, before, after] = [await wait(), await wait(), await wait()];
    await decide(server, ended);
    const [oldKey] = await readKeyFile(keyFile);
    await sealToken(database, createSealer([oldKey ?? new Uint8Array()]).seal('ghp_1', TOKEN));

    const rotation = createKeyRotation(database, keyFile, { batch: 2 });
    const seen: string[] = [];
    const rotated = await rotation.rotate(({ column }) => seen.push(column));
    expect(rotated).toMatchObject({ newKey: true, sealedWithOthers: 0, unreadable: {} });
    expect(rotated.resealed).toBeGreaterThanOrEqual(8);
    expect(new Set(seen)).toEqual(
      new Set(['run.request', 'run.suspended', 'run.text', 'run_journal.entry', TOKEN_COLUMN]),
    );
    expect(await sealedWith()).toEqual([rotated.keyIds[0]]);

    // The server that kept running reads and seals with the new key without a restart.
    expect(await decide(server, before)).toMatchObject({ outcome: 'completed', text: 'Done.' });
    const fresh = await wait();
    expect(await sealedWith()).toEqual([rotated.keyIds[0]]);

    const { retired, keyIds } = await rotation.retire();
    expect(retired).toEqual([keyIdOf(oldKey ?? new Uint8Array())]);
    expect(keyIds).toHaveLength(1);
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
    const next = bench.secondRuntime({ sealer: (await loadKeys(keyFile)).sealer });
    for (const uuid of [after, fresh]) {
      expect(await decide(next, uuid)).toMatchObject({ outcome: 'completed' });
    }
    expect((await next.status(ended, EDITOR))?.message).toBe('Done.');
    const { sealer } = await loadKeys(keyFile);
    // Sealed for any source before, and for its own from now on.
    expect(sealer.open(await sealedToken(database), 'skill_source/7/token')).toBe('ghp_1');
  });

  it('is gone on with after an interruption, and old keys stay while one of them opens something', async () => {
    const { database, bench, wait, decide } = await installation();
    const runs = [await wait(), await wait(), await wait()];
    const rotation = createKeyRotation(database, keyFile, { batch: 1 });
    const killed = new Error('killed');
    let batches = 0;
    const first = rotation.rotate(() => {
      if (++batches === 2) throw killed;
    });
    await expect(first).rejects.toBe(killed);
    const between = await rotation.status();
    expect(between.keyIds).toHaveLength(2);
    expect(between.sealedWithFirst).toBe(2);
    await expect(rotation.retire()).rejects.toMatchObject({ code: 'keys_in_use' });
    expect(await readKeyFile(keyFile)).toHaveLength(2);

    const again = await rotation.rotate();
    expect(again).toMatchObject({ newKey: false, sealedWithOthers: 0, keyIds: between.keyIds });
    await rotation.retire();
    const next = bench.secondRuntime({ sealer: (await loadKeys(keyFile)).sealer });
    for (const uuid of runs) {
      expect(await decide(next, uuid)).toMatchObject({ outcome: 'completed' });
    }
  });

  it('of rotations begun at once one makes the key and all seal with it', async () => {
    const { database, wait, sealedWith } = await installation();
    await wait();
    const results = await Promise.all(
      [1, 2, 3].map(() => createKeyRotation(database, keyFile).rotate()),
    );
    expect(results.filter((result) => result.newKey)).toHaveLength(1);
    const keys = await readKeyFile(keyFile);
    expect(keys).toHaveLength(2);
    expect(await sealedWith()).toEqual(keys.slice(0, 1).map(keyIdOf));
  });

  it('what no key opens is counted, kept as it is, and holds nothing up', async () => {
    const { database, wait } = await installation();
    const uuid = await wait();
    const foreign = createSealer([newKey()]).seal('ghp_2', TOKEN);
    await sealToken(database, foreign);
    // Sealed with the old key, then altered: no key opens it either.
    await sql`update run set request = substr(request, 1, 40) || 'AAAA' where uuid = ${uuid}`.execute(
      database.writes,
    );
    const rotation = createKeyRotation(database, keyFile);
    const rotated = await rotation.rotate();
    expect(rotated).toMatchObject({ unreadable: { [TOKEN_COLUMN]: 1 }, sealedWithOthers: 1 });
    expect((await rotation.retire()).retired).toHaveLength(1);
    expect(await sealedToken(database)).toBe(foreign);
  });

  it('every column of the tables that holds sealed text is in the walk', async () => {
    const { database } = await openFresh();
    const tables = await database.reads.introspection.getTables();
    const named = tables.flatMap(({ name, columns }) =>
      columns.filter((column) => column.name.includes('sealed')).map((c) => `${name}.${c.name}`),
    );
    const walked = createSealedValues(database).columns.map(
      ({ table, column }) => `${table}.${column}`,
    );
    expect(named).toContain(TOKEN_COLUMN);
    expect(walked).toEqual(expect.arrayContaining(named));
  });
});

const TOKEN_COLUMN = 'skill_remote.sealed_token';

type Opened = Parameters<typeof createKeyRotation>[0];

async function sealToken({ writes }: Opened, sealed: string): Promise<void> {
  await sql`insert into skill_source (uid, type, title, trust_level, enabled, bundled)
    values (7, 'repository', 'Public', 'community', 1, 0)`.execute(writes);
  await sql`insert into skill_remote (source_uid, url, sealed_token, status, lines, cancel_requested)
    values (7, 'https://github.com/a/b', ${sealed}, 'ok', '[]', 0)`.execute(writes);
}

async function sealedToken({ reads }: Opened): Promise<string> {
  const { sealed_token } = await reads
    .selectFrom('skill_remote')
    .select('sealed_token')
    .executeTakeFirstOrThrow();
  return sealed_token ?? '';
}

it('a server whose key file is gone or half-written goes on with the keys it knows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-rotation-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'vouch.key');
  const { sealer } = await loadKeys(file);
  const sealed = sealer.seal('kept', 'c');
  const text = await readFile(file, 'utf8');
  await rm(file);
  expect(sealer.open(sealed, 'c')).toBe('kept');
  expect(createSealer([Buffer.from(text.trim(), 'hex')]).open(sealer.seal('new', 'c'), 'c')).toBe(
    'new',
  );
});
