import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HostileModel } from '../../src/testing/index.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { createBench, PAGE, type Bench } from './runs-bench.ts';
import { countChanges, drive, expectPaired, NAMES, VALUES } from './runs-hostile-world.ts';

/** Text that must never instruct: never approved, revoked, or of a process nobody started. */
const FORBIDDEN = ['UNAPPROVED TEXT', 'REVOKED TEXT', 'OTHER PROCESS TEXT'];

async function hostileBench(seed: number): Promise<{ bench: Bench; model: HostileModel }> {
  const model = new HostileModel({ seed, names: NAMES, values: VALUES });
  const bench = await createBench({ models: model });
  await bench.addSkill({ name: 'Catalogued', body: 'CATALOGUED TEXT' });
  await bench.addSkill({ name: 'Unapproved', body: 'UNAPPROVED TEXT', approved: false });
  const revoked = await bench.addSkill({ name: 'Revoked', body: 'REVOKED TEXT' });
  await bench.revoke(revoked);
  await bench.addSkill({ name: 'Other process', body: 'OTHER PROCESS TEXT', process: true });
  return { bench, model };
}

const scenario = fc.record({
  seed: fc.integer(),
  inProcess: fc.boolean(),
  answers: fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 5 }),
});

it('LOD-08, CMP-05, DEC-08, TRN-05 whatever the model calls: nothing is written without an approval of exactly that card, no unapproved text instructs, no process starts, no tool is gained, every call has one result', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ seed, inProcess, answers }) => {
      const { bench, model } = await hostileBench(seed);
      const tour = await bench.addSkill({
        name: 'Tour',
        body: 'TOUR TEXT',
        process: true,
        allowedTools: ['update_page_metadata', 'progress', 'choice', 'mcp_shop_bound'],
      });
      const first = await bench.runtime.run(
        bench.request(inProcess ? { invocation: { skillUid: tour.uid, subject: PAGE } } : {}),
      );
      expect(countChanges(bench)).toBe(0);
      const last = await drive(bench, first, answers);
      const offered = new Set((model.requests[0]?.tools ?? []).map(({ name }) => name));
      for (const { messages, tools } of model.requests) {
        const [system] = messages;
        for (const text of FORBIDDEN) expect(system?.content).not.toContain(text);
        if (!inProcess) expect(system?.content).not.toContain('TOUR TEXT');
        for (const { name } of tools) expect(offered.has(name)).toBe(true);
        expectPaired(messages);
      }
      const row = await bench.storage.store.run(last.uuid);
      const held = row?.pins.map(({ name }) => name) ?? [];
      expect(held.filter((name) => !['Catalogued', 'Tour'].includes(name))).toEqual([]);
      if (!inProcess) expect(row?.processSkillUid).toBeNull();
      // What a skill leaves out of its list is never reached (torture 25).
      expect(bench.pages.drafts).toEqual([]);
    }),
    propertyRuns('a hostile model', 500),
  );
}, 3_600_000);
