import { expect, it } from 'vitest';
import { SkillSourceView, SkillSyncState } from '../../src/contracts/index.ts';
import { ADMIN } from './chat-world.ts';
import { codeOf, createHttpWorld, describeOnSqlite } from './http-world.ts';
import { skillFile } from './skills-ingest-world.ts';

const SOURCE = { type: 'repo', url: 'https://github.com/example/skills', token: 'ghp_secret' };

describeOnSqlite('sources over HTTP', (openFresh) => {
  it('SYN-10 a sync is begun, followed and ends with its counts; the token never comes back', async () => {
    const world = await createHttpWorld(openFresh);
    const repository = world.github.repository('example/skills');
    repository.token = 'ghp_secret';
    repository.commit({ 'SKILL.md': skillFile(), 'skills/b/SKILL.md': 'broken' });
    const added = await world.json('POST', '/api/skill-sources', { who: ADMIN, body: SOURCE });
    expect(added.status).toBe(201);
    const source = SkillSourceView.parse(added.body);
    expect(source).toMatchObject({
      title: 'example/skills',
      trustLevel: 'untrusted',
      remote: { hasToken: true, sync: { status: 'never_synced' } },
    });
    const path = `/api/skill-sources/${String(source.uid)}/sync`;
    const begun = await world.json('POST', path, { who: ADMIN });
    expect([begun.status, SkillSyncState.parse(begun.body).status]).toEqual([202, 'syncing']);
    const again = await world.json('POST', path, { who: ADMIN });
    expect([again.status, codeOf(again.body)]).toEqual([409, 'sync_running']);
    await expect
      .poll(async () => SkillSyncState.parse((await world.json('GET', path, { who: ADMIN })).body))
      .toMatchObject({
        status: 'partial',
        progress: null,
        counts: { created: 1, refused: 1 },
        lines: [{ level: 'error', code: 'no_front_matter', place: 'skills/b/SKILL.md', line: 1 }],
      });
    const listed = await world.json('GET', '/api/skill-sources', { who: ADMIN });
    expect(JSON.stringify([added.body, begun.body, listed.body])).not.toContain('ghp_secret');
    expect(world.httpProblems).toEqual([]);
  });

  it('SYN-10 a sync is called off', async () => {
    const world = await createHttpWorld(openFresh);
    world.github.repository('example/skills').commit({ 'SKILL.md': skillFile() });
    world.github.intercept(() => new Promise(() => undefined));
    const { uid } = SkillSourceView.parse(
      (await world.json('POST', '/api/skill-sources', { who: ADMIN, body: SOURCE })).body,
    );
    const path = `/api/skill-sources/${String(uid)}/sync`;
    await world.json('POST', path, { who: ADMIN });
    const ended = await world.json('DELETE', path, { who: ADMIN });
    expect(SkillSyncState.parse(ended.body).problem?.code).toBe('sync_cancelled');
  });

  it('a source that cannot be used is refused with the field, and sources written here stay as they were', async () => {
    const world = await createHttpWorld(openFresh);
    const bad = await world.json('POST', '/api/skill-sources', {
      who: ADMIN,
      body: { ...SOURCE, url: 'https://example.org/x/y' },
    });
    expect([bad.status, codeOf(bad.body)]).toEqual([422, 'source_invalid']);
    const shapeless = await world.json('POST', '/api/skill-sources', {
      who: ADMIN,
      body: { type: 'repo' },
    });
    expect([shapeless.status, codeOf(shapeless.body)]).toEqual([400, 'invalid_request']);
    const own = await world.json('POST', '/api/skill-sources', {
      who: ADMIN,
      body: { title: 'Ours', trustLevel: 'verified' },
    });
    const { uid, remote } = SkillSourceView.parse(own.body);
    expect(remote).toBeNull();
    const changed = await world.json('PUT', `/api/skill-sources/${String(uid)}`, {
      who: ADMIN,
      body: { url: SOURCE.url },
    });
    expect([changed.status, codeOf(changed.body)]).toEqual([422, 'source_invalid']);
    const renamed = await world.json('PUT', `/api/skill-sources/${String(uid)}`, {
      who: ADMIN,
      body: { title: 'Others' },
    });
    expect(SkillSourceView.parse(renamed.body).title).toBe('Others');
  });

  it('a skill goes out as a file', async () => {
    const world = await createHttpWorld(openFresh);
    const response = await world.ask('GET', `/api/skills/${String(world.processUid)}/export`, {
      who: ADMIN,
    });
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect((await response.text()).startsWith('---\nname: "SEO"\n')).toBe(true);
  });
});
