import { createChecklistModel } from '../../src/adapters/models/checklist/checklist-model.ts';
import type { ContentChange, ContentHost } from '../../src/content/index.ts';
import type { Actor } from '../../src/actors/index.ts';
import type { FieldChange } from '../../src/contracts/index.ts';
import { isAppError } from '../../src/base/index.ts';
import type { ModelMessage, ModelToolCall } from '../../src/models/index.ts';
import { systemMessage, TOOLS, writeOf } from './checklist-tour.ts';

/** A write of a tour: what was proposed, and the history row that takes it back. */
export interface TourWrite {
  readonly field: FieldChange;
  readonly historyId: string;
}

/** What came of a tour: everything that could be written was. */
export interface SiteTour {
  readonly writes: readonly TourWrite[];
  /** Proposals the host refused, with its reason. */
  readonly refusals: readonly string[];
}

/** Rounds of the model at most; a page has fewer points. */
const MAX_ROUNDS = 300;

/** The built-in model goes through one page of a host with these checks, and every proposal is applied. */
export async function siteTour(
  host: ContentHost,
  pageUid: number,
  { actor, checks }: { readonly actor: Actor; readonly checks: readonly string[] },
): Promise<SiteTour> {
  const model = createChecklistModel();
  const system = systemMessage(checks.join(' '));
  const messages: ModelMessage[] = [
    {
      role: 'system',
      content: system.content.replace('"uid":12', `"uid":${String(pageUid)}`),
    },
    { role: 'user', content: 'Please begin.' },
  ];
  const writes: TourWrite[] = [];
  const refusals: string[] = [];
  const answered = async (call: ModelToolCall): Promise<{ content: string; isError: boolean }> => {
    if (call.name === 'get_page_content') {
      return { content: JSON.stringify(await host.readPage(pageUid, actor)), isError: false };
    }
    if (call.name === 'get_page_tree') {
      return { content: JSON.stringify(await host.pageTree(actor)), isError: false };
    }
    const change = changeOf(call);
    if (change === null) return { content: 'Noted.', isError: false };
    try {
      const plan = await host.plan(change, actor);
      if (!plan.ok) throw new Error(plan.refusal.message);
      const { historyId } = await host.apply(plan.planned, { actor, runUuid: null });
      writes.push(...plan.planned.fields.map((field) => ({ field, historyId })));
      return { content: 'Saved.', isError: false };
    } catch (error) {
      const message = error instanceof Error || isAppError(error) ? error.message : String(error);
      refusals.push(message);
      return { content: message, isError: true };
    }
  };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const answer = await model.generate({ messages, tools: TOOLS });
    messages.push({ role: 'assistant', content: answer.text, toolCalls: answer.toolCalls });
    if (answer.toolCalls.length === 0) return { writes, refusals };
    for (const call of answer.toolCalls) {
      const { content, isError } = await answered(call);
      messages.push({ role: 'tool', callId: call.id, name: call.name, content, isError });
    }
  }
  throw new Error('the tour does not end');
}

function changeOf(call: ModelToolCall): ContentChange | null {
  if (!/^(?:update|set)_/.test(call.name)) return null;
  const { table, uid, field, value } = writeOf(call);
  const fields = { [field]: value };
  switch (table) {
    case 'pages':
      return { kind: 'set_page_fields', page: uid, fields };
    case 'content':
      return { kind: 'set_element_fields', element: uid, fields };
    default:
      return { kind: 'set_reference_text', reference: uid, fields };
  }
}
