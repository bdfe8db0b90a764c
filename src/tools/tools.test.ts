import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../test/support/property-runs.ts';
import { byteLength } from '../base/index.ts';
import { intersectAllowList, resolveAllowList } from './allow-list.ts';
import { boundResult, MAX_RESULT_BYTES } from './bound-result.ts';
import { builtinTools } from './builtin/index.ts';
import { denialResult } from './denial-result.ts';
import { requiresApproval } from './effects.ts';
import { createToolRegistry } from './registry.ts';
import { toolDecision, type ToolGateFacts } from './tool-decision.ts';
import { errorResult, readResult, type Tool } from './tool.ts';

const READ: Tool = {
  name: 'read',
  description: '',
  parameters: { type: 'object' },
  group: 'content',
  effect: 'read_only',
  enabledByDefault: true,
  requiresAdministrator: false,
  execute: () => Promise.resolve(readResult('')),
};
const WRITE: Tool = {
  ...READ,
  name: 'write',
  group: 'editing',
  effect: 'idempotent_write',
  preview: () => Promise.resolve({ lines: [], fields: [], target: null, failed: false }),
};

const list = fc.option(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 5 }), {
  nil: null,
});

describe('the allow-list', () => {
  it('ALW-01 is the union of those that declare; none declares = null; a declared empty list = none', () => {
    expect(resolveAllowList([])).toBeNull();
    expect(resolveAllowList([null, null])).toBeNull();
    expect(resolveAllowList([null, []])).toEqual([]);
    expect(resolveAllowList([['b', 'a'], null, ['a', 'c']])).toEqual(['a', 'b', 'c']);
  });

  it('ALW-04 an intersection never allows what the stored list did not, and null imposes nothing', () => {
    expect(intersectAllowList(null, null)).toBeNull();
    expect(intersectAllowList(['b', 'a'], null)).toEqual(['a', 'b']);
    expect(intersectAllowList(null, ['a'])).toEqual(['a']);
    fc.assert(
      fc.property(list, list, fc.constantFrom('a', 'b', 'c', 'd'), (stored, live, name) => {
        const allows = (names: readonly string[] | null) => names === null || names.includes(name);
        const both = intersectAllowList(stored, live);
        expect(allows(both)).toBe(allows(stored) && allows(live));
      }),
      propertyRuns('intersectAllowList'),
    );
  });
});

const OPEN: ToolGateFacts = {
  tool: READ,
  toolEnabled: null,
  groupEnabled: true,
  actorIsAdministrator: false,
  requestedNames: null,
  skillList: null,
  allowedGroups: [],
  ceiling: 'secretAdjacent',
  useful: true,
};

describe('the gates', () => {
  it.each<[string, Partial<ToolGateFacts>, string]>([
    ['nothing against it', {}, 'none'],
    ['unknown', { tool: null, toolEnabled: false }, 'notRegistered'],
    [
      'switched off',
      { toolEnabled: false, tool: { ...READ, requiresAdministrator: true } },
      'toolDisabled',
    ],
    ['off by default', { tool: { ...READ, enabledByDefault: false } }, 'toolDisabled'],
    [
      'off by default, switched on',
      { tool: { ...READ, enabledByDefault: false }, toolEnabled: true },
      'none',
    ],
    ['group off, tool on', { groupEnabled: false, toolEnabled: true }, 'toolDisabled'],
    [
      'for administrators',
      { tool: { ...READ, requiresAdministrator: true }, skillList: [] },
      'requiresAdmin',
    ],
    ['not asked for', { requestedNames: ['other'], skillList: [] }, 'requestList'],
    ['not in the skill list', { skillList: ['other'], allowedGroups: ['files'] }, 'skillList'],
    [
      'not in the groups',
      { allowedGroups: ['files'], ceiling: 'publicContent' },
      'configurationGroup',
    ],
    ['above the ceiling', { ceiling: 'publicContent', useful: false }, 'trustZone'],
    ['of no use here', { useful: false }, 'nothingToDo'],
    [
      'unknown group counts as strictest',
      { tool: { ...READ, group: 'mcp_shop' }, ceiling: 'systemDiagnostics' },
      'trustZone',
    ],
  ])('TOL-01, TOL-02 %s: %s', (_title, facts, reason) => {
    const decision = toolDecision('read', { ...OPEN, ...facts });
    expect(decision).toMatchObject({ reason, allowed: reason === 'none' });
  });

  it('ALW-07 the load tool is exempt from skill list and groups, and from nothing else', () => {
    const tool = { ...READ, name: 'load_skill' };
    const decide = (facts: Partial<ToolGateFacts>) =>
      toolDecision('load_skill', {
        ...OPEN,
        tool,
        skillList: [],
        allowedGroups: ['files'],
        ...facts,
      }).reason;
    expect(decide({})).toBe('none');
    expect(decide({ toolEnabled: false })).toBe('toolDisabled');
    expect(decide({ requestedNames: [] })).toBe('requestList');
    expect(decide({ ceiling: 'publicContent' })).toBe('trustZone');
  });
});

describe('approvals', () => {
  it('DEC-08 a local write always needs one; a remote tool unless its operator said otherwise', () => {
    expect(requiresApproval(WRITE)).toBe(true);
    expect(requiresApproval({ ...WRITE, requiresApproval: false })).toBe(true);
    expect(requiresApproval(READ)).toBe(false);
    expect(requiresApproval({ ...READ, requiresApproval: true })).toBe(true);
    expect(requiresApproval({ ...WRITE, remote: true })).toBe(true);
    expect(requiresApproval({ ...WRITE, remote: true, requiresApproval: false })).toBe(false);
  });

  it('TOL-04 a tool that needs approval and answer is refused at start-up, as are twins and blind writes', () => {
    const asks = { ...WRITE, inputSchema: () => ({}) };
    const blind: Tool = { ...READ, name: 'blind', effect: 'idempotent_write' };
    for (const tools of [[asks], [READ, READ], [blind], [{ ...READ, name: 'no blanks' }]]) {
      expect(() => createToolRegistry(tools)).toThrow(/The tool "/);
    }
    expect(createToolRegistry([READ, WRITE]).tool('write')).toBe(WRITE);
  });
});

describe('results', () => {
  it('WRT-02, WRT-09 bounding carries every member, sets the hook flag from the loop alone, strips errors', () => {
    const write = {
      target: { table: 'pages', uid: 1 },
      completeness: 'partial' as const,
      hookFailedAfterWrite: true,
      historyId: 'h1',
    };
    const long = { content: 'ü'.repeat(40_000), isError: false, write };
    const bounded = boundResult(long, { hookFailed: false });
    expect(bounded.write).toEqual({ ...write, hookFailedAfterWrite: false });
    expect(byteLength(bounded.content)).toBeLessThanOrEqual(MAX_RESULT_BYTES);
    expect(bounded.content.endsWith('cut here.]')).toBe(true);
    expect(boundResult({ ...errorResult('no'), write }, { hookFailed: true }).write).toBeNull();
    expect(boundResult(readResult('short'), { hookFailed: false }).content).toBe('short');
  });

  it('DEC-04 denials are fixed tokens and one sentence', () => {
    const first = (text: string) => text.split('\n')[0];
    expect(first(denialResult('run_owner', 'skip'))).toBe(
      'approval_denied decided_by=run_owner reason=skip',
    );
    expect(first(denialResult('run_owner', 'keep'))).toBe(
      'approval_denied decided_by=run_owner reason=keep',
    );
    expect(first(denialResult('run_owner', 'variant'))).toBe(
      'approval_denied decided_by=run_owner reason=variant',
    );
    expect(first(denialResult('other_user', null))).toBe('approval_denied decided_by=other_user');
  });
});

describe('built-ins', () => {
  it('BLT-05 all declare a read of class editorContent in one group, on by default', () => {
    expect(builtinTools.map(({ name }) => name)).toEqual([
      'progress',
      'highlight',
      'choice',
      'load_skill',
    ]);
    for (const tool of builtinTools) {
      expect(tool).toMatchObject({
        effect: 'read_only',
        dataClass: 'editorContent',
        group: 'process',
        enabledByDefault: true,
        requiresAdministrator: false,
      });
    }
  });

  it('BLT-01 progress reports integers and a flag, and takes nothing else', () => {
    const progress = builtinTools[0];
    expect(Object.keys(progress?.parameters['properties'] ?? {})).toEqual([
      'current',
      'total',
      'completed',
    ]);
    expect(progress?.parameters['additionalProperties']).toBe(false);
  });
});
