import { LOAD_TOOL } from '../tool-decision.ts';
import { errorResult, readResult, type Tool } from '../tool.ts';

/** Loads an approved skill of the run's catalogue. The text itself never travels in the result (LOD-06). */
export const loadSkillTool: Tool = {
  name: LOAD_TOOL,
  description:
    'Loads one of the skills listed in the catalogue, by its uid: the text is part of your instructions from your next turn on. With a query instead, lists skills of the catalogue that match.',
  parameters: {
    type: 'object',
    properties: {
      uid: { type: 'integer', minimum: 0 },
      query: { type: 'string', minLength: 2, maxLength: 100 },
    },
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: false,
  },
  group: 'process',
  effect: 'read_only',
  dataClass: 'editorContent',
  enabledByDefault: true,
  requiresAdministrator: false,
  offeredTo: (run) => (run.catalogueSize ?? 0) > 0,
  execute: async (args, context) => {
    if (context.reach === undefined) return errorResult('There is no catalogue here.');
    if (typeof args['query'] === 'string') {
      const lines = context.reach.searchSkills(args['query']);
      return readResult(lines.length === 0 ? 'No skill matches.' : lines.join('\n'));
    }
    const load = await context.reach.loadSkill(Number(args['uid']));
    switch (load.kind) {
      case 'loaded':
        return readResult(`loaded: "${load.name}" is part of your instructions from now on.`);
      case 'already_loaded':
        return readResult(`already loaded: "${load.name}" is part of your instructions.`);
      case 'refused':
        return errorResult(load.message);
    }
  },
};
