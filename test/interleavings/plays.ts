import type { ModelToolCall } from '../../src/models/index.ts';
import type { Play } from './ports.ts';

function call(id: string, name: string, args: Readonly<Record<string, unknown>>): ModelToolCall {
  return { id, name, arguments: args, rawArguments: JSON.stringify(args) };
}

export const DESCRIBE = call('a', 'describe_page', { page: 12, value: 'new' });
export const CREATE = call('a', 'create_page', { title: 'Prices' });
export const READ = call('b', 'read_page', { page: 12 });
export const ASK = call('c', 'choice', { question: 'Which?', options: ['this', 'that'] });

/** Makes its calls in its first turn and ends in its second. Provider ids start over each turn. */
export function once(...calls: readonly ModelToolCall[]): Play {
  return ({ messages }) =>
    messages.some(({ role }) => role === 'assistant')
      ? { text: 'Done.', toolCalls: [] }
      : { text: '', toolCalls: calls };
}

/** Loads the glossary, then proposes a description, then ends. */
export const loadThenWrite: Play = ({ messages }) => {
  const turns = messages.filter(({ role }) => role === 'assistant').length;
  // The catalogue names it.
  const uid = Number(/\{"uid":(\d+)/.exec(messages[0]?.content ?? '')?.[1] ?? 0);
  if (turns === 0) return { text: '', toolCalls: [call('a', 'load_skill', { uid })] };
  return turns === 1 ? { text: '', toolCalls: [DESCRIBE] } : { text: 'Done.', toolCalls: [] };
};

/** Proposes, then reports the process complete, then ends. */
export const writeThenComplete: Play = ({ messages }) => {
  const turns = messages.filter(({ role }) => role === 'assistant').length;
  if (turns === 0) return { text: '', toolCalls: [DESCRIBE] };
  return turns === 1
    ? { text: '', toolCalls: [call('a', 'progress', { current: 1, total: 1, completed: true })] }
    : { text: 'Done.', toolCalls: [] };
};
