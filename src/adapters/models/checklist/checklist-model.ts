import { byteLength } from '../../../base/index.ts';
import type { ChatModel, ModelAnswer, ModelRequest, ModelToolCall } from '../../../models/index.ts';
import { joined, readPageResult, readTreeResult } from './read-records.ts';
import { isClosing, speech, type Speech } from './speech.ts';
import { readSystemMessage, type SystemFacts } from './system-facts.ts';
import { tourPosition, type TourPosition } from './tour.ts';
import { readTranscript, writeToolFor, type Step, type Transcript } from './transcript.ts';

/** A page comes in at most so many parts; what lies beyond is not looked at, and the overview says so. */
const MOST_PARTS = 6;

/** What one turn says and calls. */
interface Turn {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly args: Record<string, unknown> }[];
}

/**
 * The built-in model: no network, no key, no state. It works through the checks that the instruction sections of the
 * system message name, one proposal a turn, and derives where it stands from the messages alone (design §7). Text that is
 * not an instruction changes nothing.
 */
export function createChecklistModel(): ChatModel {
  return {
    name: 'Vouch checklist',
    builtIn: true,
    contextWindowTokens: 400_000,
    generate: (request) => {
      request.signal?.throwIfAborted();
      const turn = nextTurn(request);
      streamInPieces(turn.text, request);
      return Promise.resolve(answerOf(turn, request));
    },
  };
}

/** What to say and call next, as a function of the request. */
export function nextTurn(request: Pick<ModelRequest, 'messages' | 'tools'>): Turn {
  const system = request.messages
    .flatMap((message) => (message.role === 'system' ? [message.content] : []))
    .join('\n\n');
  const facts = readSystemMessage(system);
  const words = speech(facts.language);
  const offered = new Set(request.tools.map(({ name }) => name));
  if (facts.checks.length === 0) return say(words.introduction);
  const transcript = readTranscript(request.messages, isClosing);
  if (!isAskedFor(transcript, offered)) return say(words.introduction);
  if (facts.page === null) return say(words.noPage);
  if (!offered.has('get_page_content')) return say(words.noReading);
  return tourTurn({ facts, page: facts.page, words, transcript, offered });
}

interface TourRequest {
  readonly facts: SystemFacts;
  readonly page: number;
  readonly words: Speech;
  readonly transcript: Transcript;
  readonly offered: ReadonlySet<string>;
}

function tourTurn(request: TourRequest): Turn {
  const { facts, page, words, transcript, offered } = request;
  const { steps } = transcript;
  const reads = steps.filter((step) => step.kind === 'page');
  const tree = steps.find((step) => step.kind === 'tree');
  const [first] = reads;
  if (first === undefined) {
    const calls: Turn['calls'][number][] = [{ name: 'get_page_content', args: { page } }];
    if (offered.has('get_page_tree')) calls.push({ name: 'get_page_tree', args: {} });
    return { text: '', calls };
  }
  const [part, ...more] = reads.flatMap((step) =>
    step.isError ? [] : (readPageResult(step.content) ?? []),
  );
  if (part === undefined) return say(words.unreadable(first.content));
  const result = joined([part, ...more]);
  if (result.next !== null && reads.length < MOST_PARTS) {
    return {
      text: '',
      calls: [{ name: 'get_page_content', args: { page, from: result.next } }],
    };
  }
  const position = tourPosition({
    page: result.page,
    tree: readTreeResult(tree === undefined || tree.isError ? '' : tree.content),
    checks: facts.checks,
    openPoints: facts.openPoints,
    settled: transcript.settled,
    proposals: steps.flatMap((step) => (step.kind === 'proposal' ? [step.proposal] : [])),
    leavesOpenPoint: leavesAlone(transcript.lastMessage),
    mayCall: (tool) => offered.has(tool),
  });
  return turnAt(request, {
    position,
    complete: result.complete && result.next === null,
    steps,
  });
}

function turnAt(
  { words, transcript, offered }: TourRequest,
  at: { position: TourPosition; complete: boolean; steps: readonly Step[] },
): Turn {
  const { position, steps } = at;
  if (steps.some((step) => step.kind === 'progress' && step.completed)) {
    return say(words.closing(position));
  }
  const begun =
    transcript.settled.length > 0 ||
    steps.some((step) => step.kind === 'said' || step.kind === 'proposal');
  const overview = begun ? '' : words.overview(position, at.complete);
  if (position.next === null) return finish(position, { overview, words, offered });
  const { total, current } = position;
  const answered = position.isInterrupted ? words.noRequests : '';
  const progress = { name: 'progress', args: { current, total, completed: false } };
  if (overview !== '' && offered.has('progress')) return { text: overview, calls: [progress] };
  return {
    text: [overview, answered, words.point(position)].filter(Boolean).join('\n\n'),
    calls: [
      ...(offered.has('progress') ? [progress] : []),
      ...highlightCall(position, offered),
      ...proposalCall(position),
    ],
  };
}

function finish(
  position: TourPosition,
  { overview, words, offered }: { overview: string; words: Speech; offered: ReadonlySet<string> },
): Turn {
  const text = [overview, words.point(position)].filter(Boolean).join('\n\n');
  if (!offered.has('progress')) {
    return say([text, words.closing(position)].filter(Boolean).join('\n\n'));
  }
  const { total } = position;
  return {
    text,
    calls: [{ name: 'progress', args: { current: total, total, completed: true } }],
  };
}

function highlightCall({ next }: TourPosition, offered: ReadonlySet<string>): Turn['calls'] {
  const element = next?.finding.element ?? null;
  return element === null || !offered.has('highlight')
    ? []
    : [{ name: 'highlight', args: { uid: element } }];
}

function proposalCall({ next }: TourPosition): Turn['calls'] {
  if (next === null) return [];
  const { record, field } = next.finding;
  const tool = writeToolFor(record.table);
  if (tool === null || field === null) return [];
  return [
    { name: tool.name, args: { [tool.argument]: record.uid, fields: { [field]: next.value } } },
  ];
}

/**
 * In a process every message goes on with the tour. Where checks come from an instruction that is always there, and no
 * process runs, only a request for them begins one.
 */
function isAskedFor(transcript: Transcript, offered: ReadonlySet<string>): boolean {
  return (
    offered.has('progress') ||
    transcript.steps.length > 0 ||
    /\b(?:check|review|look|start|begin|go|again|continue|improve|prüf\w*|durchseh\w*|start\w*|los|nochmal|weiter\w*|verbesser\w*|optimier\w*|beginn\w*|seo)\b/iu.test(
      transcript.lastMessage,
    )
  );
}

/** Whether a message between cards says to leave the open point as it is. */
function leavesAlone(message: string): boolean {
  return /\b(?:keep|leave|skip|next|do not change|don[’']t change|nicht ändern|so lassen|lass\w*|behalt\w*|überspring\w*|nächste\w*|bleibt so)\b/iu.test(
    message,
  );
}

function say(text: string): Turn {
  return { text, calls: [] };
}

function streamInPieces(text: string, request: ModelRequest): void {
  if (request.onTextDelta === undefined) return;
  for (const piece of text.match(/\S+\s*|\s+/gu) ?? []) request.onTextDelta(piece);
}

function answerOf(turn: Turn, request: ModelRequest): ModelAnswer {
  const made = request.messages.filter(({ role }) => role === 'assistant').length;
  const toolCalls = turn.calls.map(({ name, args }, index): ModelToolCall => ({
    id: `check_${String(made + 1)}_${String(index + 1)}`,
    name,
    arguments: args,
    rawArguments: JSON.stringify(args),
  }));
  const prompt = request.messages.reduce((sum, { content }) => sum + byteLength(content), 0);
  const spoken = byteLength(turn.text) + toolCalls.reduce((n, c) => n + c.rawArguments.length, 0);
  return {
    text: turn.text,
    toolCalls,
    usage: {
      promptTokens: Math.ceil(prompt / 4),
      completionTokens: Math.ceil(spoken / 4),
    },
    finishReason: toolCalls.length === 0 ? 'stop' : 'tool_calls',
  };
}
