import { expect, it } from 'vitest';
import {
  declaredTools,
  isInstruction,
  readDeclarationFacts,
  readInstructionFacts,
  versionDigest,
} from '../../src/skills/index.ts';
import { NO_CONTENT_RIGHTS } from '../../src/actors/index.ts';
import {
  ada,
  author,
  describeEachSkillStore,
  editor,
  insertSynced,
  type OpenedService,
  person,
  robot,
  text,
  version,
  withService,
  writtenSkill,
} from './skills-support.ts';

async function toolsOf({ store }: OpenedService, uid: number) {
  const skill = await store.skill(uid);
  if (skill === null) throw new Error('no skill');
  return declaredTools(skill, await readDeclarationFacts(store, skill, null));
}

describeEachSkillStore('writing skills', (open) => {
  const opened = async () => withService(await open());

  it('BCK-01 the digest of a written skill is computed from its fields, whatever is stored', async () => {
    const all = await opened();
    const { uid, digest } = await writtenSkill(all);
    await all.service.approve(uid, digest, ada);
    await all.transactions.transact((tx) =>
      all.store
        .within(tx)
        .updateSkill(uid, { version: version({ body: 'Behind our back.' }), storedDigest: digest }),
    );
    const facts = await readInstructionFacts(all.store, uid);
    expect(facts && isInstruction(facts)).toEqual({
      instruction: false,
      digest: versionDigest(version({ body: 'Behind our back.' })),
      reasons: ['not_approved'],
    });
  });

  it('BCK-02 every edit is kept with its author and both texts, and a rollback is an edit', async () => {
    const all = await opened();
    const { uid } = await writtenSkill(all, { body: 'One.' });
    all.clock.advance(1_000);
    await all.service.edit(
      uid,
      text({ body: 'Two.' }),
      person('eva', { grants: ['skills_author'] }),
    );
    const [second, first] = await all.service.history(uid, ada);
    expect(first).toMatchObject({ userName: 'ADA', before: null, after: { body: 'One.' } });
    expect(second).toMatchObject({
      userName: 'EVA',
      atMs: all.clock.now(),
      before: { body: 'One.' },
      after: { body: 'Two.' },
      digest: versionDigest(version({ body: 'Two.' })),
    });
    const review = await all.service.rollback(uid, first?.id ?? 0, ada);
    expect(review.version.body).toBe('One.');
    const [third, ...before] = await all.service.history(uid, ada);
    expect(third).toMatchObject({ before: { body: 'Two.' }, after: { body: 'One.' } });
    expect(before).toEqual([second, first]);
    expect((await all.store.audit({ limit: 1 }))[0]?.event).toBe('skill_rolled_back');
    await expect(all.service.rollback(uid, 999, ada)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('an edit that changes nothing leaves no trace', async () => {
    const all = await opened();
    const { uid } = await writtenSkill(all, { body: 'One.' });
    const audit = await all.store.audit({ limit: 100 });
    await all.service.edit(uid, text({ body: '\r\nOne.' }), ada);
    expect(await all.service.history(uid, ada)).toHaveLength(1);
    expect(await all.store.audit({ limit: 100 })).toEqual(audit);
  });

  it('an edit over a version somebody else replaced is refused', async () => {
    const all = await opened();
    const { uid, digest } = await writtenSkill(all);
    await all.service.edit(uid, { ...text({ body: 'Two.' }), baseDigest: digest }, ada);
    const late = all.service.edit(uid, { ...text({ body: 'Three.' }), baseDigest: digest }, ada);
    await expect(late).rejects.toMatchObject({ code: 'skill_changed' });
    expect((await all.store.skill(uid))?.version.body).toBe('Two.');
  });

  it('BCK-03 a written skill grants the tools of its most recent unrevoked approved snapshot', async () => {
    const all = await opened();
    const { uid, digest } = await writtenSkill(all, { allowedTools: ['one'] });
    expect(await toolsOf(all, uid)).toEqual([]);
    await all.service.approve(uid, digest, ada);
    expect(await toolsOf(all, uid)).toEqual(['one']);
    const edited = await all.service.edit(uid, text({ allowedTools: ['one', 'two'] }), ada);
    expect(await toolsOf(all, uid)).toEqual(['one']);
    await all.service.approve(uid, edited.digest, ada);
    expect(await toolsOf(all, uid)).toEqual(['one', 'two']);
    await all.service.revoke(uid, { digest: edited.digest, reason: '' }, ada);
    expect(await toolsOf(all, uid)).toEqual(['one']);
    await all.service.revoke(uid, { digest, reason: '' }, ada);
    expect(await toolsOf(all, uid)).toEqual([]);
  });

  it('BCK-03 after a move only approvals for the current source count (decisions §71)', async () => {
    const all = await opened();
    const { uid, digest } = await writtenSkill(all, { allowedTools: ['one'] });
    await all.service.approve(uid, digest, ada);
    const other = await all.service.createBackendSource(
      { title: 'Other', trustLevel: 'verified' },
      ada,
    );
    await all.service.move(uid, other.uid, ada);
    expect(await toolsOf(all, uid)).toEqual([]);
  });

  it('BCK-04, BCK-06 protected fields are refused on every route to the write, and their grant opens them', async () => {
    const all = await opened();
    const { uid, sourceUid } = await writtenSkill(all, { allowedTools: ['one'] });
    const before = await all.store.skill(uid);
    const withTools = text({ allowedTools: ['one', 'two'] });
    const [first] = await all.service.history(uid, ada);
    await all.service.edit(uid, withTools, ada);
    const routes: (() => Promise<unknown>)[] = [
      () => all.service.edit(uid, text({ allowedTools: ['three'] }), author),
      () => all.service.rollback(uid, first?.id ?? 0, author),
      () => all.service.setEnabled(uid, true, author),
      () => all.service.move(uid, sourceUid + 1, author),
      () => all.service.create({ ...text(), sourceUid }, author),
    ];
    for (const field of [
      'trustLevel',
      'bodyChecksum',
      'storedDigest',
      'hidden',
      'supportStatus',
      'orphaned',
      'rawFrontMatter',
      'copiedTrustLevel',
      'uid',
    ]) {
      const crafted = { ...withTools, [field]: 'x' };
      routes.push(() => all.service.edit(uid, crafted, author));
      // Not even an administrator writes what ingest alone writes.
      routes.push(() => all.service.edit(uid, crafted, ada));
    }
    for (const route of routes) {
      await expect(route()).rejects.toMatchObject({ code: 'field_protected' });
    }
    expect(await all.store.skill(uid)).toEqual({
      ...before,
      version: { ...before?.version, allowedTools: ['one', 'two'] },
    });
    const granted = person('granted', {
      grants: ['skills_author'],
      rights: { ...NO_CONTENT_RIGHTS, fieldGrants: ['skill.allowed_tools', 'skill.enabled'] },
    });
    await all.service.edit(uid, text({ allowedTools: ['three'] }), granted);
    await all.service.setEnabled(uid, true, granted);
    expect(await all.store.skill(uid)).toMatchObject({
      enabled: true,
      version: { allowedTools: ['three'] },
    });
  });

  it('an author writes name, description, body and process; others write nothing', async () => {
    const all = await opened();
    const { uid } = await writtenSkill(all);
    const edit = text({ name: 'New', description: 'New.', body: 'New.', process: true });
    for (const actor of [editor, robot, { kind: 'anonymous' } as const]) {
      await expect(all.service.edit(uid, edit, actor)).rejects.toMatchObject({
        code: 'not_permitted',
      });
      await expect(all.service.list(actor)).rejects.toMatchObject({ code: 'not_permitted' });
      await expect(all.service.review(uid, actor)).rejects.toMatchObject({ code: 'not_permitted' });
    }
    await all.service.edit(uid, edit, author);
    expect((await all.store.skill(uid))?.version).toEqual({ ...edit, supportStatus: 'full' });
  });

  it('BCK-05 a source of written skills is created with the level it was asked for', async () => {
    const all = await opened();
    const source = await all.service.createBackendSource(
      { title: 'House rules', trustLevel: 'community' },
      ada,
    );
    expect(source).toMatchObject({ type: 'backend', trustLevel: 'community', enabled: true });
    expect(await all.service.sources(ada)).toEqual([source]);
    expect((await all.store.audit({ limit: 1 }))[0]).toMatchObject({
      event: 'source_created',
      sourceUid: source.uid,
      detail: 'community',
    });
    const refused = all.service.createBackendSource({ title: 'x', trustLevel: 'verified' }, author);
    await expect(refused).rejects.toMatchObject({ code: 'not_permitted' });
  });

  it('refuses texts that cannot be stored, naming the field', async () => {
    const all = await opened();
    const { uid } = await writtenSkill(all);
    for (const [field, value] of [
      ['name', '  '],
      ['name', 'x'.repeat(256)],
      ['description', ''],
      ['description', 'x'.repeat(2_001)],
      ['body', 'a\0b'],
      ['body', '\ud800'],
      ['body', 'ä'.repeat(32_769)],
    ]) {
      const edit = all.service.edit(uid, { ...text(), [field ?? '']: value }, ada);
      await expect(edit).rejects.toMatchObject({ code: 'skill_invalid', data: { field } });
    }
  });

  it('a process is never attached always, and an always skill does not become a process', async () => {
    const all = await opened();
    const process = await writtenSkill(all, { process: true });
    const always = { configurationUid: 1, loadMode: 'always' } as const;
    await expect(all.service.setAttachment(process.uid, always, ada)).rejects.toMatchObject({
      code: 'process_on_demand',
    });
    const plain = await writtenSkill(all);
    await all.service.setAttachment(plain.uid, always, ada);
    await expect(all.service.edit(plain.uid, text({ process: true }), ada)).rejects.toMatchObject({
      code: 'process_on_demand',
    });
    await expect(all.service.setAttachment(plain.uid, always, author)).rejects.toMatchObject({
      code: 'not_permitted',
    });
    expect(await all.store.attachments(1)).toHaveLength(1);
    await all.service.setAttachment(plain.uid, { configurationUid: 1, loadMode: null }, ada);
    expect(await all.store.attachments(1)).toEqual([]);
  });

  it('an orphaned skill cannot be enabled', async () => {
    const all = await opened();
    const skill = await insertSynced(all, { orphaned: true, enabled: false });
    await expect(all.service.setEnabled(skill.uid, true, ada)).rejects.toMatchObject({
      code: 'skill_orphaned',
    });
  });

  it('LOD-10 two skills of one name get two identifiers in one source', async () => {
    const all = await opened();
    const { uid, sourceUid } = await writtenSkill(all, { name: 'Über uns' });
    const second = await all.service.create({ ...text({ name: 'Über uns' }), sourceUid }, ada);
    expect((await all.store.skill(uid))?.identifier).toBe('uber-uns');
    expect(second.skill.identifier).toBe('uber-uns-2');
  });
});
