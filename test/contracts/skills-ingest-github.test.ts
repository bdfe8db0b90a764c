import { expect, it } from 'vitest';
import { describeEachDatabase } from '../support/databases.ts';
import { createIngestWorld, errorLines, skillFile } from './skills-ingest-world.ts';
import { ada } from './skills-support.ts';

const REPO = 'https://github.com/example/skills';

describeEachDatabase('what GitHub answers to a sync', (openFresh) => {
  const world = (options = {}) => createIngestWorld(openFresh, options);

  it('SYN-02 no redirect is followed and no other host is asked', async () => {
    const w = await world();
    const repository = w.github.repository('example/skills');
    repository.commit({ 'SKILL.md': skillFile() });
    repository.movedTo = 'example/elsewhere';
    w.github.repository('example/elsewhere').commit({ 'SKILL.md': skillFile() });
    const uid = await w.add({ url: REPO });
    expect((await w.ingest.sync(uid, ada)).problem).toMatchObject({ code: 'redirect_refused' });
    expect(w.github.requests).toHaveLength(1);
    for (const url of [
      'http://github.com/example/skills',
      'https://github.com.evil.test/example/skills',
      'https://user:secret@github.com/example/skills',
      'https://github.com:8443/example/skills',
      'https://gist.github.com/example/skills',
    ]) {
      await expect(w.add({ url })).rejects.toMatchObject({
        code: 'source_invalid',
        data: { field: 'url' },
      });
    }
  });

  it('SYN-02 the token is sealed, opened only for requests, and shown to nobody', async () => {
    const w = await world();
    const repository = w.github.repository('example/private');
    repository.token = 'ghp_secret';
    repository.commit({ 'SKILL.md': skillFile() });
    const url = 'https://github.com/example/private';
    const uid = await w.add({ url });
    expect((await w.ingest.sync(uid, ada)).problem?.code).toBe('not_found_upstream');
    expect(w.opened).toEqual([]);
    const view = await w.ingest.changeSource(uid, { token: 'ghp_secret' }, ada);
    expect(w.opened).toEqual([]);
    expect(view.remote).toMatchObject({ hasToken: true });
    expect((await w.ingest.sync(uid, ada)).status).toBe('ok');
    expect(w.opened.length).toBeGreaterThan(0);
    expect(new Set(w.opened)).toEqual(new Set([`skill_source/${String(uid)}/token`]));
    const shown = JSON.stringify([await w.ingest.sources(ada), await w.everything()]);
    expect(shown).not.toContain('ghp_secret');
    expect(JSON.stringify(await w.sourceStore.sealedToken(uid))).not.toContain('ghp_secret');
    await w.ingest.changeSource(uid, { token: null }, ada);
    expect((await w.ingest.sync(uid, ada)).problem?.code).toBe('not_found_upstream');
  });

  it('SYN-02 a ref is resolved anew at each sync, and a tag stays where it is', async () => {
    const w = await world();
    const repository = w.github.repository('example/skills');
    const one = repository.commit({ 'SKILL.md': skillFile({ name: 'One' }) });
    repository.point('v1', one);
    repository.point('feature/x', one);
    const tag = await w.add({ url: REPO, ref: 'v1' });
    const branch = await w.add({ url: REPO, ref: 'feature/x' });
    const head = await w.add({ url: REPO });
    for (const uid of [tag, branch, head]) await w.ingest.sync(uid, ada);
    const two = repository.commit({ 'SKILL.md': skillFile({ name: 'Two' }) });
    repository.point('feature/x', two);
    const commits = [];
    for (const uid of [tag, branch, head])
      commits.push((await w.ingest.sync(uid, ada)).pinnedCommit);
    expect(commits).toEqual([one, two, two]);
    const gone = await w.add({ url: REPO, ref: 'nowhere' });
    expect((await w.ingest.sync(gone, ada)).problem?.code).toBe('not_found_upstream');
  });

  it('SYN-02 content that is not what the listing names is not taken', async () => {
    const w = await world();
    w.github.repository('example/skills').commit({
      'SKILL.md': skillFile(),
      'skills/b/SKILL.md': skillFile({ name: 'B' }),
    });
    w.github.intercept((request) =>
      Promise.resolve(
        request.path.endsWith('/skills/b/SKILL.md')
          ? { status: 200, body: skillFile({ name: 'Swapped' }) }
          : null,
      ),
    );
    const uid = await w.add({ url: REPO });
    expect(errorLines(await w.ingest.sync(uid, ada))).toEqual([
      'skills/b/SKILL.md:- content_mismatch',
    ]);
    expect(await w.identifiers()).toEqual(['SKILL.md']);
  });

  it('SYN-06 a rate limit stops the sync with a state that says until when, and writes nothing', async () => {
    const w = await world();
    const repository = w.github.repository('example/skills');
    repository.commit({ 'SKILL.md': skillFile() });
    const uid = await w.add({ url: REPO });
    await w.ingest.sync(uid, ada);
    repository.commit({ 'SKILL.md': null, 'skills/new/SKILL.md': skillFile({ name: 'New' }) });
    const before = await w.everything();
    const reset = Math.floor(w.clock.now() / 1_000) + 3_600;
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) };
    w.github.limit({ status: 403, headers });
    expect(await w.ingest.sync(uid, ada)).toMatchObject({
      status: 'error',
      problem: { code: 'rate_limited', resetAtMs: reset * 1_000 },
    });
    // While files are read, it stops the sync just the same.
    w.github.limit(null);
    w.github.intercept((request) =>
      Promise.resolve(
        request.host === 'raw.githubusercontent.com'
          ? { status: 429, headers: { 'retry-after': '60' } }
          : null,
      ),
    );
    expect(await w.ingest.sync(uid, ada)).toMatchObject({
      status: 'error',
      problem: { code: 'rate_limited', resetAtMs: w.clock.now() + 60_000 },
    });
    expect(await w.everything()).toEqual(before);
  });

  it('SYN-06 the limits of files and time stop the reading and orphan nothing', async () => {
    const w = await world({ maxFiles: 2 });
    const repository = w.github.repository('example/skills');
    repository.commit({
      'skills/a/SKILL.md': skillFile({ name: 'A' }),
      'skills/b/SKILL.md': skillFile({ name: 'B' }),
      'skills/c/SKILL.md': skillFile({ name: 'C' }),
    });
    const uid = await w.add({ url: REPO });
    const state = await w.ingest.sync(uid, ada);
    expect(state).toMatchObject({ status: 'partial', counts: { created: 2, refused: 1 } });
    expect(errorLines(state)).toEqual([':- file_limit']);

    const late = w.secondIngest({ maxDurationMs: 1_000 });
    repository.commit({ 'skills/b/SKILL.md': skillFile({ name: 'B2' }) });
    const second = await late.sync(uid, ada, {
      onProgress: ({ phase }) => {
        if (phase === 'listing') w.clock.advance(1_000);
      },
    });
    expect(errorLines(second)).toEqual([':- time_limit']);
    expect(second.counts).toMatchObject({ unchanged: 1, orphaned: 0 });
    expect((await w.store.skills()).some(({ orphaned }) => orphaned)).toBe(false);
  });

  it('SYN-06 a listing that is cut or cannot be understood is an error, never an empty repository', async () => {
    const w = await world();
    const repository = w.github.repository('example/skills');
    repository.commit({
      'skills/a/SKILL.md': skillFile({ name: 'A' }),
      'skills/b/SKILL.md': skillFile({ name: 'B' }),
    });
    const uid = await w.add({ url: REPO });
    await w.ingest.sync(uid, ada);
    repository.isTruncated = true;
    const cut = await w.ingest.sync(uid, ada);
    expect(errorLines(cut)).toEqual(['example/skills:- listing_incomplete']);
    expect((await w.store.skills()).some(({ orphaned }) => orphaned)).toBe(false);
    const before = await w.everything();
    for (const body of [
      '[]',
      '{"tree":[]}',
      'null',
      '{"truncated":false,"tree":[{"path":"x"}]}',
      '<html>',
    ]) {
      w.github.intercept((request) =>
        Promise.resolve(request.path.includes('/git/trees/') ? { status: 200, body } : null),
      );
      const state = await w.ingest.sync(uid, ada);
      expect(state.problem?.code).toBe('response_malformed');
    }
    expect(await w.everything()).toEqual(before);
  });
});
