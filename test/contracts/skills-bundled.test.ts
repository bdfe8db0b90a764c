import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { seedBundledProcesses, versionDigest, type BundledText } from '../../src/skills/index.ts';
import {
  ada,
  describeEachSkillStore,
  type OpenedService,
  text,
  withService,
} from './skills-support.ts';

const bundled = (identifier: string, body: string): BundledText => ({
  identifier,
  text: `---\nname: Tour\ndescription: A tour.\nprocess: true\nallowed-tools: progress\n---\n${body}\n`,
});

describeEachSkillStore('bundled processes', (open) => {
  const opened = async () => {
    const all = withService(await open());
    return {
      ...all,
      seed: (
        texts: readonly BundledText[],
        from: Pick<OpenedService, 'store' | 'transactions'> = all,
      ) => seedBundledProcesses({ ...from, clock: all.clock }, texts, { configurationUid: 1 }),
    };
  };

  it('come in enabled, attached on demand and unapproved, in one first-party source', async () => {
    const all = await opened();
    const texts = [bundled('seo', 'One.'), bundled('text', 'Two.')];
    expect(await all.seed(texts)).toMatchObject({ created: ['seo', 'text'] });
    expect(await all.store.sources()).toMatchObject([
      { type: 'backend', title: 'Vouch', trustLevel: 'first_party', enabled: true },
    ]);
    expect(await all.store.skills()).toMatchObject([
      { identifier: 'seo', enabled: true, version: { process: true, allowedTools: ['progress'] } },
      { identifier: 'text', enabled: true },
    ]);
    expect(await all.store.attachments(1)).toMatchObject([
      { loadMode: 'on_demand', position: 1 },
      { loadMode: 'on_demand', position: 2 },
    ]);
    for (const summary of await all.service.list(ada)) {
      expect(summary).toMatchObject({ instruction: false, versions: [{ seal: 'not_approved' }] });
    }
  });

  it('come in once, also when two servers start together', async () => {
    const all = await opened();
    const texts = [bundled('seo', 'One.')];
    await Promise.all([all.seed(texts), all.seed(texts, all.other)]);
    expect(await all.seed(texts)).toEqual({ created: [], updated: [], kept: [] });
    expect(await all.store.skills()).toHaveLength(1);
    expect(await all.store.sources()).toHaveLength(1);
    expect(await all.store.audit({ limit: 10 })).toHaveLength(1);
  });

  it('stay detached and switched off when an administrator did so', async () => {
    const all = await opened();
    await all.seed([bundled('seo', 'One.')]);
    const uid = (await all.store.bundledSkill('seo'))?.uid ?? 0;
    await all.service.setEnabled(uid, false, ada);
    await all.service.setAttachment(uid, { configurationUid: 1, loadMode: null }, ada);
    await all.seed([bundled('seo', 'One.')]);
    await all.seed([bundled('seo', 'Two.')]);
    expect(await all.store.skill(uid)).toMatchObject({
      enabled: false,
      version: { body: 'Two.\n' },
    });
    expect(await all.store.attachments(1)).toEqual([]);
  });

  it('a later text arrives as an unapproved edit, unless a person edited the row', async () => {
    const all = await opened();
    await all.seed([bundled('seo', 'One.'), bundled('text', 'One.')]);
    const [seo, other] = await all.store.skills();
    if (seo === undefined || other === undefined) throw new Error('not seeded');
    await all.service.approve(seo.uid, versionDigest(seo.version), ada);
    await all.service.edit(
      other.uid,
      text({ body: 'Ours.', allowedTools: ['progress'], process: true }),
      ada,
    );
    expect(await all.seed([bundled('seo', 'Two.'), bundled('text', 'Two.')])).toEqual({
      created: [],
      updated: ['seo'],
      kept: ['text'],
    });
    expect((await all.store.skill(seo.uid))?.version.body).toBe('Two.\n');
    expect((await all.store.skill(other.uid))?.version.body).toBe('Ours.');
    expect(await all.service.list(ada)).toMatchObject([
      { instruction: false },
      { instruction: false },
    ]);
    expect((await all.store.history(seo.uid)).map(({ userId }) => userId)).toEqual([null, null]);
  });

  it('the texts of this release read without a warning once their tools exist', async () => {
    const all = await opened();
    for (const name of ['seo.en', 'seo.de', 'text.en', 'text.de']) {
      const file = new URL(`../../processes/${name}.md`, import.meta.url);
      await all.seed([{ identifier: name, text: await readFile(file, 'utf8') }]);
    }
    for (const { uid } of await all.store.skills()) {
      const review = await all.service.review(uid, ada);
      expect(review.version.process).toBe(true);
      expect(review.version.allowedTools).toContain('progress');
      expect(review.findings).toEqual([]);
      expect(review.warnings).not.toContain('lines_left_out');
      expect(review.wouldInstruct).toBe(true);
    }
    await expect(all.seed([{ identifier: 'bad', text: 'no front matter' }])).rejects.toMatchObject({
      code: 'skill_invalid',
    });
  });
});
