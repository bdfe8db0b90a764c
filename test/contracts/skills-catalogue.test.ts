import { expect, it } from 'vitest';
import { versionDigest } from '../../src/skills/index.ts';
import {
  ada,
  describeEachSkillStore,
  editor,
  insertSynced,
  person,
  version,
  withService,
  writtenSkill,
} from './skills-support.ts';

describeEachSkillStore('what may be invoked', (open) => {
  const opened = async () => withService(await open());
  const everybody = { uid: 1, allowedGroupIds: [] };

  it('API-01 lists attached, enabled, admitted skills for whoever may use the configuration', async () => {
    const all = await opened();
    const make = async (fields: Parameters<typeof version>[0], approved: boolean) => {
      const skill = await writtenSkill(all, fields);
      await all.service.setEnabled(skill.uid, true, ada);
      const mode = { configurationUid: 1, loadMode: 'on_demand' } as const;
      await all.service.setAttachment(skill.uid, mode, ada);
      if (approved) await all.service.approve(skill.uid, skill.digest, ada);
      return skill;
    };
    const approved = await make({ name: 'Approved' }, true);
    const fenced = await make({ name: 'Fenced' }, false);
    const process = await make({ name: 'Process', process: true }, true);
    await make({ name: 'Process that nobody approved', process: true }, false);
    const disabled = await make({ name: 'Disabled' }, true);
    await all.service.setEnabled(disabled.uid, false, ada);
    const detached = await make({ name: 'Detached' }, true);
    await all.service.setAttachment(detached.uid, { configurationUid: 1, loadMode: null }, ada);
    const low = await make({ name: 'Not admitted' }, true);
    await all.service.changeSource(low.sourceUid, { trustLevel: 'untrusted' }, ada);
    const off = await make({ name: 'Of a source that is off' }, true);
    await all.service.changeSource(off.sourceUid, { enabled: false }, ada);

    const catalogue = await all.service.catalogue(editor, everybody);
    expect(catalogue).toEqual([
      {
        uid: approved.uid,
        identifier: 'approved',
        name: 'Approved',
        description: 'Writes alternative texts.',
        loadMode: 'on_demand',
        process: false,
        instruction: true,
        untrusted: false,
        digest: approved.digest,
      },
      expect.objectContaining({ uid: fenced.uid, instruction: false, untrusted: true }),
      expect.objectContaining({ uid: process.uid, process: true, instruction: true }),
    ]);
    const processes = await all.service.catalogue(editor, everybody, { processesOnly: true });
    expect(processes.map(({ uid }) => uid)).toEqual([process.uid]);
    const restricted = { uid: 1, allowedGroupIds: ['web'] };
    await expect(all.service.catalogue(editor, restricted)).rejects.toMatchObject({
      code: 'configuration_access',
    });
    const member = person('member', { groupIds: ['web'] });
    expect(await all.service.catalogue(member, restricted)).toHaveLength(3);
  });

  it('leaves damaged rows out', async () => {
    const all = await opened();
    const skill = await insertSynced(all, {
      version: version({ body: 'x' }),
      storedDigest: versionDigest(version()),
    });
    await all.service.setAttachment(skill.uid, { configurationUid: 1, loadMode: 'on_demand' }, ada);
    expect(await all.service.catalogue(editor, everybody)).toEqual([]);
  });
});
