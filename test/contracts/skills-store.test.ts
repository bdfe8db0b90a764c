import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { versionDigest } from '../../src/skills/index.ts';
import { describeEachSkillStore, insertSynced, syncedSkill, version } from './skills-support.ts';

const audit = {
  atMs: 1,
  event: 'approved',
  sourceUid: null,
  subject: 'alt',
  digest: null,
  trustLevel: null,
  actorId: 'ada',
  detail: '',
} as const;

describeEachSkillStore('skill store', (open) => {
  it('keeps a skill and its source as they were written', async () => {
    const opened = await open();
    const text = version({
      name: 'Prüfung \u{1f469}\u200d\u{1f4bb}',
      body: 'a\n\u2028"\\ b',
      allowedTools: ['progress', 'Bash(git add:*)'],
      process: true,
      supportStatus: 'partial',
    });
    const skill = await insertSynced(opened, { version: text, orphaned: true, enabled: false });
    expect(skill).toEqual({
      ...syncedSkill(skill.sourceUid, { version: text, orphaned: true, enabled: false }),
      uid: skill.uid,
      dataClass: null,
      rawFrontMatter: undefined,
      bundledIdentifier: undefined,
    });
    expect(await opened.store.skill(skill.uid)).toEqual(skill);
    expect(await opened.store.skills()).toEqual([skill]);
    expect(await opened.store.source(skill.sourceUid)).toEqual({
      uid: skill.sourceUid,
      type: 'repo',
      title: 'example/skills',
      trustLevel: 'verified',
      enabled: true,
    });
    expect(await opened.store.skill(skill.uid + 1)).toBeNull();
  });

  it('tells no declaration of tools from an empty one', async () => {
    const opened = await open();
    const none = await insertSynced(opened, { version: version({ allowedTools: null }) });
    const empty = await insertSynced(opened, { version: version({ allowedTools: [] }) });
    expect((await opened.store.skill(none.uid))?.version.allowedTools).toBeNull();
    expect((await opened.store.skill(empty.uid))?.version.allowedTools).toEqual([]);
  });

  it('changes what is named and leaves the rest', async () => {
    const opened = await open();
    const skill = await insertSynced(opened);
    await opened.transactions.transact(async (tx) => {
      const writer = opened.store.within(tx);
      await writer.updateSkill(skill.uid, { enabled: false, storedDigest: null });
      await writer.updateSource(skill.sourceUid, { trustLevel: 'untrusted' });
      await writer.updateSkill(skill.uid, {});
      expect(await writer.skill(skill.uid)).toMatchObject({ enabled: false });
      expect(await opened.store.skill(skill.uid)).toMatchObject({ enabled: true });
    });
    expect(await opened.store.skill(skill.uid)).toEqual({
      ...skill,
      enabled: false,
      storedDigest: null,
    });
    expect((await opened.store.source(skill.sourceUid))?.trustLevel).toBe('untrusted');
  });

  it('writes nothing when the transaction fails', async () => {
    const opened = await open();
    const skill = await insertSynced(opened);
    const failing = opened.transactions.transact(async (tx) => {
      const writer = opened.store.within(tx);
      await writer.updateSkill(skill.uid, { enabled: false });
      await writer.appendAudit({ ...audit, skillUid: skill.uid });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await opened.store.skill(skill.uid)).toEqual(skill);
    expect(await opened.store.audit({ limit: 10 })).toEqual([]);
  });

  it('LOD-10 two skills of one identifier in two sources stay two, and one source refuses a twin', async () => {
    const opened = await open();
    const one = await insertSynced(opened);
    const two = await insertSynced(opened);
    expect(one.uid).not.toBe(two.uid);
    const twin = opened.transactions.transact((tx) =>
      opened.store.within(tx).insertSkill(syncedSkill(one.sourceUid)),
    );
    await expect(twin).rejects.toMatchObject({ code: 'skill_invalid' });
    const moved = opened.transactions.transact((tx) =>
      opened.store.within(tx).updateSkill(one.uid, { sourceUid: two.sourceUid }),
    );
    await expect(moved).rejects.toMatchObject({ code: 'skill_invalid' });
  });

  it('LOD-01 attachments keep their load mode and order', async () => {
    const opened = await open();
    const [a, b] = [await insertSynced(opened), await insertSynced(opened)];
    await opened.transactions.transact(async (tx) => {
      const writer = opened.store.within(tx);
      await writer.setAttachment({ configurationUid: 1, skillUid: b.uid, loadMode: 'on_demand' });
      await writer.setAttachment({ configurationUid: 1, skillUid: a.uid, loadMode: 'always' });
      await writer.setAttachment({ configurationUid: 2, skillUid: b.uid, loadMode: 'always' });
      await writer.setAttachment({ configurationUid: 1, skillUid: b.uid, loadMode: 'always' });
    });
    expect(await opened.store.attachments(1)).toEqual([
      { configurationUid: 1, skillUid: b.uid, loadMode: 'always', position: 1 },
      { configurationUid: 1, skillUid: a.uid, loadMode: 'always', position: 2 },
    ]);
    await opened.transactions.transact((tx) => opened.store.within(tx).removeAttachment(1, b.uid));
    expect((await opened.store.attachments(1)).map(({ skillUid }) => skillUid)).toEqual([a.uid]);
    expect(
      (await opened.store.attachmentsOf(b.uid)).map(({ configurationUid }) => configurationUid),
    ).toEqual([2]);
  });

  it('APR-01 an approval row keeps the whole snapshot, source, level, approver and time', async () => {
    const opened = await open();
    const skill = await insertSynced(opened);
    const snapshot = version({ allowedTools: ['a'], process: true, supportStatus: 'partial' });
    const row = {
      skillUid: skill.uid,
      sourceUid: skill.sourceUid,
      digest: versionDigest(snapshot),
      snapshot,
      trustLevel: 'first_party',
      approvedBy: 'ada',
      atMs: 1_767_225_600_000,
    } as const;
    const stored = await opened.transactions.transact((tx) =>
      opened.store.within(tx).appendApproval(row),
    );
    expect(stored).toEqual({ ...row, id: stored.id });
    expect(await opened.store.approvalOf(stored)).toEqual({ approval: stored, unrevoked: true });
    expect(await opened.store.approvalOf({ ...stored, sourceUid: 99 })).toBeNull();
    expect(
      await opened.store.approvalOf({ ...stored, digest: versionDigest(version()) }),
    ).toBeNull();
  });

  it('APR-03 a revocation ends the approvals before it, whatever the clocks said, and not those after', async () => {
    const opened = await open();
    const skill = await insertSynced(opened);
    const digestOf = (body: string) => versionDigest(version({ body }));
    const approve = (body: string, atMs: number) =>
      opened.transactions.transact((tx) =>
        opened.store.within(tx).appendApproval({
          skillUid: skill.uid,
          sourceUid: skill.sourceUid,
          digest: digestOf(body),
          snapshot: version({ body }),
          trustLevel: 'verified',
          approvedBy: 'ada',
          atMs,
        }),
      );
    const revoke = (body: string, atMs: number) =>
      opened.transactions.transact((tx) =>
        opened.store.within(tx).appendRevocation({
          skillUid: skill.uid,
          digest: digestOf(body),
          reason: 'wrong',
          revokedBy: 'ben',
          atMs,
        }),
      );
    const standing = (body: string) =>
      opened.store.approvalOf({ ...skill, skillUid: skill.uid, digest: digestOf(body) });
    const unrevoked = async (body: string) => (await standing(body))?.unrevoked;
    const latest = async () =>
      (await opened.store.latestUnrevokedApproval(skill.uid, skill.sourceUid))?.snapshot.body;

    await approve('one', 100);
    await approve('two', 100);
    expect(await latest()).toBe('two');
    await revoke('two', 1);
    expect([await unrevoked('one'), await unrevoked('two')]).toEqual([true, false]);
    expect((await standing('two'))?.revokedBecause).toBe('wrong');
    expect(await latest()).toBe('one');
    await approve('two', 0);
    expect(await unrevoked('two')).toBe(true);
    expect(await latest()).toBe('two');
    expect(
      (await opened.store.approvals(skill.uid)).map(({ approval, revocation }) => [
        approval.snapshot.body,
        revocation?.revokedBy ?? null,
      ]),
    ).toEqual([
      ['two', null],
      ['two', 'ben'],
      ['one', null],
    ]);
    expect(await opened.store.latestUnrevokedApproval(skill.uid, skill.sourceUid + 1)).toBeNull();
  });

  it('history and audit read newest first', async () => {
    const opened = await open();
    const skill = await insertSynced(opened);
    await opened.transactions.transact(async (tx) => {
      const writer = opened.store.within(tx);
      for (const body of ['one', 'two']) {
        await writer.appendHistory({
          skillUid: skill.uid,
          atMs: 1,
          userId: body === 'one' ? null : 'ada',
          before: body === 'one' ? null : version({ body: 'one' }),
          after: version({ body }),
          digest: versionDigest(version({ body })),
        });
        await writer.appendAudit({ ...audit, skillUid: skill.uid, detail: body });
      }
      await writer.appendAudit({ ...audit, skillUid: null, detail: 'a source' });
    });
    const history = await opened.store.history(skill.uid);
    expect(history.map((row) => [row.userId, row.before?.body, row.after.body])).toEqual([
      ['ada', 'one', 'two'],
      [null, undefined, 'one'],
    ]);
    const details = async (filter: Parameters<typeof opened.store.audit>[0]) =>
      (await opened.store.audit(filter)).map(({ detail }) => detail);
    expect(await details({ limit: 10 })).toEqual(['a source', 'two', 'one']);
    expect(await details({ skillUid: skill.uid, limit: 1 })).toEqual(['two']);
  });

  it('ADM-01 an unknown stored level reads as the lowest', async ({ skip }) => {
    const opened = await open();
    const skill = await insertSynced(opened);
    if (opened.database === null) return skip('the fake keeps no text that could be damaged');
    const { writes } = opened.database.database;
    await sql`update skill_source set trust_level = 'platinum'`.execute(writes);
    await sql`update skill set copied_trust_level = ''`.execute(writes);
    expect((await opened.store.source(skill.sourceUid))?.trustLevel).toBe('untrusted');
    expect((await opened.store.skill(skill.uid))?.copiedTrustLevel).toBe('untrusted');
  });

  it('reads an undecodable list of tools as the empty one (decisions §21)', async ({ skip }) => {
    const opened = await open();
    const skill = await insertSynced(opened);
    if (opened.database === null) return skip('the fake keeps no text that could be damaged');
    await sql`update skill set allowed_tools = '{"a":'`.execute(opened.database.database.writes);
    expect((await opened.store.skill(skill.uid))?.version.allowedTools).toEqual([]);
  });

  it('APR-06 the database refuses to change or delete a decision, a history or an audit row', async ({
    skip,
  }) => {
    const opened = await open();
    const skill = await insertSynced(opened);
    if (opened.database === null) return skip('the fake keeps no text that could be damaged');
    const digest = versionDigest(version());
    await opened.transactions.transact(async (tx) => {
      const writer = opened.store.within(tx);
      const common = { skillUid: skill.uid, digest, atMs: 1 };
      await writer.appendApproval({
        ...common,
        sourceUid: skill.sourceUid,
        snapshot: version(),
        trustLevel: 'verified',
        approvedBy: 'ada',
      });
      await writer.appendRevocation({ ...common, reason: '', revokedBy: 'ada' });
      await writer.appendHistory({ ...common, userId: null, before: null, after: version() });
      await writer.appendAudit({ ...audit, skillUid: skill.uid });
    });
    const { writes, dialect } = opened.database.database;
    for (const table of [
      'skill_decision',
      'skill_approval',
      'skill_revocation',
      'skill_history',
      'skill_audit',
    ]) {
      const count = async () =>
        (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(writes))
          .rows[0]?.n;
      const before = await count();
      expect(before).toBeGreaterThan(0);
      const attempts = [
        sql`delete from ${sql.table(table)}`,
        sql`update ${sql.table(table)} set skill_uid = skill_uid`,
        ...(dialect === 'postgres' ? [sql`truncate ${sql.table(table)} cascade`] : []),
      ];
      for (const attempt of attempts) {
        await expect(attempt.execute(writes)).rejects.toThrow(/append_only/);
      }
      expect(await count()).toBe(before);
    }
  });
});
