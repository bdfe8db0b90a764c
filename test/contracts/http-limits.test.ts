import { expect, it } from 'vitest';
import { ADMIN } from './chat-world.ts';
import { createHttpWorld, describeOnSqlite } from './http-world.ts';

const SETUP = {
  token: 't',
  name: 'Ada',
  email: 'ada@example.org',
  password: 'correct horse',
  locale: 'en',
};
const REMOTE = { type: 'repo', url: 'https://github.com/example/skills' };
const LONG = 'x'.repeat(256);

describeOnSqlite('limits at the border', (openFresh) => {
  it.each([
    ['a long name', 'setup', { ...SETUP, name: LONG }, 'name'],
    ['a name of blanks', 'setup', { ...SETUP, name: '   ' }, 'name'],
    ['a long address', 'setup', { ...SETUP, email: `${LONG}@example.org` }, 'email'],
    ['a short password', 'setup', { ...SETUP, password: 'short' }, 'password'],
    ['a password of blanks', 'setup', { ...SETUP, password: ' '.repeat(12) }, 'password'],
    ['a long title', 'skill-sources', { title: LONG, trustLevel: 'verified' }, 'title'],
    ['a long title', 'skill-sources', { ...REMOTE, title: 'x'.repeat(3_000) }, 'title'],
    ['a title of blanks', 'skill-sources', { ...REMOTE, title: ' ' }, 'title'],
    ['a long address', 'skill-sources', { ...REMOTE, url: 'x'.repeat(2_049) }, 'url'],
  ])('%s is refused on %s, with the field', async (...row) => {
    const [, path, body, field] = row;
    const world = await createHttpWorld(openFresh);
    const answer = await world.json('POST', `/api/${path}`, { who: ADMIN, body });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', data: { field } } },
    });
    expect((await world.json('GET', '/api/skill-sources', { who: ADMIN })).body).not.toContainEqual(
      expect.objectContaining({ type: 'repo' }),
    );
  });
});
