import type { RunStore } from '../../src/runs/index.ts';
import {
  readResult,
  type CallPreview,
  type Tool,
  type ToolArguments,
} from '../../src/tools/index.ts';
import type { Ledger, LedgerLine } from './ledger.ts';
import { TOOL_OF, type Act } from './plans.ts';
import type { Reach } from './protocol.ts';

export interface LedgerToolDeps {
  readonly ledger: Ledger;
  readonly store: RunStore;
  /** The process these tools act in, and the name its leases begin with. */
  readonly life: string;
  readonly reach: Reach;
}

/** Tools whose whole effect is a line of the ledger: a read, a write that may be repeated, one that must not be. */
export function createLedgerTools(deps: LedgerToolDeps): readonly Tool[] {
  const plain = {
    parameters: {
      type: 'object',
      properties: { step: { type: 'string' } },
      required: ['step'],
    },
    enabledByDefault: true,
    requiresAdministrator: false,
  } as const;

  const act = async (kind: Act, runUuid: string, args: ToolArguments) => {
    const line: LedgerLine = { step: stepOf(args), act: kind, life: deps.life };
    const again = kind === 'read' && (await isRecorded(deps, runUuid, line.step));
    await deps.reach(`${kind}.begins`);
    deps.ledger.append(runUuid, again ? { ...line, again } : line);
    await deps.reach(`${kind}.done`);
  };

  const write = (kind: 'set' | 'once'): Tool => ({
    ...plain,
    name: TOOL_OF[kind],
    description: 'Writes a line.',
    group: 'editing',
    effect: kind === 'set' ? 'idempotent_write' : 'non_idempotent_write',
    preview: (args, { run }) => {
      const step = stepOf(args);
      const isSet = kind === 'set' && deps.ledger.lines(run.uuid).some((l) => l.step === step);
      return Promise.resolve(isSet ? NOTHING_TO_DO : previewOf(step));
    },
    execute: async (args, { run }) => {
      await act(kind, run.uuid, args);
      return {
        content: 'Written.',
        isError: false,
        write: {
          target: null,
          completeness: 'complete',
          hookFailedAfterWrite: false,
          historyId: null,
        },
      };
    },
  });

  return [
    {
      ...plain,
      name: TOOL_OF.read,
      description: 'Reads a line.',
      group: 'content',
      effect: 'read_only',
      execute: async (args, { run }) => {
        await act('read', run.uuid, args);
        return readResult('Read.');
      },
    },
    write('set'),
    write('once'),
  ];
}

const NOTHING_TO_DO: CallPreview = { lines: [], fields: [], target: null, failed: true };

function previewOf(step: string): CallPreview {
  return { lines: [`a line for ${step}`], fields: [], target: null, failed: false };
}

function stepOf(args: ToolArguments): string {
  return String(args['step']);
}

/** Whether the run has recorded this step and is still this process's: one that lost its run records nothing any more. */
async function isRecorded(deps: LedgerToolDeps, runUuid: string, step: string): Promise<boolean> {
  const events = await deps.store.events(runUuid, 0);
  if (!events.some(({ kind, payload }) => kind === 'tool' && payload['callId'] === step)) {
    return false;
  }
  const run = await deps.store.run(runUuid);
  return run?.leaseOwner?.startsWith(`${deps.life}:`) === true;
}
