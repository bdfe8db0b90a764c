import { access, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRunStore, createSealedValues } from '../adapters/storage/index.ts';
import { describeEachDatabase } from '../../test/support/databases.ts';
import { createBench } from '../../test/contracts/runs-bench.ts';
import { keysVerdict, openKeys } from './keys-guard.ts';
import { lostKeyIds, newKey } from './keys-file.ts';
import { createKeyRotation } from './keys-rotation.ts';
import { loadKeys } from './keys.ts';

describe('keysVerdict', () => {
  const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'));

  it('DUR-06 whatever is stored: no key file is made beside sealed texts, and none that opens nothing is used', () => {
    fc.assert(
      fc.property(ids, fc.option(ids), ids, (sealedWith, keyIds, lost) => {
        const needed = sealedWith.filter((id) => !lost.includes(id));
        const verdict = keysVerdict({ keyIds, lost, sealedWith });
        expect(verdict === 'usable').toBe(
          needed.length === 0 || needed.some((id) => keyIds?.includes(id) === true),
        );
        expect(verdict === 'missing').toBe(needed.length > 0 && keyIds === null);
      }),
      { seed: 20261130 },
    );
  });
});

describeEachDatabase('The key file at a start', (openFresh) => {
  /** One run waits in the queue, its request sealed. */
  async function installation() {
    const folder = await mkdtemp(join(tmpdir(), 'vouch-keys-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'vouch.key');
    const { database, transactions, openAgain } = await openFresh();
    const values = createSealedValues(database);
    const { sealer } = await openKeys(file, values);
    const second = await openAgain();
    const bench = await createBench({
      storage: {
        store: createRunStore(database),
        transactions,
        other: { store: createRunStore(second), transactions },
      },
    });
    await bench.secondRuntime({ sealer }).enqueue(bench.request());
    return { database, file, values };
  }

  it('DUR-06 one that is missing is not made anew beside sealed texts, and the right one put back goes on', async () => {
    const { file, values } = await installation();
    await rename(file, `${file}.away`);
    await expect(openKeys(file, values)).rejects.toMatchObject({
      code: 'key_file_invalid',
      message: expect.stringContaining('is missing') as string,
    });
    await expect(access(file)).rejects.toMatchObject({ code: 'ENOENT' });
    await rename(`${file}.away`, file);
    await expect(openKeys(file, values)).resolves.toBeDefined();
  });

  it('DUR-06 one of another installation is refused, until its texts are given up for good', async () => {
    const { database, file, values } = await installation();
    const right = await readFile(file, 'utf8');
    await writeFile(file, `${newKey().toString('hex')}\n`);
    await expect(openKeys(file, values)).rejects.toMatchObject({
      code: 'key_file_invalid',
      message: expect.stringContaining('opens nothing that is stored') as string,
    });

    const { givenUp } = await createKeyRotation(database, file).giveUp();
    expect(givenUp).toHaveLength(1);
    expect(lostKeyIds(await readFile(file, 'utf8'))).toEqual(givenUp);
    const { sealer } = await openKeys(file, values);
    expect(sealer.open(sealer.seal('text', 'here'), 'here')).toBe('text');
    // A rotation keeps the note.
    await createKeyRotation(database, file).rotate();
    expect(lostKeyIds(await readFile(file, 'utf8'))).toEqual(givenUp);
    await expect(openKeys(file, values)).resolves.toBeDefined();
    // And the right key is still worth having back.
    await writeFile(file, right);
    await expect(loadKeys(file)).resolves.toBeDefined();
    expect((await createKeyRotation(database, file).status()).unreadable).toEqual({});
  });
});
