import { errorResult, readResult, type CallPreview, type Tool } from '../../src/tools/index.ts';
import { journalOf, unapprovedWrite } from './invariants.ts';
import type { Stage } from './stage.ts';
import type { Truth } from './truth.ts';
import type { Watch } from './watch.ts';

const schema = (properties: object) => ({ type: 'object', properties });

/** What a change of a description looks like, before and as it happens. */
function linesOf(truth: Truth, page: number, value: string): readonly string[] {
  return [`${truth.world.descriptions[page] ?? '(gone)'} → ${value}`];
}

/**
 * A read, a write that may be repeated, and one that must not be. Like the tools of a host they refuse a record that moved
 * after the approval.
 */
export function createPageTools(truth: Truth, stage: Stage, watch: Watch): readonly Tool[] {
  const plain = { enabledByDefault: true, requiresAdministrator: false } as const;
  /** One write takes effect: everything that must hold of it is asked at that very moment. */
  const takeEffect = (
    write: { readonly tool: string; readonly runUuid: string; readonly callId: string },
    lines: readonly string[],
  ) => {
    const run = truth.runs.snapshot().get(write.runUuid);
    const broken =
      unapprovedWrite({ ...write, lines }, run, {
        shown: truth.world.shown,
        before: truth.world.writes,
      }) ?? watch.unheldPin('a decided call runs');
    if (broken !== null) truth.breaks(broken);
    truth.set({ writes: [...truth.world.writes, `${write.runUuid} ${write.callId}`] });
  };
  /** The call that runs: the first of this tool without a result. */
  const callOf = (runUuid: string, tool: string) => {
    const run = truth.runs.snapshot().get(runUuid);
    const lines = run === undefined ? [] : journalOf(run);
    const settled = lines.flatMap(({ kind, callId }) => (kind === 'result' ? [callId] : []));
    const calls = lines.flatMap((line) => line.calls ?? []);
    return calls.find(({ id, name }) => name === tool && !settled.includes(id))?.id ?? 'none';
  };
  const previewOf = (lines: readonly string[]): CallPreview => ({
    lines,
    fields: [],
    target: null,
    failed: false,
  });
  const written = { isError: false, content: 'Written.' } as const;
  const statement = {
    target: null,
    completeness: 'complete',
    hookFailedAfterWrite: false,
    historyId: null,
  } as const;

  const read: Tool = {
    ...plain,
    name: 'read_page',
    description: 'Reads a page.',
    parameters: schema({ page: { type: 'integer' } }),
    group: 'content',
    effect: 'read_only',
    execute: (args) =>
      stage.step('tool: read the page', async () =>
        readResult(truth.world.descriptions[Number(args['page'])] ?? 'none'),
      ),
  };
  const describe: Tool = {
    ...plain,
    name: 'describe_page',
    description: 'Sets the description of a page.',
    parameters: schema({ page: { type: 'integer' }, value: { type: 'string' } }),
    group: 'editing',
    effect: 'idempotent_write',
    preview: (args) =>
      stage.step('tool: preview the description', async () =>
        previewOf(linesOf(truth, Number(args['page']), String(args['value']))),
      ),
    execute: (args, { run, approvedPreview }) => {
      const callId = callOf(run.uuid, 'describe_page');
      return stage.step('tool: write the description', async () => {
        const page = Number(args['page']);
        const value = String(args['value']);
        const lines = linesOf(truth, page, value);
        if (approvedPreview !== undefined && approvedPreview.lines.join() !== lines.join()) {
          return errorResult('The page has moved meanwhile.');
        }
        takeEffect({ tool: 'describe_page', runUuid: run.uuid, callId }, lines);
        truth.set({ descriptions: { ...truth.world.descriptions, [page]: value } });
        return { ...written, write: statement };
      });
    },
  };
  const create: Tool = {
    ...plain,
    name: 'create_page',
    description: 'Creates a page.',
    parameters: schema({ title: { type: 'string' } }),
    group: 'editing',
    effect: 'non_idempotent_write',
    preview: (args) =>
      stage.step('tool: preview the page', async () =>
        previewOf([`new: ${String(args['title'])}`]),
      ),
    execute: (args, { run }) => {
      const callId = callOf(run.uuid, 'create_page');
      return stage.step('tool: create the page', async () => {
        const title = String(args['title']);
        takeEffect({ tool: 'create_page', runUuid: run.uuid, callId }, [`new: ${title}`]);
        truth.set({ drafts: [...truth.world.drafts, title] });
        return { ...written, write: statement };
      });
    },
  };
  /** No skill of the scenarios declares it: it is offered only where nothing restricts. */
  const undeclared: Tool = { ...read, name: 'read_log' };
  return [read, undeclared, describe, create];
}
