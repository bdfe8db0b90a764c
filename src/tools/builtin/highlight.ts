import { errorResult, readResult, type Tool } from '../tool.ts';

/** One text for every refusal: it tells nothing about what exists (BLT-02). */
const REFUSAL = 'This element cannot be highlighted here.';

/** Points at the element a point is about; accepts only what the run registered from its subject. */
export const highlightTool: Tool = {
  name: 'highlight',
  description:
    'Shows the editor which element of the page the current point is about. Takes the uid of a content element of the page this run is about.',
  parameters: {
    type: 'object',
    properties: { uid: { type: 'integer', minimum: 0 } },
    required: ['uid'],
    additionalProperties: false,
  },
  group: 'process',
  effect: 'read_only',
  dataClass: 'editorContent',
  enabledByDefault: true,
  requiresAdministrator: false,
  offeredTo: (run) =>
    run.subject !== null && (run.invoked === true || run.processSkillUid !== null),
  execute: async (args, context) => {
    const targets = (await context.reach?.registeredTargets()) ?? [];
    const target = targets.find(({ table, uid }) => table === 'content' && uid === args['uid']);
    if (target === undefined) return errorResult(REFUSAL);
    return {
      ...readResult('Highlighted.'),
      report: { kind: 'highlight', target: { table: target.table, uid: target.uid } },
    };
  },
};
