import { expect, it } from 'vitest';
import { SnippetView } from '../../src/contracts/index.ts';
import type { UserActor } from '../../src/actors/index.ts';
import { ADMIN, EDITOR } from './chat-world.ts';
import { codeOf, createHttpWorld, describeOnSqlite } from './http-world.ts';

const AUTHOR: UserActor = {
  ...EDITOR,
  userId: 'author',
  name: 'Arno',
  grants: ['snippets_author'],
};
const TONE = { name: 'Tone', text: 'Write plainly.', tags: ['house'] };

describeOnSqlite('snippets over HTTP', (openFresh) => {
  const open = async () => {
    const world = await createHttpWorld(openFresh);
    world.people.set(AUTHOR.userId, AUTHOR);
    const made = await world.json('POST', '/api/snippets', { who: AUTHOR, body: TONE });
    expect(made.status).toBe(201);
    return { ...world, made: SnippetView.parse(made.body) };
  };

  it('SNP-04 a body that names the mark or any other field is refused whole, for authors and administrators', async () => {
    const { json, made } = await open();
    for (const who of [AUTHOR, ADMIN]) {
      for (const field of ['callerSystemDigest', 'caller_system_digest', 'mark', 'hidden', 'uid']) {
        const body = { ...TONE, text: 'Shout.', [field]: made.digest };
        for (const [method, path] of [
          ['POST', '/api/snippets'],
          ['PUT', '/api/snippets/1'],
        ] as const) {
          const answer = await json(method, path, { who, body });
          expect([answer.status, codeOf(answer.body)]).toEqual([403, 'field_protected']);
        }
      }
    }
    const { body } = await json('GET', '/api/snippets/1', { who: ADMIN });
    expect(SnippetView.parse(body)).toMatchObject({ text: TONE.text, mark: 'none', revision: 1 });
    expect((await json('GET', '/api/snippets', { who: ADMIN })).body).toHaveLength(1);
  });

  it('SNP-03, SNP-04 an author writes but neither marks, unmarks, nor decides where snippets go', async () => {
    const { json, made } = await open();
    const mark = { digest: made.digest };
    for (const [method, path, body] of [
      ['POST', '/api/snippets/1/mark', mark],
      ['DELETE', '/api/snippets/1/mark', undefined],
      ['GET', '/api/snippets/1/audit', undefined],
      ['GET', '/api/snippet-uses', undefined],
      ['PUT', '/api/snippet-uses/1', { inCallerSystemMessage: true }],
      ['PUT', '/api/snippet-uses/1', { tags: ['house'] }],
    ] as const) {
      const answer = await json(method, path, { who: AUTHOR, body });
      expect([path, answer.status, codeOf(answer.body)]).toEqual([path, 403, 'not_permitted']);
    }
    expect((await json('POST', '/api/snippets/1/mark', { who: ADMIN, body: mark })).status).toBe(
      200,
    );
    const edited = await json('PUT', '/api/snippets/1', {
      who: AUTHOR,
      body: { text: 'Shout.', revision: 1 },
    });
    expect(SnippetView.parse(edited.body)).toMatchObject({ mark: 'changed', mayMark: false });
    const stale = await json('POST', '/api/snippets/1/mark', { who: ADMIN, body: mark });
    expect([stale.status, codeOf(stale.body)]).toEqual([409, 'snippet_changed']);
  });

  it('SNP-04 no other route changes what a configuration does with snippets', async () => {
    const { json, stores } = await open();
    const change = { snippetTags: ['house'], snippetsInCallerSystemMessage: true };
    const rename = { name: 'Renamed', ...change };
    const refused = await json('PUT', '/api/configurations/1', { who: AUTHOR, body: rename });
    expect([refused.status, codeOf(refused.body)]).toEqual([403, 'not_permitted']);
    const renamed = await json('PUT', '/api/configurations/1', { who: ADMIN, body: rename });
    expect(renamed.status).toBe(200);
    const body = { identifier: 'second', name: 'Second', model: 'checklist', ...change };
    expect((await json('POST', '/api/configurations', { who: ADMIN, body })).status).toBe(201);
    const off = { snippetTags: [], snippetsInCallerSystemMessage: false };
    expect(await stores.configurations.configurations()).toMatchObject([
      { name: 'Renamed', ...off },
      { name: 'Second', ...off },
    ]);
    const bad = await json('PUT', '/api/snippet-uses/1', {
      who: ADMIN,
      body: { inCallerSystemMessage: true, snippetTags: ['x'] },
    });
    expect([bad.status, codeOf(bad.body)]).toEqual([400, 'invalid_request']);
  });
});
