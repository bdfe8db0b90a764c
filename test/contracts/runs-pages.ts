import type { FieldChange, RecordRef } from '../../src/contracts/index.ts';
import type { RuntimeDeps } from '../../src/runs/index.ts';
import {
  errorResult,
  readResult,
  type CallPreview,
  type Tool,
  type ToolArguments,
} from '../../src/tools/index.ts';

type Host = NonNullable<RuntimeDeps['content']>;

/** Two pages in memory with the tools a run needs: a read, a write, a write that must not happen twice, remote tools. */
export function createFakePages() {
  const descriptions = new Map<number, string>([
    [12, ''],
    [13, ''],
  ]);
  const writes: { readonly page: number; readonly value: string }[] = [];
  const drafts: string[] = [];
  const reads: number[] = [];
  const remote: string[] = [];
  const unreadable = new Set<number>();
  const approved: (CallPreview | undefined)[] = [];
  let hookMessage: string | null = null;
  let completeness: 'complete' | 'partial' = 'complete';
  let previewsFail = false;
  let writesThrow: Error | null = null;

  const host = {
    pageOf: (record: RecordRef) => {
      const page = record.table === 'pages' ? record.uid : 12;
      return Promise.resolve(descriptions.has(page) && !unreadable.has(page) ? page : null);
    },
    readPage: (page: number) =>
      Promise.resolve(
        descriptions.has(page)
          ? { elements: [{ uid: page * 10 + 1 }, { uid: page * 10 + 2 }] }
          : null,
      ),
  } as unknown as Host;

  const previewOf = (args: ToolArguments): CallPreview => {
    const { page, value } = wanted(args);
    const before = descriptions.get(page) ?? null;
    if (before === null || before === value || previewsFail) {
      return { lines: [], fields: [], target: null, failed: true };
    }
    const field: FieldChange = {
      table: 'pages',
      uid: page,
      field: 'description',
      label: { en: 'Description', de: 'Beschreibung' },
      place: null,
      before,
      after: value,
    };
    return {
      lines: [`description: ${before} → ${value}`],
      fields: [field],
      target: { table: 'pages', uid: page, fields: ['description'] },
      failed: false,
    };
  };

  const readTool: Tool = {
    name: 'get_page_content',
    description: 'Reads a page.',
    parameters: objectSchema({ page: { type: 'integer' } }, ['page']),
    group: 'content',
    effect: 'read_only',
    enabledByDefault: true,
    requiresAdministrator: false,
    execute: (args) => {
      reads.push(Number(args['page']));
      return Promise.resolve(readResult(`page ${String(args['page'])}`));
    },
  };

  const writeTool: Tool = {
    name: 'update_page_metadata',
    description: 'Writes page fields.',
    parameters: objectSchema({ page: { type: 'integer' }, fields: { type: 'object' } }, [
      'page',
      'fields',
    ]),
    group: 'editing',
    effect: 'idempotent_write',
    enabledByDefault: true,
    requiresAdministrator: false,
    preview: (args) => Promise.resolve(previewOf(args)),
    execute: (args, context) => {
      const { page, value } = wanted(args);
      approved.push(context.approvedPreview);
      if (writesThrow !== null) return Promise.reject(writesThrow);
      if (!descriptions.has(page)) return Promise.resolve(errorResult('No such page.'));
      descriptions.set(page, value);
      writes.push({ page, value });
      if (hookMessage !== null) context.hookFailed?.(hookMessage);
      return Promise.resolve({
        content: 'Written.',
        isError: false,
        write: {
          target: { table: 'pages', uid: page },
          completeness,
          hookFailedAfterWrite: false,
          historyId: `h${String(writes.length)}`,
        },
      });
    },
  };

  const draftTool: Tool = {
    name: 'create_page_draft',
    description: 'Creates a page.',
    parameters: objectSchema({ title: { type: 'string' } }, ['title']),
    group: 'editing',
    effect: 'non_idempotent_write',
    enabledByDefault: true,
    requiresAdministrator: false,
    preview: (args) =>
      Promise.resolve({
        lines: [`new page: ${String(args['title'])}`],
        fields: [],
        target: null,
        failed: false,
      }),
    execute: (args) => {
      drafts.push(String(args['title']));
      return Promise.resolve({
        content: 'Created.',
        isError: false,
        write: {
          target: { table: 'pages', uid: 100 + drafts.length },
          completeness: 'complete' as const,
          hookFailedAfterWrite: false,
          historyId: null,
        },
      });
    },
  };

  const remoteTool = (name: string, more: Partial<Tool>): Tool => ({
    name,
    description: 'A tool of another server.',
    parameters: { type: 'object' },
    group: 'mcp_shop',
    effect: 'non_idempotent_write',
    enabledByDefault: true,
    requiresAdministrator: false,
    remote: true,
    execute: () => {
      remote.push(name);
      return Promise.resolve(readResult('done elsewhere'));
    },
    ...more,
  });

  return {
    host,
    tools: [
      readTool,
      writeTool,
      draftTool,
      remoteTool('mcp_shop_free', { requiresApproval: false }),
      remoteTool('mcp_shop_bound', {}),
      remoteTool('mcp_shop_peek', { effect: 'read_only', requiresApproval: false }),
      // A read whose approval is on, as an external fetch may be.
      { ...readTool, name: 'fetch_source', requiresApproval: true },
    ],
    descriptions,
    writes,
    drafts,
    reads,
    remote,
    /** What the write was told the person saw, call by call. */
    approved,
    unreadable,
    failHook: (message: string) => {
      hookMessage = message;
    },
    writePartially: () => {
      completeness = 'partial';
    },
    /** From now on a write throws this. */
    failWrites: (error: Error) => {
      writesThrow = error;
    },
    failPreviews: (isFailing = true) => {
      previewsFail = isFailing;
    },
  };
}

function wanted(args: ToolArguments): { readonly page: number; readonly value: string } {
  const fields = args['fields'] as Readonly<Record<string, unknown>>;
  return { page: Number(args['page']), value: String(fields['description']) };
}

function objectSchema(properties: object, required: readonly string[]) {
  return { type: 'object', properties, required, additionalProperties: false };
}
