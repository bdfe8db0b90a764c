import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { isInstruction, readInstructionFacts, versionDigest } from '../../src/skills/index.ts';
import {
  ada,
  author,
  ben,
  describeEachSkillStore,
  editor,
  insertSynced,
  robot,
  syncedSkill,
  version,
  withService,
  writtenSkill,
  type OpenedStore,
} from './skills-support.ts';

const digestOf = (body: string) => versionDigest(version({ body }));

async function instructs({ store }: OpenedStore, uid: number): Promise<boolean> {
  const facts = await readInstructionFacts(store, uid);
  return facts !== null && isInstruction(facts).instruction;
}

async function reasons({ store }: OpenedStore, uid: number): Promise<readonly string[]> {
  const facts = await readInstructionFacts(store, uid);
  const verdict = facts === null ? null : isInstruction(facts);
  return verdict === null || verdict.instruction ? [] : verdict.reasons;
}

describeEachSkillStore('approving and revoking', (open) => {
  const opened = async () => withService(await open());

  it('ADM-05, APR-01 an approval of the digest that was shown makes exactly that version an instruction', async () => {
    const all = await opened();
    const { uid, digest, sourceUid } = await writtenSkill(all, { allowedTools: ['progress'] });
    expect(await reasons(all, uid)).toEqual(['not_approved']);
    const review = await all.service.approve(uid, digest, ada);
    expect(review.skill.instruction).toBe(true);
    expect(review.skill.versions).toMatchObject([
      { digest, seal: 'approved', current: true, approvedBy: 'ADA', heldByConversations: 1 },
    ]);
    const [state] = await all.store.approvals(uid);
    expect(state?.approval).toMatchObject({
      skillUid: uid,
      sourceUid,
      digest,
      snapshot: version({ allowedTools: ['progress'], supportStatus: 'partial' }),
      trustLevel: 'verified',
      approvedBy: 'ada',
      atMs: all.clock.now(),
    });
    expect(await instructs(all, uid)).toBe(true);
  });

  it('APR-02 a digest the page rendered before an edit is refused, audited, and nothing else is stored', async () => {
    const all = await opened();
    const { uid, digest } = await writtenSkill(all);
    await all.service.edit(uid, { ...version({ body: 'Changed.' }), allowedTools: null }, ada);
    const auditBefore = await all.store.audit({ limit: 100 });
    await expect(all.service.approve(uid, digest, ada)).rejects.toMatchObject({
      code: 'skill_changed',
      data: { digest: digestOf('Changed.') },
    });
    expect(await all.store.approvals(uid)).toEqual([]);
    const [refused, ...rest] = await all.store.audit({ limit: 100 });
    expect(rest).toEqual(auditBefore);
    expect(refused).toMatchObject({
      event: 'approval_refused',
      digest,
      actorId: 'ada',
      detail: 'skill_changed',
    });
    const review = await all.service.review(uid, ada);
    expect(review).toMatchObject({ digest: digestOf('Changed.'), lastApproved: null });
  });

  it('APR-05 neither an editor, an author nor a service account approves or revokes', async () => {
    const all = await opened();
    const { uid, digest } = await writtenSkill(all);
    for (const actor of [editor, author, robot, { kind: 'anonymous' } as const]) {
      await expect(all.service.approve(uid, digest, actor)).rejects.toMatchObject({
        code: 'not_permitted',
      });
    }
    expect(await all.store.approvals(uid)).toEqual([]);
    await all.service.approve(uid, digest, ada);
    for (const actor of [editor, author, robot, { kind: 'anonymous' } as const]) {
      const revoked = all.service.revoke(uid, { digest, reason: '' }, actor);
      await expect(revoked).rejects.toMatchObject({ code: 'not_permitted' });
    }
    expect(await instructs(all, uid)).toBe(true);
  });

  it('APR-05, APR-08 writing, enabling, attaching, moving and re-classifying write no approval', async () => {
    const all = await opened();
    const { uid, sourceUid } = await writtenSkill(all);
    const text = { ...version({ body: 'Two.' }), allowedTools: null };
    await all.service.edit(uid, text, ada);
    await all.service.setEnabled(uid, true, ada);
    await all.service.setAttachment(uid, { configurationUid: 1, loadMode: 'always' }, ada);
    await all.service.changeSource(sourceUid, { trustLevel: 'first_party' }, ada);
    const [first] = await all.service.history(uid, ada);
    await all.service.rollback(uid, first?.id ?? 0, ada);
    const other = await all.service.createBackendSource(
      { title: 'Other', trustLevel: 'first_party' },
      ada,
    );
    await all.service.move(uid, other.uid, ada);
    expect(await all.store.approvals(uid)).toEqual([]);
    expect(await instructs(all, uid)).toBe(false);
  });

  it('APR-03 a revocation wins, and only a new approval of that digest restores it', async () => {
    const all = await opened();
    const { uid, digest } = await writtenSkill(all, { body: 'One.' });
    await all.service.approve(uid, digest, ada);
    const review = await all.service.revoke(uid, { digest, reason: 'Too eager.' }, ben);
    expect(review.skill).toMatchObject({ instruction: false, versions: [{ seal: 'revoked' }] });
    expect(await reasons(all, uid)).toEqual(['revoked']);
    await all.service.edit(uid, { ...version({ body: 'Two.' }), allowedTools: null }, ada);
    const [, first] = await all.service.history(uid, ada);
    await all.service.rollback(uid, first?.id ?? 0, ada);
    expect((await all.service.review(uid, ada)).digest).toBe(digest);
    expect(await reasons(all, uid)).toEqual(['revoked']);
    await all.service.approve(uid, digest, ada);
    expect(await instructs(all, uid)).toBe(true);
  });

  it('APR-04 an approved digest is an instruction again when the text returns to it', async () => {
    const all = await opened();
    const { uid, digest } = await writtenSkill(all, { body: 'One.' });
    await all.service.approve(uid, digest, ada);
    await all.service.edit(uid, { ...version({ body: 'Two.' }), allowedTools: null }, ada);
    expect(await reasons(all, uid)).toEqual(['not_approved']);
    await all.service.edit(uid, { ...version({ body: 'One.' }), allowedTools: null }, ada);
    expect(await instructs(all, uid)).toBe(true);
  });

  it('APR-06 approval, revocation and refused approval are audited with the digest', async () => {
    const all = await opened();
    const { uid, digest } = await writtenSkill(all);
    await all.service.approve(uid, digest, ada);
    await all.service.revoke(uid, { digest, reason: 'Too eager.' }, ben);
    await all.service.approve(uid, 'old', ben).catch(() => undefined);
    const entries = await all.service.audit({ skillUid: uid }, ada);
    expect(
      entries.slice(0, 3).map(({ event, digest, actorName }) => [event, digest, actorName]),
    ).toEqual([
      ['approval_refused', 'old', 'BEN'],
      ['revoked', digest, 'BEN'],
      ['approved', digest, 'ADA'],
    ]);
    await expect(all.service.audit({}, author)).rejects.toMatchObject({ code: 'not_permitted' });
  });

  it('revoking an unknown digest is refused', async () => {
    const all = await opened();
    const { uid, digest } = await writtenSkill(all);
    const revoked = all.service.revoke(uid, { digest, reason: '' }, ada);
    await expect(revoked).rejects.toMatchObject({ code: 'digest_unknown' });
    await expect(all.service.revoke(999, { digest, reason: '' }, ada)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('APR-07 two administrators on two servers end as one after the other would, both audited', async () => {
    const all = await opened();
    const { uid, digest } = await writtenSkill(all);
    await all.service.approve(uid, digest, ada);
    for (let round = 0; round < 10; round += 1) {
      const before = (await all.store.audit({ skillUid: uid, limit: 1_000 })).length;
      await Promise.all([
        all.service.approve(uid, digest, ada),
        all.otherService.revoke(uid, { digest, reason: '' }, ben),
      ]);
      const added = (await all.store.audit({ skillUid: uid, limit: 1_000 })).slice(0, -before);
      expect(added.map(({ event }) => event).toSorted()).toEqual(['approved', 'revoked']);
      // Whatever was written last is what holds.
      expect(await instructs(all, uid)).toBe(added[0]?.event === 'approved');
    }
  });

  it('APR-07 a revocation that begins inside an approval waits for it', async ({ skip }) => {
    const all = await opened();
    if (all.database?.dialect !== 'postgres') return skip('only PostgreSQL runs two at a time');
    const { reads } = all.database.database;
    const { uid, digest } = await writtenSkill(all);
    await all.service.approve(uid, digest, ada);
    let revoking: Promise<unknown> = Promise.resolve();
    let isDone = false;
    const waitsOrIsDone = async () => {
      for (;;) {
        const { rows } = await sql<{ n: number }>`
          select count(*) as n from pg_locks join pg_database on pg_database.oid = database
          where datname = current_database() and locktype = 'advisory' and not granted
        `.execute(reads);
        if (isDone || (rows[0]?.n ?? 0) > 0) return;
      }
    };
    const pausing = all.serviceOver({
      ...all,
      store: {
        ...all.store,
        within: (tx) => {
          const writer = all.store.within(tx);
          return {
            ...writer,
            appendAudit: async (row) => {
              revoking = all.otherService
                .revoke(uid, { digest, reason: '' }, ben)
                .finally(() => (isDone = true));
              await waitsOrIsDone();
              await writer.appendAudit(row);
            },
          };
        },
      },
    });
    await pausing.approve(uid, digest, ada);
    await revoking;
    const audit = await all.store.audit({ skillUid: uid, limit: 2 });
    expect(audit.map(({ event }) => event)).toEqual(['revoked', 'approved']);
    expect(await instructs(all, uid)).toBe(false);
  });

  it('APR-07 an edit and an approval at once never approve a text nobody saw', async () => {
    const all = await opened();
    const { uid } = await writtenSkill(all, { body: 'Round 0.' });
    for (let round = 1; round <= 10; round += 1) {
      const { digest, version: seen } = await all.service.review(uid, ada);
      await Promise.allSettled([
        all.otherService.edit(
          uid,
          { ...version({ body: `Round ${String(round)}.` }), allowedTools: null },
          ben,
        ),
        all.service.approve(uid, digest, ada),
      ]);
      const [state] = await all.store.approvals(uid);
      if (state?.approval.digest === digest) expect(state.approval.snapshot).toEqual(seen);
      expect(await instructs(all, uid)).toBe(false);
    }
    const approvals = await all.store.approvals(uid);
    for (const { approval } of approvals) {
      expect(versionDigest(approval.snapshot)).toBe(approval.digest);
    }
  });

  it('ADM-03 the level is read from the source at once, for written and for synced skills', async () => {
    const all = await opened();
    const written = await writtenSkill(all);
    const synced = await insertSynced(all);
    await all.service.approve(written.uid, written.digest, ada);
    await all.service.approve(synced.uid, synced.storedDigest ?? '', ada);
    for (const { uid, sourceUid } of [written, synced]) {
      expect(await instructs(all, uid)).toBe(true);
      await all.service.changeSource(sourceUid, { trustLevel: 'community' }, ada);
      expect(await reasons(all, uid)).toEqual(['below_threshold']);
      await all.service.changeSource(sourceUid, { trustLevel: 'verified' }, ada);
      expect(await instructs(all, uid)).toBe(true);
    }
  });

  it('ADM-06 moving an approved skill to another source leaves it without a matching approval', async () => {
    const all = await opened();
    const { uid, digest, sourceUid } = await writtenSkill(all);
    await all.service.approve(uid, digest, ada);
    const other = await all.service.createBackendSource(
      { title: 'Other', trustLevel: 'first_party' },
      ada,
    );
    const moved = await all.service.move(uid, other.uid, ada);
    expect(moved.versions).toMatchObject([{ digest, seal: 'not_approved' }]);
    expect(await reasons(all, uid)).toEqual(['not_approved']);
    await all.service.move(uid, sourceUid, ada);
    expect(await instructs(all, uid)).toBe(true);
  });

  it('ADM-08 no approval, revocation, edit or switch changes a level', async () => {
    const all = await opened();
    const { uid, digest, sourceUid } = await writtenSkill(all);
    const before = await all.store.source(sourceUid);
    const level = (await all.store.skill(uid))?.copiedTrustLevel;
    await all.service.approve(uid, digest, ada);
    await all.service.revoke(uid, { digest, reason: '' }, ada);
    await all.service.edit(uid, { ...version({ body: 'Two.' }), allowedTools: null }, ada);
    await all.service.setEnabled(uid, true, ada);
    await all.service.setEnabled(uid, false, ada);
    expect(await all.store.source(sourceUid)).toEqual(before);
    expect((await all.store.skill(uid))?.copiedTrustLevel).toBe(level);
  });

  it('DIG-12 a row without a digest and a damaged row cannot be approved, nor an orphaned one', async () => {
    const all = await opened();
    const cases = [
      [await insertSynced(all, { storedDigest: null }), 'skill_without_digest'],
      [
        await insertSynced(all, {
          version: version({ name: 'Other' }),
          storedDigest: digestOf('x'),
        }),
        'skill_damaged',
      ],
      [await insertSynced(all, { orphaned: true, enabled: false }), 'skill_orphaned'],
    ] as const;
    for (const [skill, code] of cases) {
      const { digest } = await all.service.review(skill.uid, ada);
      await expect(all.service.approve(skill.uid, digest, ada)).rejects.toMatchObject({ code });
      expect(await all.store.approvals(skill.uid)).toEqual([]);
    }
  });

  it('approves below the threshold; it takes effect when the source rises (decisions §42)', async () => {
    const all = await opened();
    const { uid, digest, sourceUid } = await writtenSkill(all);
    await all.service.changeSource(sourceUid, { trustLevel: 'community' }, ada);
    await all.service.approve(uid, digest, ada);
    expect(await reasons(all, uid)).toEqual(['below_threshold']);
    await all.service.changeSource(sourceUid, { trustLevel: 'verified' }, ada);
    expect(await instructs(all, uid)).toBe(true);
  });

  it('DIG-10 the text of a synced skill is read-only on every write path', async () => {
    const all = await opened();
    const skill = await insertSynced(all);
    for (const change of [
      { name: 'Other' },
      { description: 'Other.' },
      { body: 'Other.' },
      { allowedTools: ['progress'] },
      { process: true },
    ]) {
      const edit = all.service.edit(
        skill.uid,
        { ...version(change), allowedTools: version(change).allowedTools },
        ada,
      );
      await expect(edit).rejects.toMatchObject({ code: 'skill_read_only' });
    }
    expect(await all.store.skill(skill.uid)).toEqual(skill);
    const created = all.service.create({ ...version(), sourceUid: skill.sourceUid }, ada);
    await expect(created).rejects.toMatchObject({ code: 'skill_read_only' });
    expect(await all.service.setEnabled(skill.uid, false, ada)).toMatchObject({ enabled: false });
    expect(syncedSkill(1).storedDigest).toBe(skill.storedDigest);
  });
});
