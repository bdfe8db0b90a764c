import { expect } from 'vitest';
import type { ModelMessage } from '../../src/models/index.ts';
import type { ScriptedCall } from '../../src/testing/index.ts';
import { PAGE, type Bench } from './runs-bench.ts';

export const READ = { name: 'get_page_content', arguments: { page: 12 } };
export const WRITE_B = {
  name: 'update_page_metadata',
  arguments: { page: 13, fields: { description: 'B' } },
};
export const CHOICE = { name: 'choice', arguments: { question: 'Which?', options: ['a', 'b'] } };
export const progress = (current: number, completed = false) => ({
  name: 'progress',
  arguments: { current, total: 7, completed },
});

/** Whether every call has exactly one result, in the turn that made it, and no id comes twice. */
export function expectPaired(messages: readonly ModelMessage[]): void {
  const seen = new Set<string>();
  messages.forEach((message, index) => {
    if (message.role !== 'assistant') return;
    const end = messages.findIndex((other, at) => at > index && other.role === 'assistant');
    const results = messages
      .slice(index + 1, end < 0 ? undefined : end)
      .flatMap((other) => (other.role === 'tool' ? [other.callId] : []));
    const ids = message.toolCalls.map(({ id }) => id);
    expect([...results].sort()).toEqual([...ids].sort());
    for (const id of ids) {
      expect(seen.has(id)).toBe(false);
      seen.add(id);
    }
  });
}

/** Starts a process whose first turn makes the given calls. */
export async function startProcess(bench: Bench, calls: readonly ScriptedCall[]) {
  const skill = await bench.addSkill({ name: 'Tour', process: true });
  bench.model.add({ calls });
  const result = await bench.runtime.run(
    bench.request({ invocation: { skillUid: skill.uid, subject: PAGE } }),
  );
  return { skill, result, uuid: result.uuid };
}

export const resultOf = (messages: readonly ModelMessage[], callId: string) =>
  messages.find((message) => message.role === 'tool' && message.callId === callId)?.content;
