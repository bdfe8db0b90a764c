import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { sha256Hex } from '../../src/base/index.ts';
import { isInstruction, readInstructionFacts, versionDigest } from '../../src/skills/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { createIngestWorld, skillFile, type IngestWorld } from './skills-ingest-world.ts';
import { ada } from './skills-support.ts';

const REPO = 'https://github.com/example/skills';
const NAMES = ['a', 'b', 'c', 'd'] as const;
const pathOf = (name: string) => `skills/${name}/SKILL.md`;

/** A source whose four skills are on, and whose rows are as an older version left them: without a digest. */
async function legacyWorld(w: IngestWorld) {
  const repository = w.github.repository('example/skills');
  repository.commit(
    Object.fromEntries(
      NAMES.map((name) => [
        pathOf(name),
        skillFile({ name: name.toUpperCase(), more: 'allowed-tools: Read' }),
      ]),
    ),
  );
  const uid = await w.add({ url: REPO });
  await w.ingest.sync(uid, ada);
  for (const skill of await w.store.skills()) await w.skills.setEnabled(skill.uid, true, ada);
  const { writes } = w.database.database;
  await sql`update skill set stored_digest = null`.execute(writes);
  await sql`delete from skill_file`.execute(writes);
  return { repository, uid };
}

describeEachDatabase('rows of older versions', (openFresh) => {
  const world = () => createIngestWorld(openFresh);

  it('DIG-07 a legacy row composes under its body check and is never an instruction', async () => {
    const w = await world();
    await legacyWorld(w);
    const skill = await w.skill(pathOf('a'));
    const facts = await readInstructionFacts(w.store, skill.uid);
    expect(facts === null ? null : isInstruction(facts)).toMatchObject({
      instruction: false,
      reasons: ['legacy', 'not_approved'],
    });
    await expect(
      w.skills.approve(skill.uid, versionDigest(skill.version), ada),
    ).rejects.toMatchObject({ code: 'skill_without_digest' });
  });

  it('DIG-08 the first sync compares the stored fields: unchanged stays on, a front-matter-only change switches off', async () => {
    const w = await world();
    const { repository, uid } = await legacyWorld(w);
    repository.commit({
      [pathOf('b')]: skillFile({ name: 'B', more: 'allowed-tools: Read, delete_everything' }),
      [pathOf('c')]: skillFile({ name: 'C', more: 'allowed-tools: Read\nlicense: MIT' }),
    });
    const state = await w.ingest.sync(uid, ada);
    expect(state.counts).toMatchObject({ disabledOnChange: 1, unchanged: 3 });
    for (const name of NAMES) {
      const skill = await w.skill(pathOf(name));
      expect([name, skill.enabled]).toEqual([name, name !== 'b']);
      expect(skill.storedDigest).toBe(versionDigest(skill.version));
    }
    expect((await w.events(pathOf('b'))).at(-1)).toBe('ingest_disabled_on_change');
    expect((await w.events(pathOf('a'))).at(-1)).toBe('enabled');
  });

  it('DIG-09 the upgrade keeps untouched rows, switches edited ones off, and changes nothing the second time', async () => {
    const w = await world();
    await legacyWorld(w);
    const { writes } = w.database.database;
    const edit = async (name: string, column: string, value: string) => {
      const { uid } = await w.skill(pathOf(name));
      await sql`update skill set ${sql.ref(column)} = ${value} where uid = ${uid}`.execute(writes);
    };
    await edit('b', 'body', 'Edited.');
    await edit('c', 'description', 'Edited.');
    await edit('d', 'allowed_tools', '["Read","delete_everything"]');
    const report = await w.ingest.upgrade(ada);
    expect(report).toMatchObject({ current: 0, upgraded: 1, disabled: 3 });
    expect(report.refused.map(({ identifier, fault }) => `${identifier} ${fault}`)).toEqual([
      'skills/b/SKILL.md body',
      'skills/c/SKILL.md description',
      'skills/d/SKILL.md allowed_tools',
    ]);
    const kept = await w.skill(pathOf('a'));
    expect(kept).toMatchObject({ enabled: true, storedDigest: versionDigest(kept.version) });
    for (const name of ['b', 'c', 'd']) {
      expect(await w.skill(pathOf(name))).toMatchObject({ enabled: false, storedDigest: null });
      expect((await w.events(pathOf(name))).at(-1)).toBe('upgrade_refused');
    }
    const before = await w.everything();
    expect(await w.ingest.upgrade(ada)).toMatchObject({
      current: 1,
      upgraded: 0,
      disabled: 0,
      refused: report.refused,
    });
    expect(await w.everything()).toEqual(before);
  });

  it('DIG-12 a row the upgrade switched off gets its digest from the next sync and stays off', async () => {
    const w = await world();
    const { uid } = await legacyWorld(w);
    const { uid: skill } = await w.skill(pathOf('c'));
    await sql`update skill set description = 'Edited.' where uid = ${skill}`.execute(
      w.database.database.writes,
    );
    await w.ingest.upgrade(ada);
    await expect(
      w.skills.approve(skill, versionDigest((await w.skill(pathOf('c'))).version), ada),
    ).rejects.toMatchObject({ code: 'skill_without_digest' });
    await w.ingest.sync(uid, ada);
    const after = await w.skill(pathOf('c'));
    expect(after).toMatchObject({
      enabled: false,
      storedDigest: versionDigest(after.version),
      version: { description: 'Writes alternative texts.' },
    });
  });

  const BODY = 'Look at each picture.\r\n';
  const row = (uid: number, fields: Record<string, unknown> = {}) => ({
    uid,
    source: 7,
    identifier: `7:skills/s${String(uid)}/SKILL.md`,
    name: `S${String(uid)}`,
    description: 'Does it.',
    body: BODY,
    body_checksum: sha256Hex(BODY),
    source_sha: 'f'.repeat(40),
    raw_frontmatter: JSON.stringify({ name: `S${String(uid)}`, description: 'Does it.' }),
    support_status: 'full',
    unsupported_notes: '',
    allowed_tools: '',
    trust_level: 'verified',
    injection_scan: '[]',
    data_class: '',
    orphaned: 0,
    enabled: 1,
    hidden: 0,
    deleted: 0,
    ...fields,
  });
  const source = {
    uid: 7,
    title: 'Old skills',
    type: 'repo',
    url: REPO,
    ref: '',
    pinned_sha: 'f'.repeat(40),
    github_token: 'vault-id',
    trust_level: 'verified',
    expected_fingerprint: 'a'.repeat(64),
    sync_status: 'ok',
    enabled: 1,
    hidden: 0,
    deleted: 0,
  };
  const exported = (skills: readonly object[], sources: readonly object[] = [source]) =>
    JSON.stringify({ tx_nrllm_skill_source: sources, tx_nrllm_skill: skills });

  it('DIG-07, DIG-09 rows of the older system arrive as legacy rows, off where they are not what their sync wrote', async () => {
    const w = await world();
    const json = exported([
      row(1),
      row(2, { body: 'Edited.' }),
      row(3, { description: 'Edited.' }),
      row(4, { enabled: '0' }),
      row(5, { deleted: '1' }),
      row(6, { allowed_tools: 'not json', support_status: 'partial' }),
      row(7, {
        allowed_tools: '["Read","Bash(git add:*)"]',
        support_status: 'partial',
        raw_frontmatter: {
          name: 'S7',
          description: 'Does it.',
          'allowed-tools': 'Bash(git add:*), Read',
          process: true,
        },
      }),
      row(8, { hidden: 1 }),
      row(9, { raw_frontmatter: '' }),
      row(10, { source: null, source_uid: 99 }),
    ]);
    const report = await w.ingest.importNrLlm(json, ada);
    expect(report).toMatchObject({ sources: 1, skills: 8, disabled: 4, known: 0, deleted: 1 });
    expect(report.lines.map(({ message }) => message.split(' ')[0])).toEqual([
      'Enter',
      'Its',
      'The',
    ]);
    const on = (await w.store.skills()).filter(({ enabled }) => enabled);
    expect(on.map(({ identifier }) => identifier)).toEqual([
      'skills/s1/SKILL.md',
      'skills/s7/SKILL.md',
    ]);
    for (const skill of await w.store.skills()) {
      expect(skill.storedDigest).toBeNull();
      const facts = await readInstructionFacts(w.store, skill.uid);
      expect(facts !== null && isInstruction(facts).instruction).toBe(false);
    }
    expect((await w.skill('skills/s6/SKILL.md')).version.allowedTools).toEqual([]);
    expect((await w.ingest.sources(ada))[0]).toMatchObject({
      title: 'Old skills',
      trustLevel: 'verified',
      remote: { url: REPO, hasToken: false, sync: { expectedFingerprint: null } },
    });

    const before = await w.everything();
    expect(await w.ingest.importNrLlm(json, ada)).toMatchObject({
      sources: 0,
      skills: 0,
      known: 8,
    });
    expect(await w.everything()).toEqual(before);

    const upgraded = await w.ingest.upgrade(ada);
    expect(upgraded).toMatchObject({ upgraded: 4, disabled: 0 });
    expect(upgraded.refused.map(({ fault }) => fault)).toEqual([
      'body',
      'description',
      'allowed_tools',
      'front_matter_missing',
    ]);
    expect((await w.skill('skills/s7/SKILL.md')).version).toMatchObject({
      allowedTools: ['Bash(git add:*)', 'Read'],
      process: true,
    });
  });

  it('DIG-08 an imported row that is unchanged upstream stays on at its first sync', async () => {
    const w = await world();
    await w.ingest.importNrLlm(exported([row(1), row(2)]), ada);
    w.github.repository('example/skills').commit({
      'skills/s1/SKILL.md': '---\nname: S1\ndescription: Does it.\n---\n\nLook at each picture.\n',
      'skills/s2/SKILL.md':
        '---\nname: S2\ndescription: Does more.\n---\n\nLook at each picture.\n',
    });
    const [{ uid } = { uid: 0 }] = await w.store.sources();
    expect((await w.ingest.sync(uid, ada)).counts).toMatchObject({
      unchanged: 1,
      disabledOnChange: 1,
      created: 0,
    });
    expect(await w.skill('skills/s1/SKILL.md')).toMatchObject({ enabled: true });
    expect(await w.skill('skills/s2/SKILL.md')).toMatchObject({ enabled: false });
  });

  it('BCK-06 a skill that was written there is written here, with history', async () => {
    const w = await world();
    const backend = { ...source, uid: 8, type: 'backend', title: 'Own', url: '' };
    const own = row(1, { source: 8, identifier: '8:own', allowed_tools: '["progress"]' });
    await w.ingest.importNrLlm(exported([own], [backend]), ada);
    const skill = await w.skill('own');
    expect(skill).toMatchObject({ enabled: true, version: { allowedTools: ['progress'] } });
    expect(await w.skills.history(skill.uid, ada)).toHaveLength(1);
    expect(await w.events('own')).toEqual(['skill_created', 'imported']);
    expect(await w.ingest.upgrade(ada)).toMatchObject({ current: 0, upgraded: 0, refused: [] });
  });

  it('a file that is no export, and a source that cannot be read here, are told', async () => {
    const w = await world();
    for (const json of [
      '',
      '[]',
      '{}',
      '{"tx_nrllm_skill": []}',
      '{"sources": [{}], "skills": []}',
    ]) {
      await expect(w.ingest.importNrLlm(json, ada)).rejects.toMatchObject({
        code: 'invalid_request',
      });
    }
    const elsewhere = { ...source, url: 'https://gitlab.com/a/b' };
    const report = await w.ingest.importNrLlm(exported([row(1)], [elsewhere]), ada);
    expect(report).toMatchObject({ sources: 0, skills: 0 });
    expect(report.lines[0]?.message).toContain('gitlab.com is not one of the hosts');
    expect(await w.store.sources()).toEqual([]);
  });
});
