import { AppError } from '../../src/base/index.ts';
import type { ContentChange, ContentHost } from '../../src/content/index.ts';
import { errorResult, type Tool } from '../../src/tools/index.ts';

/** Writes fields of a page through the host, with a preview and a target, as the product's tools do. */
export function createSetFieldsTool(host: ContentHost): Tool {
  const changeOf = (args: Readonly<Record<string, unknown>>): ContentChange => ({
    kind: 'set_page_fields',
    page: Number(args['page']),
    fields: args['fields'] as Record<string, string>,
  });
  return {
    name: 'set_fields',
    description: 'Sets fields of a page.',
    parameters: {
      type: 'object',
      properties: { page: { type: 'integer' }, fields: { type: 'object' } },
      required: ['page', 'fields'],
    },
    group: 'editing',
    effect: 'idempotent_write',
    dataClass: 'editorContent',
    enabledByDefault: true,
    requiresAdministrator: false,
    preview: async (args, { actor }) => {
      const plan = await host.plan(changeOf(args), actor);
      if (!plan.ok)
        return { lines: [plan.refusal.message], fields: [], target: null, failed: true };
      const { fields, target } = plan.planned;
      return { lines: ['Set fields'], fields, target, failed: false };
    },
    execute: async (args, { actor, run }) => {
      const plan = await host.plan(changeOf(args), actor);
      if (!plan.ok) return errorResult(plan.refusal.message);
      try {
        const applied = await host.apply(plan.planned, { actor, runUuid: run.uuid });
        const { content, target, completeness, historyId } = applied;
        const write = { target, completeness, hookFailedAfterWrite: false, historyId };
        return { content, isError: false, write };
      } catch (error) {
        if (error instanceof AppError) return errorResult(error.message);
        throw error;
      }
    },
  };
}
