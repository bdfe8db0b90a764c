import type { ModelMessage, ModelToolCall } from '../../../models/index.ts';
import type { FieldWrite } from './apply-change.ts';
import { isRecord } from './system-facts.ts';

/** How a card ended, as the transcript tells it. */
export type CardEnd = 'applied' | 'variant' | 'skip' | 'keep' | 'failed' | 'withdrawn';

/** A proposal of an earlier turn: what it wanted to write and how that ended. */
export interface PastProposal {
  readonly write: FieldWrite;
  readonly end: CardEnd;
  /** What the tool said, for a failed one. */
  readonly message: string;
}

/** A settled card of which only record and field are known: a line of facts in front of a message. */
export interface SettledField {
  readonly table: string;
  readonly uid: number;
  readonly field: string;
  readonly end: CardEnd;
}

/** One step since the last message of the person, in order. */
export type Step =
  | { readonly kind: 'page'; readonly content: string; readonly isError: boolean }
  | { readonly kind: 'tree'; readonly content: string; readonly isError: boolean }
  | { readonly kind: 'progress'; readonly completed: boolean }
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'proposal'; readonly proposal: PastProposal };

export interface Transcript {
  /** The person's last words, without facts and reference text. */
  readonly lastMessage: string;
  /** Cards that ended before that message, since the tour began, oldest first. */
  readonly settled: readonly SettledField[];
  /** What the model said before it, since the tour began. */
  readonly said: readonly string[];
  /** Whether the model ever said anything before the last message. */
  readonly hasSpoken: boolean;
  readonly steps: readonly Step[];
}

const WRITES: Readonly<Record<string, { argument: string; table: string }>> = {
  update_page_metadata: { argument: 'page', table: 'pages' },
  update_content_element: { argument: 'element', table: 'content' },
  set_reference_text: { argument: 'reference', table: 'references' },
};

/** Every tool this model ever calls. */
export const CHECKLIST_TOOLS: readonly string[] = [
  'get_page_content',
  'get_page_tree',
  'progress',
  'highlight',
  ...Object.keys(WRITES),
];

/** The tool that writes to a table, with its argument for the record. */
export function writeToolFor(table: string): { name: string; argument: string } | null {
  const entry = Object.entries(WRITES).find(([, write]) => write.table === table);
  return entry === undefined ? null : { name: entry[0], argument: entry[1].argument };
}

/** What a start by slash command says when the person adds no words. */
const START = 'Please begin.';
/** The frame around text of third parties in a message; nothing inside it is read. */
const FENCE_END = '===== END UNTRUSTED SKILL DATA =====';

/**
 * Reads a transcript. `isClosing` tells the sentence that ends a tour: what lies before it belongs to an earlier tour,
 * and so does what lies before a fresh start.
 */
export function readTranscript(
  messages: readonly ModelMessage[],
  isClosing: (text: string) => boolean,
): Transcript {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const results = resultsOf(messages);
  let settled: SettledField[] = [];
  let said: string[] = [];
  let lastMessage = '';
  let hasSpoken = false;
  messages.slice(0, last + 1).forEach((message, index) => {
    if (message.role === 'user') {
      const { facts, text } = readUserMessage(message.content);
      settled.push(...facts);
      if (text === START) {
        settled = [];
        said = [];
      }
      if (index === last) lastMessage = text;
    } else if (message.role === 'assistant') {
      hasSpoken = true;
      if (message.content !== '') said.push(message.content);
      for (const call of message.toolCalls) {
        const proposal = proposalOf(call, results.get(call));
        if (proposal !== null) settled.push({ ...proposal.write, end: proposal.end });
      }
      const completed = message.toolCalls.some((call) => isCompletion(call));
      if (completed || isClosing(message.content)) {
        settled = [];
        said = [];
      }
    }
  });
  const steps = messages
    .slice(last + 1)
    .flatMap((message) => (message.role === 'assistant' ? stepsOf(message, results) : []));
  return { lastMessage, settled, said, hasSpoken, steps };
}

type Result = Extract<ModelMessage, { role: 'tool' }>;

/** Every call with its result: the first one of that id after it, for ids that come again. */
function resultsOf(messages: readonly ModelMessage[]): ReadonlyMap<ModelToolCall, Result> {
  const results = new Map<ModelToolCall, Result>();
  const waiting = new Map<string, ModelToolCall[]>();
  for (const message of messages) {
    if (message.role === 'assistant') {
      for (const call of message.toolCalls) {
        waiting.set(call.id, [...(waiting.get(call.id) ?? []), call]);
      }
    } else if (message.role === 'tool') {
      const call = waiting.get(message.callId)?.shift();
      if (call !== undefined) results.set(call, message);
    }
  }
  return results;
}

function stepsOf(
  message: Extract<ModelMessage, { role: 'assistant' }>,
  results: ReadonlyMap<ModelToolCall, Result>,
): readonly Step[] {
  const steps: Step[] = message.content === '' ? [] : [{ kind: 'said', text: message.content }];
  for (const call of message.toolCalls) {
    const result = results.get(call);
    const proposal = proposalOf(call, result);
    if (proposal !== null) steps.push({ kind: 'proposal', proposal });
    else if (call.name === 'progress') {
      steps.push({ kind: 'progress', completed: isCompletion(call) && result?.isError !== true });
    } else if (call.name === 'get_page_content' || call.name === 'get_page_tree') {
      const kind = call.name === 'get_page_content' ? 'page' : 'tree';
      if (result !== undefined) {
        steps.push({ kind, content: result.content, isError: result.isError });
      }
    }
  }
  return steps;
}

function isCompletion(call: ModelToolCall): boolean {
  return call.name === 'progress' && call.arguments?.['completed'] === true;
}

function proposalOf(call: ModelToolCall, result: Result | undefined): PastProposal | null {
  const tool = WRITES[call.name];
  const uid = tool === undefined ? undefined : call.arguments?.[tool.argument];
  const fields = call.arguments?.['fields'];
  if (tool === undefined || typeof uid !== 'number' || !isRecord(fields)) return null;
  const [field, value] = Object.entries(fields)[0] ?? [];
  if (field === undefined || typeof value !== 'string') return null;
  return {
    write: { table: tool.table, uid, field, value },
    end: endOf(result),
    message: result?.content ?? '',
  };
}

function endOf(result: Result | undefined): CardEnd {
  if (result === undefined) return 'withdrawn';
  const denial = /^\s*approval_denied\b[^\n]*/u.exec(result.content)?.[0];
  if (denial !== undefined) {
    const reason = /\breason=(variant|skip|keep)\b/u.exec(denial)?.[1];
    return reason === 'variant' || reason === 'keep' ? reason : 'skip';
  }
  return result.isError ? 'failed' : 'applied';
}

const ENDS: Readonly<Record<string, CardEnd>> = {
  applied: 'applied',
  undone: 'keep',
  check: 'failed',
  not_applied: 'failed',
  variant: 'variant',
  skipped: 'skip',
  kept: 'keep',
  denied: 'skip',
  withdrawn: 'withdrawn',
};

/** A person's message: the line of facts the chat puts in front, and the words. */
function readUserMessage(content: string): { facts: readonly SettledField[]; text: string } {
  const fence = content.lastIndexOf(FENCE_END);
  const own = fence < 0 ? content : content.slice(fence + FENCE_END.length).trimStart();
  const match = /^\[([^\n\]]*)\]\n\n([\s\S]*)$/u.exec(own);
  if (match === null) return { facts: [], text: own.trim() };
  const facts = (match[1] ?? '').split('; ').flatMap((line) => {
    const card = /^card (\w+): (pages|content|references) (\d+) \(([^()]*)\)$/u.exec(line);
    const end = ENDS[card?.[1] ?? ''];
    if (card === null || end === undefined) return [];
    return (card[4] ?? '').split(', ').map((field) => ({
      table: card[2] ?? '',
      uid: Number(card[3]),
      field,
      end,
    }));
  });
  return { facts, text: (match[2] ?? '').trim() };
}
