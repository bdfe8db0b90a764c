import { withWrite } from '../../src/adapters/models/checklist/apply-change.ts';
import { createChecklistModel } from '../../src/adapters/models/checklist/checklist-model.ts';
import type { PageContent, PageTree } from '../../src/content/index.ts';
import type {
  ChatModel,
  ModelMessage,
  ModelToolCall,
  ModelToolSpec,
} from '../../src/models/index.ts';

export const TOOLS = [
  'get_page_content',
  'get_page_tree',
  'update_page_metadata',
  'update_content_element',
  'set_reference_text',
  'progress',
  'highlight',
].map((name): ModelToolSpec => ({ name, description: name, parameters: { type: 'object' } }));

/** A page with one finding of each of `ALL`. */
export function pageFixture(): PageContent {
  const paragraph = (uid: number, text: string): PageContent['elements'][number] => ({
    uid,
    kind: 'paragraph',
    level: null,
    text: text.replace(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1'),
    source: text,
    fields: { text },
    readOnly: null,
  });
  return {
    page: {
      uid: 12,
      path: 'about.md',
      language: 'en',
      title: 'About us',
      hidden: false,
      readOnly: null,
      fields: { title: 'About us' },
      editableFields: ['title', 'description'],
      version: 'v1',
    },
    elements: [
      {
        uid: 1,
        kind: 'heading',
        level: 2,
        text: 'How it began',
        source: '## How it began',
        fields: { text: 'How it began' },
        readOnly: null,
      },
      paragraph(
        2,
        'In the spring of 1994 the Lindenhof stood empty. Eleven neighbours swept out the barn, borrowed some chairs and announced a first concert.',
      ),
      paragraph(3, '![image](media/first-concert.jpg)'),
      paragraph(4, 'You can read more about that [here](contact.md).'),
      paragraph(
        5,
        'Our members organise the concerts in their spare time, and the town lends us the rooms on the ground floor of the farmstead, but it does not pay for the heating in winter.',
      ),
    ],
    references: [
      {
        uid: 31,
        element: 3,
        kind: 'image',
        target: 'media/first-concert.jpg',
        fields: { alternative: 'image' },
        editableFields: ['alternative', 'title'],
      },
      {
        uid: 41,
        element: 4,
        kind: 'link',
        target: 'contact.md',
        fields: { text: 'here' },
        editableFields: ['text', 'title'],
      },
    ],
  };
}

export const TREE: PageTree = {
  roots: [node(12, 'about.md', 'About us'), node(13, 'contact.md', 'How to find us')],
};

function node(uid: number, path: string, title: string): PageTree['roots'][number] {
  return {
    uid,
    path,
    title,
    language: 'en',
    description: null,
    hidden: false,
    readOnly: null,
    children: [],
  };
}

/** Checks, in the order their findings stand on the page. */
export const ALL = 'description-missing alternative-placeholder link-text-vague sentence-too-long';

/** What a run tells the model whose instruction names these checks. */
export function systemMessage(checks: string, extra = ''): ModelMessage {
  const body = checks
    .split(' ')
    .map((id) => `- Something. (check: ${id})`)
    .join('\n');
  return {
    role: 'system',
    content: `You work with an editor.\nAnswer language: en\n${extra}\n\n# Instruction of this installation: Page (skill 3, version 1:${'ab'.repeat(32)})\n\n${body}\n\n# This run\nSubject record: {"table":"pages","uid":12}`,
  };
}

type Answer = 'apply' | 'skip' | 'keep' | 'variant' | 'fail';

/** A small loop: executes the calls of a turn and answers each card as told. */
export async function tour(options: {
  system?: ModelMessage;
  answers: readonly Answer[];
  tools?: readonly ModelToolSpec[];
  history?: readonly ModelMessage[];
  said?: string;
  pageText?: string;
  model?: ChatModel;
}) {
  const model = options.model ?? createChecklistModel();
  let page = pageFixture();
  const messages: ModelMessage[] = [
    options.system ?? systemMessage(ALL),
    ...(options.history ?? []),
    { role: 'user', content: options.said ?? 'Please begin.' },
  ];
  const answers = [...options.answers];
  const cards: { call: ModelToolCall; text: string; with: readonly ModelToolCall[] }[] = [];
  for (let round = 0; round < 60; round += 1) {
    const answer = await model.generate({ messages, tools: options.tools ?? TOOLS });
    messages.push({ role: 'assistant', content: answer.text, toolCalls: answer.toolCalls });
    if (answer.toolCalls.length === 0) return { messages, cards, page, last: answer.text };
    for (const call of answer.toolCalls) {
      let content = 'Noted.';
      let isError = false;
      if (call.name === 'get_page_content') {
        content = JSON.stringify(withText(page, options.pageText));
      } else if (call.name === 'get_page_tree') content = JSON.stringify(TREE);
      else if (call.name.startsWith('update_') || call.name.startsWith('set_')) {
        cards.push({ call, text: answer.text, with: answer.toolCalls });
        const decision = answers.shift() ?? 'skip';
        if (decision === 'apply') page = withWrite(page, writeOf(call));
        content =
          decision === 'apply'
            ? 'Saved.'
            : decision === 'fail'
              ? 'The page moved on'
              : `approval_denied decided_by=run_owner reason=${decision}\nDeclined.`;
        isError = decision === 'fail';
      }
      messages.push({ role: 'tool', callId: call.id, name: call.name, content, isError });
    }
  }
  throw new Error('the tour does not end');
}

function withText(page: PageContent, text: string | undefined): PageContent {
  if (text === undefined) return page;
  const [first, ...rest] = page.elements;
  if (first === undefined) return page;
  return { ...page, elements: [{ ...first, text, source: text, fields: { text } }, ...rest] };
}

/** The record, field and value a call would write. */
export function writeOf(call: ModelToolCall) {
  const [argument, table] =
    call.name === 'update_page_metadata'
      ? ['page', 'pages']
      : call.name === 'update_content_element'
        ? ['element', 'content']
        : ['reference', 'references'];
  const fields = call.arguments?.['fields'] as Record<string, string>;
  const [field, value] = Object.entries(fields)[0] ?? ['', ''];
  return { table, uid: call.arguments?.[argument] as number, field, value };
}

/** What the progress tool was told, in order. */
export function progressOf(messages: readonly ModelMessage[]) {
  return messages.flatMap((message) =>
    message.role === 'assistant'
      ? message.toolCalls
          .filter(({ name }) => name === 'progress')
          .map((call) => call.arguments as { current: number; total: number; completed: boolean })
      : [],
  );
}
