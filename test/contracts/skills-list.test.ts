import { expect, it } from 'vitest';
import type { SkillStore } from '../../src/skills/index.ts';
import {
  ada,
  ben,
  describeEachSkillStore,
  insertSynced,
  version,
  withService,
  writtenSkill,
  type OpenedService,
} from './skills-support.ts';

/** Approved, revoked, approved again after an edit, synced, and one nobody decided about. */
async function skillsOfEveryKind(all: OpenedService): Promise<void> {
  const { service } = all;
  const approved = await writtenSkill(all, { name: 'Approved' });
  await service.setEnabled(approved.uid, true, ada);
  await service.approve(approved.uid, approved.digest, ada);
  const revoked = await writtenSkill(all, { name: 'Revoked' });
  await service.setEnabled(revoked.uid, true, ada);
  await service.approve(revoked.uid, revoked.digest, ada);
  await service.revoke(revoked.uid, { digest: revoked.digest, reason: 'wrong' }, ben);
  const edited = await writtenSkill(all, { name: 'Edited' });
  await service.approve(edited.uid, edited.digest, ada);
  const { name, description, body, allowedTools, process } = version({ body: 'Anew.' });
  const text = { name, description, body, allowedTools, process };
  const { digest } = await service.edit(edited.uid, text, ada);
  await service.approve(edited.uid, digest, ben);
  await service.revoke(edited.uid, { digest: edited.digest, reason: 'old' }, ben);
  await insertSynced(all);
  await insertSynced(all, { identifier: 'damaged', storedDigest: '1:00' });
  await writtenSkill(all, { name: 'New' });
}

describeEachSkillStore('the list of skills', (open) => {
  it('ADM-05, WEB-05 shows each skill as its own review does', async () => {
    const all = withService(await open());
    await skillsOfEveryKind(all);
    const list = await all.service.list(ada);
    const reviews = await Promise.all(list.map(({ uid }) => all.service.review(uid, ada)));
    expect(list).toEqual(reviews.map(({ skill }) => skill));
    expect(list.map(({ versions }) => versions.map(({ seal }) => seal))).toEqual([
      ['approved'],
      ['revoked'],
      ['approved', 'revoked'],
      ['not_approved'],
      [],
      ['not_approved'],
    ]);
    expect(list.map(({ instruction }) => instruction)).toEqual([
      true,
      false,
      true,
      false,
      false,
      false,
    ]);
  });

  it('asks the store as often for many skills as for none', async () => {
    const all = withService(await open());
    let asked = 0;
    const store = counting(all.store, () => {
      asked += 1;
    });
    const service = all.serviceOver({ store, transactions: all.transactions });
    expect(await service.list(ada)).toEqual([]);
    const forNone = asked;
    await skillsOfEveryKind(all);
    asked = 0;
    expect(await service.list(ada)).toHaveLength(6);
    expect(asked).toBe(forNone);
  });
});

/** The store, telling of every read outside a transaction. */
function counting(store: SkillStore, onRead: () => void): SkillStore {
  return new Proxy(store, {
    get: (target, name): unknown => {
      onRead();
      return Reflect.get(target, name);
    },
  });
}
