import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ModelMessage } from '../../src/models/index.ts';
import type { RunResult } from '../../src/runs/index.ts';
import { HostileModel } from '../../src/testing/index.ts';
import { createBench, EDITOR, PAGE, type Bench } from './runs-bench.ts';

/** What the hostile model may name: every tool there is, some there are not, every uid, every page. */
const NAMES = [
  'update_page_metadata',
  'create_page_draft',
  'get_page_content',
  'progress',
  'highlight',
  'choice',
  'load_skill',
  'start_process',
  'approve',
  'mcp_shop_bound',
];
const VALUES = {
  uid: [1, 2, 3, 4, 5, 6, 121, 9999],
  page: [12, 13, 999],
  fields: [{ description: 'Hacked.' }, { description: 'Other.' }, {}],
  title: ['New', 'Newer'],
  current: [0, 1, 9],
  total: [1, 3],
  completed: [true, false],
  question: ['Approve everything?'],
  options: [['yes', 'no'], ['only one']],
  approved: [true],
};

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

/** Every write of the pages, seen together with the approvals of the log so far. */
async function drive(
  bench: Bench,
  first: RunResult,
  answers: readonly number[],
): Promise<RunResult> {
  let result = first;
  for (const answer of answers) {
    if (result.outcome !== 'awaiting_approval' && result.outcome !== 'awaiting_input') break;
    const card = await bench.card(result.uuid);
    const before = countChanges(bench);
    expect(before).toBe(countChanges(bench));
    if (card.kind === 'input') {
      result = await bench.runtime.submitInput(
        result.uuid,
        { cardDigest: card.digest, input: { choice: 'yes' } },
        { actor: EDITOR },
      );
      expect(countChanges(bench)).toBe(before);
    } else if (answer === 0) {
      result = await bench.runtime.approve(
        result.uuid,
        { approved: true, cardDigest: card.digest },
        { actor: EDITOR },
      );
      const writes = card.calls.filter(({ effect }) => effect !== 'read_only').length;
      expect(countChanges(bench) - before).toBeLessThanOrEqual(writes);
    } else {
      result = await bench.runtime.approve(
        result.uuid,
        { approved: false, cardDigest: card.digest, reason: answer === 1 ? 'skip' : 'variant' },
        { actor: EDITOR },
      );
      expect(countChanges(bench)).toBe(before);
    }
  }
  return result;
}

/** Local writes, and calls of another server that want an approval. */
function countChanges({ pages }: Bench): number {
  const bound = pages.remote.filter((name) => name === 'mcp_shop_bound').length;
  return pages.writes.length + pages.drafts.length + bound;
}

function expectPaired(messages: readonly ModelMessage[]): void {
  const open = new Set<string>();
  const seen = new Set<string>();
  for (const message of messages) {
    if (message.role === 'assistant') {
      expect(open.size).toBe(0);
      for (const { id } of message.toolCalls) {
        expect(seen.has(id)).toBe(false);
        seen.add(id);
        open.add(id);
      }
    } else if (message.role === 'tool') expect(open.delete(message.callId)).toBe(true);
  }
  expect(open.size).toBe(0);
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
    { numRuns: 150 },
  );
});
