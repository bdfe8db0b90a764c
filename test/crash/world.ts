import {
  createRunStore,
  createSkillStore,
  createTransactions,
  openDatabase,
} from '../../src/adapters/storage/index.ts';
import { NO_CONTENT_RIGHTS, type UserActor } from '../../src/actors/index.ts';
import { systemClock, systemIds, type Transactions } from '../../src/base/index.ts';
import type { Configuration } from '../../src/models/index.ts';
import { createAgentRuntime, type WakeUpCall } from '../../src/runs/index.ts';
import { createSkillService } from '../../src/skills/index.ts';
import { builtinTools, createToolRegistry } from '../../src/tools/index.ts';
import { openSealer } from '../interleavings/sealed.ts';
import { openLedger } from './ledger.ts';
import { createLedgerTools } from './ledger-tools.ts';
import { planModel } from './plans.ts';
import type { Place, Reach } from './protocol.ts';

export const EDITOR = person('editor', { grants: ['approve_own_changes'] });
export const ADMINISTRATORS = {
  ada: person('ada', { isAdministrator: true }),
  ben: person('ben', { isAdministrator: true }),
};

export interface WorldOptions {
  readonly life: string;
  readonly leaseMs: number;
  readonly reach: Reach;
  readonly wake: (call: WakeUpCall) => void;
  readonly complain: (text: string) => void;
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** The runtime and the skills of one process, on the database it shares with all the others. */
export async function openWorld(place: Place, options: WorldOptions) {
  const { life, reach, complain } = options;
  const database = await openDatabase(place.database, systemClock);
  const store = createRunStore(database);
  const ledger = openLedger(place.ledger);
  const transactions = withPoints(createTransactions(database), reach);
  const thresholds = { minTrust: 'community', instructionTrust: 'verified' } as const;
  const skills = createSkillStore(database, { thresholds: () => Promise.resolve(thresholds) });
  const note = (facts: object, message: string) => {
    const { err } = facts as { readonly err?: unknown };
    complain(`${message}: ${err instanceof Error ? (err.stack ?? err.message) : String(err)}`);
  };
  const runtime = createAgentRuntime(
    {
      store,
      transactions,
      skills,
      snippets: { snippets: () => Promise.resolve([]) },
      configurations: {
        configuration: () => Promise.resolve(CONFIGURATION),
        defaultConfiguration: () => Promise.resolve(CONFIGURATION),
        configurations: () => Promise.resolve([CONFIGURATION]),
      },
      models: { modelFor: () => Promise.resolve(planModel) },
      tools: createToolRegistry([
        ...builtinTools,
        ...createLedgerTools({ ledger, store, life, reach }),
      ]),
      actors: { user: (userId) => Promise.resolve(userId === EDITOR.userId ? EDITOR : null) },
      content: null,
      sealer: openSealer,
      clock: systemClock,
      ids: systemIds,
      wakeUp: { wake: options.wake },
      log: { warn: note, error: note },
      reach,
    },
    // A run of these tests is interrupted again and again and has to come to its end all the same.
    { owner: life, leaseMs: options.leaseMs, maxRequeues: 100_000 },
  );
  const service = createSkillService({
    store: skills,
    transactions,
    clock: systemClock,
    usage: {
      conversationsHolding: () => Promise.resolve([]),
      conversationCounts: () => Promise.resolve(() => 0),
      runsWaitingUnder: () => Promise.resolve([]),
      configurationsNamed: () => Promise.resolve([]),
    },
    toolInfo: () => Promise.resolve(null),
    nameOf: () => Promise.resolve(null),
  });
  return { database, store, ledger, transactions, skills, service, runtime };
}

function person(userId: string, more: Partial<UserActor>): UserActor {
  return {
    kind: 'user',
    userId,
    name: userId,
    isAdministrator: false,
    groupIds: [],
    grants: [],
    rights: NO_CONTENT_RIGHTS,
    ...more,
  };
}

export const CONFIGURATION: Configuration = {
  uid: 1,
  identifier: 'plan',
  name: 'Plan',
  model: 'plan',
  systemPrompt: 'Work through the plan.',
  temperature: null,
  maxOutputTokens: null,
  maxIterations: 20,
  allowedGroupIds: [],
  requireSecondApprover: false,
  allowedToolGroups: [],
  snippetTags: [],
  snippetsInCallerSystemMessage: false,
  fallbackIdentifiers: [],
  isActive: true,
  isDefault: true,
};

/** A process may die right before a commit and right after it. */
function withPoints(inner: Transactions, reach: Reach): Transactions {
  return {
    transact: async (work) => {
      const result = await inner.transact(async (transaction) => {
        const done = await work(transaction);
        await reach('commit.before');
        return done;
      });
      await reach('commit.after');
      return result;
    },
  };
}
