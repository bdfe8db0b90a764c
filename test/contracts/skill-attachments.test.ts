import { expect, it } from 'vitest';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN, createWorld, EDITOR } from './chat-world.ts';

describeEachDatabase('skills of a configuration', (openFresh) => {
  it('LOD-01 are listed in their order, put into another, and nobody orders a list they have not seen', async () => {
    const { skills, createSkill, processUid } = await createWorld(openFresh);
    const second = await createSkill({ name: 'Second', process: false });
    const third = await createSkill({ name: 'Third', process: false, approve: false });
    const order = async () => (await skills.attachments(1, ADMIN)).map(({ skillUid }) => skillUid);
    expect(await order()).toEqual([processUid, second, third]);
    await skills.orderAttachments(1, [third, processUid, second], ADMIN);
    expect(await order()).toEqual([third, processUid, second]);
    for (const other of [
      [third, processUid],
      [third, third, second],
      [third, processUid, 999],
    ]) {
      await expect(skills.orderAttachments(1, other, ADMIN)).rejects.toMatchObject({
        code: 'attachments_changed',
      });
    }
    expect(await order()).toEqual([third, processUid, second]);
    // Another load mode leaves a skill where it stands; a process is never attached always (PRC-02).
    await skills.setAttachment(third, { configurationUid: 1, loadMode: 'always' }, ADMIN);
    expect((await skills.attachments(1, ADMIN))[0]).toMatchObject({
      skillUid: third,
      loadMode: 'always',
      instruction: false,
    });
    await expect(
      skills.setAttachment(processUid, { configurationUid: 1, loadMode: 'always' }, ADMIN),
    ).rejects.toMatchObject({ code: 'process_on_demand' });
    await expect(skills.orderAttachments(1, await order(), EDITOR)).rejects.toMatchObject({
      code: 'not_permitted',
    });
    const ordered = await skills.audit({ events: ['attachments_ordered'] }, ADMIN);
    expect(ordered.map(({ code, actorName }) => [code, actorName])).toEqual([
      [`configuration 1, ${[third, processUid, second].join(' ')}`, 'Ada'],
    ]);
  });

  it('APR-06 the audit is filtered, and its rows carry names and the seal of their time', async () => {
    const { skills, processUid } = await createWorld(openFresh);
    const { digest } = await skills.review(processUid, ADMIN);
    await skills.revoke(processUid, { digest, reason: 'too loud' }, ADMIN);
    await skills.approve(processUid, digest, ADMIN);
    const decided = await skills.audit({ events: ['approved', 'revoked'] }, ADMIN);
    expect(decided.map(({ event, seal, skillName }) => [event, seal, skillName])).toEqual([
      ['approved', 'approved', 'SEO'],
      ['revoked', 'revoked', 'SEO'],
      ['approved', 'approved', 'SEO'],
    ]);
    expect(await skills.audit({ skillUid: processUid, events: ['revoked'] }, ADMIN)).toHaveLength(
      1,
    );
    expect(await skills.audit({ actorId: EDITOR.userId }, ADMIN)).toEqual([]);
    expect(await skills.audit({ actorId: null }, ADMIN)).toEqual([]);
    expect(await skills.audit({ sourceUid: 999 }, ADMIN)).toEqual([]);
    expect(await skills.auditPeople(ADMIN)).toEqual([{ id: 'admin', name: 'Ada' }]);
    await expect(skills.auditPeople(EDITOR)).rejects.toMatchObject({ code: 'not_permitted' });
  });
});
