import { expect, it } from 'vitest';
import { describeEachDatabase } from '../support/databases.ts';
import { ADMIN, createWorld, progress, setFields } from './chat-world.ts';

/** Rows of the list of skills in the wild that show only in a run. */
describeEachDatabase(
  'skills in the wild, in a run',
  (openFresh) => {
    it('ALW-01 skill torture 1: what a skill does not name is neither offered nor carried out', async () => {
      const world = await createWorld(openFresh);
      const { skills, model, page, processUid } = world;
      const { digest, version } = await skills.review(processUid, ADMIN);
      const text = { ...version, allowedTools: ['progress'] };
      await skills.edit(processUid, text, ADMIN);
      await skills.approve(processUid, (await skills.review(processUid, ADMIN)).digest, ADMIN);
      expect((await skills.review(processUid, ADMIN)).digest).not.toBe(digest);
      model.add(
        { calls: [setFields(page, { title: 'Taken' }), progress(1, 1, true)] },
        { text: 'Then not.' },
      );
      const { uuid } = await world.open();
      const view = await world.send(uuid, '', processUid);
      expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['progress']);
      expect(view.card).toBeNull();
      expect(JSON.stringify(model.requests[1]?.messages)).toContain('set_fields');
      expect((await world.host.readPage(page, ADMIN))?.page.title).toBe('About us');
    });

    it('CMP-03 skill torture 21: a body of eleven kilobytes reaches the model to its last step', async () => {
      const world = await createWorld(openFresh);
      const { skills, model, processUid } = world;
      const { version } = await skills.review(processUid, ADMIN);
      const body = `${'A step that matters.\n'.repeat(540)}LAST: never leave this out.`;
      expect(body.length).toBeGreaterThan(11_000);
      await skills.edit(processUid, { ...version, body }, ADMIN);
      await skills.approve(processUid, (await skills.review(processUid, ADMIN)).digest, ADMIN);
      model.add({ text: 'Read.' });
      const { uuid } = await world.open();
      await world.send(uuid, '', processUid);
      const [system] = model.requests[0]?.messages ?? [];
      expect(system).toMatchObject({
        role: 'system',
        content: expect.stringContaining(body) as string,
      });
    });

    it('LOD-11 skill torture 25: of skills nobody approved there is no catalogue, no heading and no tool to load them', async () => {
      const world = await createWorld(openFresh);
      const { model } = world;
      await world.createSkill({ name: 'Hidden', process: false, approve: false });
      model.add({ text: 'Hello.' });
      const { uuid } = await world.open();
      await world.send(uuid, 'Hi');
      const [request] = model.requests;
      expect(request?.tools.map(({ name }) => name)).not.toContain('load_skill');
      expect(JSON.stringify(request?.messages)).not.toMatch(/Hidden|available.skills/i);
    });
  },
  ['sqlite'],
);
