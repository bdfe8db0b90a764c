import { rename } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { Me, SiteView } from '../../src/contracts/index.ts';
import { ADMIN } from './chat-world.ts';
import { codeOf, createHttpWorld, describeOnSqlite } from './http-world.ts';

describeOnSqlite('a content folder that goes away while the server runs', (openFresh) => {
  it('locks nobody out: what shows pages says what to do, all else goes on, and it heals by itself', async () => {
    const world = await createHttpWorld(openFresh);
    const get = (path: string) => world.json('GET', path, { who: ADMIN });
    const before = Me.parse((await get('/api/me')).body);
    const { pageCount } = SiteView.parse((await get('/api/site')).body);
    const page = String(world.page);
    await rename(world.root, `${world.root}.away`);

    expect(Me.parse((await get('/api/me')).body)).toEqual(before);
    for (const path of [
      '/api/site',
      `/api/pages/${page}`,
      `/api/pages/${page}/history`,
      `/api/pages/${page}/open-points`,
      `/preview/${page}`,
    ]) {
      const answer = await get(path);
      expect([path, answer.status, codeOf(answer.body)]).toEqual([path, 503, 'unavailable']);
      expect(JSON.stringify(answer.body)).toMatch(
        /The content folder \S+ cannot be read; put it back or set content\.root\./,
      );
    }
    for (const path of ['skills', 'skill-sources', 'audit', 'runs', 'conversations', 'catalogue']) {
      expect([path, (await get(`/api/${path}`)).status]).toEqual([path, 200]);
    }

    await rename(`${world.root}.away`, world.root);
    expect(SiteView.parse((await get('/api/site')).body).pageCount).toBe(pageCount);
  });
});
