import { Buffer } from 'node:buffer';

// One conversation for everybody: a model that reads pages, proposes writes that need an approval, and then ends.
// Nothing here calls a network; what is measured is what a runtime does around its model.

const RESULT_BYTES = 1_000;
// Words in no order: one sentence again and again would flatter whoever packs what it stores.
const WORDS =
  'weir river mill beside water turns museum opening hours price page title summary visitors group guided tour closed monday winter summer ticket children adults reduced family exhibition collection history building garden shop arrival parking train station accessible information contact newsletter events programme archive press team donate support volunteer school class workshop booking the a of and in on with for from until'.split(
    ' ',
  );

/** Instructions of about 1.3 kB, as a small installation has them. */
export const INSTRUCTIONS = 'You look after the pages of a small museum. '.repeat(30);
export const REQUEST = 'Go through the pages and correct their titles.';
export const LAST_WORDS = 'Done: every page was read.';

export const READ_TOOL = {
  name: 'read_page',
  description: 'Reads a page.',
  parameters: {
    type: 'object',
    properties: {
      page: { type: 'number' },
      fields: { type: 'array', items: { type: 'string' } },
      language: { type: 'number' },
      because: { type: 'string' },
    },
    required: ['page', 'fields', 'language', 'because'],
    additionalProperties: false,
  },
};
export const WRITE_TOOL = {
  name: 'publish_page',
  description: 'Publishes a field of a page.',
  parameters: {
    type: 'object',
    properties: {
      page: { type: 'number' },
      field: { type: 'string' },
      value: { type: 'string' },
      base: { type: 'string' },
    },
    required: ['page', 'field', 'value', 'base'],
    additionalProperties: false,
  },
};

/** What a read answers: 1,000 bytes that differ from page to page and are the same at every call. */
export function pageText(page) {
  const words = [`Page ${page}.`];
  for (let length = words[0].length, state = page + 1; length < RESULT_BYTES;) {
    state = (state * 48_271) % 2_147_483_647;
    const word = WORDS[state % WORDS.length];
    words.push(word);
    length += word.length + 1;
  }
  return words.join(' ').slice(0, RESULT_BYTES);
}

/** What the model answers at its call number `index`, from 0: first the reads, then the writes, then its last words. */
export function answerAt(index, { reads, writes }) {
  if (index < reads) {
    const args = {
      page: 500 + index,
      fields: ['title', 'summary', 'text'],
      language: 0,
      because: `page ${index + 1}: does its title say what it is about?`,
    };
    return { call: { id: `read_${index}`, name: READ_TOOL.name, args } };
  }
  if (index < reads + writes) {
    const page = index - reads;
    const args = { page, field: 'title', value: `Title ${page}`, base: 'c0ffee00'.repeat(8) };
    return { call: { id: `write_${page}`, name: WRITE_TOOL.name, args } };
  }
  return { text: LAST_WORDS };
}

/**
 * Bytes of the transcript itself once the reads are done: the messages as a provider is sent them, as JSON. The measure
 * for what everybody stores.
 */
export function transcriptBytes({ reads, writes }) {
  const messages = [
    { role: 'system', content: INSTRUCTIONS },
    { role: 'user', content: REQUEST },
  ];
  for (let index = 0; index < reads + Math.min(writes, 1); index += 1) {
    const { id, name, args } = answerAt(index, { reads, writes }).call;
    const called = { name, arguments: JSON.stringify(args) };
    messages.push({
      role: 'assistant',
      content: '',
      tool_calls: [{ id, type: 'function', function: called }],
    });
    if (index < reads)
      messages.push({ role: 'tool', tool_call_id: id, content: pageText(args.page) });
  }
  return Buffer.byteLength(JSON.stringify(messages));
}
