import { expect, it } from 'vitest';
import { admits, pinVerdict, readInstructionFacts, readPinFacts } from '../../src/skills/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { createIngestWorld, skillFile } from './skills-ingest-world.ts';
import { ada, author, editor, robot } from './skills-support.ts';

const REPO = 'https://github.com/example/skills';

describeEachDatabase('sources that are synced', (openFresh) => {
  const world = (options = {}) => createIngestWorld(openFresh, options);

  it('BCK-04 sources and syncs are for administrators; authors may see them', async () => {
    const w = await world();
    w.github.repository('example/skills').commit({ 'SKILL.md': skillFile() });
    const uid = await w.add({ url: REPO });
    for (const actor of [author, editor, robot, { kind: 'anonymous' } as const]) {
      for (const attempt of [
        w.ingest.addSource({ type: 'repo', url: REPO }, actor),
        w.ingest.changeSource(uid, { trustLevel: 'first_party' }, actor),
        w.ingest.sync(uid, actor),
        w.ingest.startSync(uid, actor),
        w.ingest.syncState(uid, actor),
        w.ingest.cancelSync(uid, actor),
        w.ingest.upgrade(actor),
        w.ingest.importNrLlm('{}', actor),
      ]) {
        await expect(attempt).rejects.toMatchObject({ code: 'not_permitted' });
      }
    }
    expect(await w.ingest.sources(author)).toHaveLength(1);
    await expect(w.ingest.sources(editor)).rejects.toMatchObject({ code: 'not_permitted' });
    expect(w.github.requests).toEqual([]);
  });

  it('ADM-04, ADM-08 a sync copies the level of its source and changes none', async () => {
    const w = await world();
    w.github.repository('example/skills').commit({ 'SKILL.md': skillFile() });
    const uid = await w.add({ url: REPO, trustLevel: 'community' });
    await w.ingest.sync(uid, ada);
    await w.ingest.changeSource(uid, { trustLevel: 'verified' }, ada);
    expect(await w.skill('SKILL.md')).toMatchObject({ copiedTrustLevel: 'community' });
    await w.ingest.sync(uid, ada);
    expect(await w.skill('SKILL.md')).toMatchObject({ copiedTrustLevel: 'verified' });
    expect((await w.store.source(uid))?.trustLevel).toBe('verified');
    const added = await w.ingest.addSource({ type: 'repo', url: REPO }, ada);
    expect(added.trustLevel).toBe('untrusted');
  });

  it('SYN-09 a source that is switched off neither syncs nor composes anything new; held pins keep working', async () => {
    const w = await world();
    w.github.repository('example/skills').commit({ 'SKILL.md': skillFile() });
    const uid = await w.add({ url: REPO });
    await w.ingest.sync(uid, ada);
    const skill = await w.skill('SKILL.md');
    const digest = skill.storedDigest ?? '';
    await w.skills.setEnabled(skill.uid, true, ada);
    await w.skills.approve(skill.uid, digest, ada);
    const pin = { skillUid: skill.uid, sourceUid: uid, digest, process: false, name: '' };
    const admitted = async () => {
      const facts = await readInstructionFacts(w.store, skill.uid);
      return facts !== null && admits(facts.skill, facts.source, facts.thresholds);
    };
    expect(await admitted()).toBe(true);
    await w.ingest.changeSource(uid, { enabled: false }, ada);
    expect(await admitted()).toBe(false);
    expect(pinVerdict(pin, await readPinFacts(w.store, pin))).toBe('holds');
    w.github.forgetRequests();
    await expect(w.ingest.sync(uid, ada)).rejects.toMatchObject({ code: 'source_disabled' });
    expect(w.github.requests).toEqual([]);
    expect((await w.ingest.syncState(uid, ada)).status).toBe('ok');
  });

  it('SYN-05 a fingerprint that does not match stops the sync before anything is written', async () => {
    const w = await world();
    const repository = w.github.repository('example/skills');
    repository.commit({ 'SKILL.md': skillFile(), 'skills/b/SKILL.md': skillFile({ name: 'B' }) });
    const uid = await w.add({ url: REPO });
    const { computedFingerprint } = await w.ingest.sync(uid, ada);
    await w.ingest.changeSource(
      uid,
      { expectedFingerprint: (computedFingerprint ?? '').toUpperCase() },
      ada,
    );
    expect((await w.ingest.sync(uid, ada)).status).toBe('ok');

    const before = await w.everything();
    repository.commit({ 'SKILL.md': skillFile({}, 'Other text.'), 'skills/b/SKILL.md': null });
    const state = await w.ingest.sync(uid, ada);
    expect(state).toMatchObject({ status: 'error', problem: { code: 'fingerprint_mismatch' } });
    expect(state.computedFingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(state.computedFingerprint).not.toBe(computedFingerprint);
    const after = await w.everything();
    expect({ ...after, audit: after.audit.slice(1) }).toEqual(before);
    expect(after.audit[0]).toMatchObject({ event: 'fingerprint_rejected', sourceUid: uid });

    // What it computed is what there is to paste.
    await w.ingest.changeSource(uid, { expectedFingerprint: state.computedFingerprint }, ada);
    expect((await w.ingest.sync(uid, ada)).counts).toMatchObject({ updated: 1, orphaned: 1 });
  });

  it('SYN-11 a matching fingerprint vouches for bodies only', async () => {
    const w = await world();
    const repository = w.github.repository('example/skills');
    repository.commit({ 'SKILL.md': skillFile() });
    const uid = await w.add({ url: REPO });
    const { computedFingerprint } = await w.ingest.sync(uid, ada);
    await w.ingest.changeSource(uid, { expectedFingerprint: computedFingerprint }, ada);
    const { uid: skill } = await w.skill('SKILL.md');
    await w.skills.setEnabled(skill, true, ada);
    repository.commit({ 'SKILL.md': skillFile({ description: 'Something else.' }) });
    const state = await w.ingest.sync(uid, ada);
    expect(state).toMatchObject({ status: 'ok', counts: { disabledOnChange: 1 } });
    expect(await w.skill('SKILL.md')).toMatchObject({ enabled: false });
    expect((await w.skills.review(skill, ada)).skill.versions[0]?.seal).toBe('not_approved');
  });

  it('a skill goes out as a SKILL.md, byte for byte the same, and comes back as the same version', async () => {
    const w = await world();
    const repository = w.github.repository('example/skills');
    repository.commit({
      'SKILL.md': skillFile({
        name: 'Prüfung: "a"',
        more: 'allowed-tools: Bash(git add:*), Read',
      }).replace('name: Prüfung: "a"', `name: 'Prüfung: "a"'`),
    });
    const uid = await w.add({ url: REPO });
    await w.ingest.sync(uid, ada);
    const skill = await w.skill('SKILL.md');
    const text = await w.ingest.exportSkill(skill.uid, ada);
    expect(await w.ingest.exportSkill(skill.uid, ada)).toBe(text);
    w.github.repository('example/copy').commit({ 'skills/copy/SKILL.md': text });
    await w.ingest.sync(await w.add({ url: 'https://github.com/example/copy' }), ada);
    expect((await w.skill('skills/copy/SKILL.md')).storedDigest).toBe(skill.storedDigest);
    await expect(w.ingest.exportSkill(skill.uid, editor)).rejects.toMatchObject({
      code: 'not_permitted',
    });
  });
});
