import { errorResult, readResult, type Tool, type ToolArguments } from '../tool.ts';

/** Asks the person to pick one of a few options; no write, and no approval of one (BLT-03). */
export const choiceTool: Tool = {
  name: 'choice',
  description:
    'Asks the editor to choose one of the given options and waits for the answer. Use it for a choice that changes nothing by itself; a change of content is proposed with its own tool.',
  parameters: {
    type: 'object',
    properties: {
      question: { type: 'string', minLength: 1, maxLength: 500 },
      options: {
        type: 'array',
        items: { type: 'string', minLength: 1, maxLength: 200 },
        minItems: 2,
        maxItems: 10,
        uniqueItems: true,
      },
    },
    required: ['question', 'options'],
    additionalProperties: false,
  },
  group: 'process',
  effect: 'read_only',
  dataClass: 'editorContent',
  enabledByDefault: true,
  requiresAdministrator: false,
  offeredTo: (run) => run.invoked === true || run.processSkillUid !== null,
  inputSchema: (args) => ({
    type: 'object',
    properties: { choice: { type: 'string', title: args['question'], enum: optionsOf(args) } },
    required: ['choice'],
    additionalProperties: false,
  }),
  execute: (args, context) => {
    const chosen = context.input?.['choice'];
    return Promise.resolve(
      typeof chosen === 'string' && optionsOf(args).includes(chosen)
        ? readResult(`chosen: ${chosen}`)
        : errorResult('No option was chosen.'),
    );
  },
};

function optionsOf(args: ToolArguments): readonly unknown[] {
  return Array.isArray(args['options']) ? args['options'] : [];
}
