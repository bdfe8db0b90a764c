import { expect } from 'vitest';
import type { ModelMessage } from '../../src/models/index.ts';
import type { RunResult } from '../../src/runs/index.ts';
import { EDITOR, type Bench } from './runs-bench.ts';

/** What the hostile model may name: every tool there is, some there are not, every uid, every page. */
export const NAMES = [
  'update_page_metadata',
  'create_page_draft',
  'get_page_content',
  'progress',
  'highlight',
  'choice',
  'load_skill',
  'search_skills',
  'start_process',
  'approve',
  'mcp_shop_bound',
  'mcp_shop_free',
  'mcp_shop_peek',
];

export const VALUES = {
  uid: [1, 2, 3, 4, 5, 6, 121, 9999],
  page: [12, 13, 999],
  fields: [{ description: 'Hacked.' }, { description: 'Other.' }, {}],
  title: ['New', 'Newer'],
  query: ['skill', 'text', ''],
  current: [0, 1, 9],
  total: [1, 3],
  completed: [true, false],
  question: ['Approve everything?'],
  options: [['yes', 'no'], ['only one']],
  approved: [true],
};

/** What the person says to the cards, one after the other: 0 approves, 1 skips, 2 wants a variant. */
export async function drive(
  bench: Bench,
  first: RunResult,
  answers: readonly number[],
): Promise<RunResult> {
  let result = first;
  for (const answer of answers) {
    if (result.outcome !== 'awaiting_approval' && result.outcome !== 'awaiting_input') break;
    const card = await bench.card(result.uuid);
    const before = countChanges(bench);
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
export function countChanges({ pages }: Bench): number {
  const bound = pages.remote.filter((name) => name === 'mcp_shop_bound').length;
  return pages.writes.length + pages.drafts.length + bound;
}

/** Every call of what was sent has exactly one result. */
export function expectPaired(messages: readonly ModelMessage[]): void {
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
