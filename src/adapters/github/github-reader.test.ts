import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RepositoryAccess } from '../../skills/index.ts';
import { FakeClock, startFakeGitHub, type FakeGitHub } from '../../testing/index.ts';
import { createGitHubReader } from './github-reader.ts';

const REPOSITORY = { owner: 'a', name: 'b' };

describe('GitHub over HTTP', () => {
  let github: FakeGitHub;
  const clock = new FakeClock();
  const reader = () => createGitHubReader({ fetch: github.fetch, clock });
  const access = (token: string | null = null, signal = new AbortController().signal) =>
    ({ token: () => token, signal }) satisfies RepositoryAccess;
  beforeEach(async () => {
    github = await startFakeGitHub({ fetch });
  });
  afterEach(() => github.close());

  it('SYN-02 resolves a ref, lists the commit and reads a file by it, each with the token', async () => {
    const repository = github.repository('a/b');
    repository.token = 't';
    const commit = repository.commit({ 'ä ö/SKILL.md': 'text', link: { symlink: 'x' } });
    repository.point('feature/ä', commit);
    expect(await reader().commitOf(REPOSITORY, 'feature/ä', access('t'))).toBe(commit);
    const tree = await reader().tree(REPOSITORY, commit, access('t'));
    expect(tree.complete).toBe(true);
    expect(tree.entries.map(({ path, kind, bytes }) => [path, kind, bytes])).toEqual([
      ['link', 'symlink', 1],
      ['ä ö', 'folder', null],
      ['ä ö/SKILL.md', 'file', 4],
    ]);
    const { path, hash } = tree.entries[2] ?? { path: '', hash: '' };
    const at = { repository: REPOSITORY, commit, path, hash, maxBytes: 4 };
    expect(new TextDecoder().decode(await reader().file(at, access('t')))).toBe('text');
    expect(github.requests.map(({ authorization }) => authorization)).toEqual([
      'Bearer t',
      'Bearer t',
      'Bearer t',
    ]);
    expect(new Set(github.requests.map(({ host }) => host))).toEqual(
      new Set(['api.github.com', 'raw.githubusercontent.com']),
    );
  });

  it('SYN-02 a file larger than allowed is not read to its end, and other content is refused', async () => {
    const commit = github.repository('a/b').commit({ x: 'y'.repeat(1_000_000) });
    const at = { repository: REPOSITORY, commit, path: 'x', hash: 'z', maxBytes: 999_999 };
    await expect(reader().file(at, access())).rejects.toMatchObject({ code: 'response_too_large' });
    await expect(reader().file({ ...at, maxBytes: 1_000_000 }, access())).rejects.toMatchObject({
      code: 'content_mismatch',
    });
  });

  it.each([
    [301, {}, 'redirect_refused'],
    [302, { location: 'https://evil.test/' }, 'redirect_refused'],
    [304, {}, 'redirect_refused'],
    [401, {}, 'access_refused'],
    [403, {}, 'access_refused'],
    [403, { 'x-ratelimit-remaining': '0' }, 'rate_limited'],
    [404, {}, 'not_found_upstream'],
    [422, {}, 'not_found_upstream'],
    [429, {}, 'rate_limited'],
    [500, {}, 'host_failed'],
    [200, {}, 'response_malformed'],
  ])('SYN-02, SYN-06 status %i with %j is %s', async (status, headers, code) => {
    github.limit({ status, headers: headers });
    await expect(reader().commitOf(REPOSITORY, null, access())).rejects.toMatchObject({ code });
    expect(github.requests).toHaveLength(1);
  });

  it('SYN-10 an answer that does not come ends after its time, or with the sync', async () => {
    const asked = new Promise<void>((resolve) => {
      github.intercept(() => {
        resolve();
        return new Promise(() => undefined);
      });
    });
    const waiting = reader().commitOf(REPOSITORY, null, access());
    await asked;
    clock.advance(30_000);
    await expect(waiting).rejects.toMatchObject({ code: 'host_unreachable' });

    const stop = new AbortController();
    const stopped = reader().commitOf(REPOSITORY, null, access(null, stop.signal));
    stop.abort(new Error('stopped'));
    await expect(stopped).rejects.toThrow('stopped');
  });

  it('SYN-02 a host that cannot be reached says so without the address or the token', async () => {
    await github.close();
    const failing = reader().commitOf(REPOSITORY, null, access('secret'));
    await expect(failing).rejects.toMatchObject({
      code: 'host_unreachable',
      message: 'GitHub could not be reached (ECONNREFUSED).',
    });
  });
});
