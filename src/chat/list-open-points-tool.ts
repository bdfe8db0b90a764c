import { errorResult, readResult, type Tool } from '../tools/index.ts';
import type { OpenPointLists } from './open-point-lists.ts';

/**
 * `list_open_points`: the points skipped before on the run's page, as record identities and field names; no values, and
 * only what the acting user may see (OPN-04, ADR-022).
 */
export function createListOpenPointsTool(lists: OpenPointLists): Tool {
  return {
    name: 'list_open_points',
    description:
      'Findings the editor skipped on this page before, as record and field. Read the page for their current values.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    group: 'process',
    effect: 'read_only',
    dataClass: 'editorContent',
    enabledByDefault: true,
    requiresAdministrator: false,
    offeredTo: (run) => run.subject?.table === 'pages',
    execute: async (_args, { actor, run }) => {
      if (run.subject?.table !== 'pages') return errorResult('This run has no page.');
      const points = await lists.list(actor, {
        subject: run.subject,
        ...(run.processSkillUid === null ? {} : { skillUid: run.processSkillUid }),
      });
      return readResult(JSON.stringify(points.map(({ target, field }) => ({ ...target, field }))));
    },
  };
}
