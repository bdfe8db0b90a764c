import type { RecordRef, SaidNotice } from '../contracts/index.ts';
import type { ModelMessage } from '../models/index.ts';
import {
  composeFencedBlock,
  composeSystemMessage,
  type FencedBlock,
  type FencedSkill,
  type InstructionSection,
} from '../prompts/index.ts';
import type { JournalHead } from './journal.ts';

/** What the system message of a run is composed of. */
export interface SystemParts {
  readonly head: Pick<JournalHead, 'prompt' | 'snippets' | 'catalogue'>;
  readonly sections: readonly InstructionSection[];
  readonly subject: RecordRef | null;
}

/** The messages of one request: the system message as the run stands now, then the transcript. */
export function withSystemMessage(
  parts: SystemParts,
  transcript: readonly ModelMessage[],
): readonly ModelMessage[] {
  const content = composeSystemMessage({
    base: parts.head.prompt,
    snippets: parts.head.snippets,
    sections: parts.sections,
    catalogue: parts.head.catalogue.text,
    runFacts: parts.subject === null ? [] : [`Subject record: ${recordText(parts.subject)}`],
  });
  return content === '' ? transcript : [{ role: 'system', content }, ...transcript];
}

function recordText({ table, uid }: RecordRef): string {
  return JSON.stringify({ table, uid });
}

/** A caller's messages taken apart: its own system message, and the history. */
export function splitCallerMessages(messages: readonly ModelMessage[]): {
  readonly system: string | null;
  readonly history: readonly ModelMessage[];
} {
  const [first, ...rest] = messages;
  return first?.role === 'system'
    ? { system: first.content, history: rest }
    : { system: null, history: messages };
}

/** The history with the fenced block in front of its first user message (CMP-02), and what that left out. */
export function withFencedBlock(
  history: readonly ModelMessage[],
  skills: readonly FencedSkill[],
  maxBytes: number,
): {
  readonly messages: readonly ModelMessage[];
  readonly fenced: FencedBlock;
  readonly notices: readonly SaidNotice[];
} {
  const fenced = composeFencedBlock(skills, maxBytes);
  const notices = fenced.dropped.map((skill): SaidNotice => ({
    code: 'fenced_dropped',
    data: { skillUid: skill.skillUid, name: skill.name, bytes: skill.bytes },
  }));
  if (fenced.block === '') return { messages: history, fenced, notices };
  const first = history.findIndex(({ role }) => role === 'user');
  const messages = history.map((message, index) =>
    index === first && message.role === 'user'
      ? { ...message, content: `${fenced.block}\n\n${message.content}` }
      : message,
  );
  return { messages, fenced, notices };
}
