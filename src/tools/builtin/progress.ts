import { errorResult, readResult, type Tool } from '../tool.ts';

/** Reports how far a process is: integers and a flag, never prose (BLT-01, decisions §4). */
export const progressTool: Tool = {
  name: 'progress',
  description:
    'Reports the position in the process: the current point, how many there are, and whether all of them are done. Call it when you start a point, and once with completed = true after the last decision.',
  parameters: {
    type: 'object',
    properties: {
      current: { type: 'integer', minimum: 0, maximum: 100_000 },
      total: { type: 'integer', minimum: 0, maximum: 100_000 },
      completed: { type: 'boolean' },
    },
    required: ['current', 'total', 'completed'],
    additionalProperties: false,
  },
  group: 'process',
  effect: 'read_only',
  dataClass: 'editorContent',
  enabledByDefault: true,
  requiresAdministrator: false,
  offeredTo: (run) => run.invoked === true || run.processSkillUid !== null,
  reportsCompletion: (args) => args['completed'] === true,
  execute: (args) => {
    const current = Number(args['current']);
    const total = Number(args['total']);
    if (current > total) {
      return Promise.resolve(errorResult('The current point is beyond the total.'));
    }
    return Promise.resolve({
      ...readResult('Noted.'),
      report: { kind: 'progress', current, total, completed: args['completed'] === true },
    });
  },
};
