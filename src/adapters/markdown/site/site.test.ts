import { mkdir, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../base/index.ts';
import { LONG_BYTES } from '../page/page.ts';
import { factsOf } from './file-facts.ts';
import { createSite } from './site.ts';

describe('a site that is looked at again', () => {
  let root = '';
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'vouch-scan-'));
    await mkdir(join(root, 'de'));
    await write('a.md', '---\ntitle: A\n---\n\nThe text of a.\n');
    await write('b.md', '---\ntitle: B\n---\n\nThe text of b.\n');
    await write('de/c.md', '# C\n\nDer Text und nicht die Tat.\n');
  });
  afterEach(() => rm(root, { recursive: true }));
  const write = (path: string, text: string | Uint8Array) => writeFile(join(root, path), text);

  it('says the same as one that is looked at for the first time, whatever was written', async () => {
    const site = createSite({ root, clock: systemClock });
    const steps: (() => Promise<unknown>)[] = [
      () => write('a.md', '---\ntitle: Another\n---\n\nThe text of a.\n'),
      () => write('a.md', '---\ntitle: Another\nsummary: New key\n---\n\nThe text of a.\n'),
      () => write('b.md', '---\ntitle: B\nlang: fr\n---\n\nThe text of b.\n'),
      () => write('b.md', '---\ntitle: B\nlang: de\n---\n\nThe text of b.\n'),
      () => write('de/c.md', '# Another C\n\nDer Text und nicht die Tat.\n'),
      () => write('de/c.md', '# C\n\n{{< figure src="a.png" >}}\n'),
      () => write('d.md', '+++\ntitle = "D"\n+++\n\nText.\n'),
      () => write('a.md', Buffer.from('\uFEFF# A\n', 'utf16le')),
      () => write('a.md', '# A again\n'),
      () => unlink(join(root, 'b.md')),
    ];
    for (const [index, step] of [() => Promise.resolve(), ...steps].entries()) {
      await step();
      const again = await site.scan();
      const first = await createSite({ root, clock: systemClock }).scan();
      expect(again, `step ${String(index)}`).toEqual(first);
    }
  });

  it('keeps what it knew of every page that was not written', async () => {
    const site = createSite({ root, clock: systemClock });
    const before = await site.scan();
    await write('a.md', '---\ntitle: Another\n---\n\nThe text of a.\n');
    const now = await site.scan();
    expect(now.files.get('a.md')?.facts.data).toEqual({ title: 'Another' });
    expect(now.profile).toBe(before.profile);
    for (const path of ['b.md', 'de/c.md']) {
      expect(now.files.get(path)).toBe(before.files.get(path));
    }
  });

  it('has long pages read elsewhere, and only those', async () => {
    const elsewhere: string[] = [];
    const site = createSite({
      root,
      clock: systemClock,
      readFacts: (reals) => {
        elsewhere.push(...reals);
        return Promise.all(reals.map(factsOf));
      },
    });
    await write('long.md', `# Long\n\n${'Words. '.repeat(LONG_BYTES / 7 + 1)}\n`);
    const { files } = await site.scan();
    expect([...files.keys()]).toEqual(['a.md', 'b.md', 'de/c.md', 'long.md']);
    expect(files.get('long.md')?.facts.heading).toBe('Long');
    expect(elsewhere).toEqual([join(root, 'long.md')]);
  });
});
