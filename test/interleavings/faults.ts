import { RunStatus, type PendingCard } from '../../src/contracts/index.ts';
import type { RunChange, RunGuard, RunStore } from '../../src/runs/index.ts';
import { versionDigest, type SkillReader } from '../../src/skills/index.ts';
import type { Faults } from './ports.ts';

/** A guard removed: what the runtime is told instead of the truth, and the scenario that has to notice. */
export interface SeededFault {
  readonly guard: string;
  readonly faults: Faults;
  /** Beginning of the title of the scenario it is sought in. */
  readonly scenario: string;
  /** What has to be found. */
  readonly finds: RegExp;
}

interface Call {
  readonly guard: RunGuard;
  readonly change: RunChange;
}

/** A store that carries out another change than it was asked for. */
function changing(lie: (call: Call) => Partial<Call>): Faults {
  return {
    store: (store): RunStore => ({
      ...store,
      within: (transaction) => {
        const writer = store.within(transaction);
        return {
          ...writer,
          change: (uuid, guard, change) => {
            const call = { guard, change, ...lie({ guard, change }) };
            return writer.change(uuid, call.guard, call.change);
          },
        };
      },
    }),
  };
}

function withoutOwner({ leaseOwner: _, ...guard }: RunGuard): RunGuard {
  return guard;
}

function withoutEvents(kind: string): Faults {
  const rest = (events: RunChange['events']) => events.filter((event) => event.kind !== kind);
  return {
    store: (store): RunStore => ({
      ...store,
      within: (transaction) => {
        const writer = store.within(transaction);
        return {
          insert: (run, events) => writer.insert(run, rest(events)),
          change: (uuid, guard, change) =>
            writer.change(uuid, guard, { ...change, events: rest(change.events) }),
        };
      },
    }),
  };
}

function skills(lie: (skills: SkillReader) => Partial<SkillReader>): Faults {
  return { skills: (truth) => ({ ...truth, ...lie(truth) }) };
}

/** Every pause of a run under the digest of its first one. */
function oneDigestForAll(): Faults {
  return {
    sealer: (sealer) => {
      const digests = new Map<string, string>();
      const isSuspended = (context: string) => context.endsWith('/suspended');
      return {
        open: (sealed, context) => {
          const text = sealer.open(sealed, context);
          if (isSuspended(context)) {
            const { value } = JSON.parse(text) as { value: { card: PendingCard } };
            digests.set(context, value.card.digest);
          }
          return text;
        },
        seal: (plaintext, context) => {
          const digest = digests.get(context);
          if (digest === undefined || !isSuspended(context)) return sealer.seal(plaintext, context);
          const stored = JSON.parse(plaintext) as { value: { card: PendingCard } };
          const card = { ...stored.value.card, digest };
          return sealer.seal(
            JSON.stringify({ ...stored, value: { ...stored.value, card } }),
            context,
          );
        },
      };
    },
  };
}

export const SEEDED_FAULTS: readonly SeededFault[] = [
  {
    guard: 'a queued run is claimed by one worker',
    scenario: 'pickup by two workers',
    faults: changing(({ guard, change }) =>
      guard.statuses.includes('queued') && change.set.status === 'running'
        ? { guard: { ...guard, statuses: RunStatus.options } }
        : {},
    ),
    finds: /takes a run that is being run|changes a run that has ended|takes a run from/,
  },
  {
    guard: 'a waiting run is claimed by one decision',
    scenario: 'editor and second tab approve',
    faults: changing(({ guard, change }) =>
      change.set.status === 'running' ? { guard: { ...guard, statuses: RunStatus.options } } : {},
    ),
    finds: /takes a run that is being run|changes a run that has ended/,
  },
  {
    guard: 'a run ends once',
    scenario: 'editor approves, second tab skips',
    faults: changing(({ guard, change }) =>
      change.forgetJournal === true
        ? { guard: { ...withoutOwner(guard), statuses: RunStatus.options } }
        : {},
    ),
    finds: /changes a run that has ended/,
  },
  {
    guard: 'a segment records only under its own lease',
    scenario: 'an approval dies or dawdles',
    faults: changing(({ guard, change }) =>
      change.journal.length > 0 ? { guard: withoutOwner(guard) } : {},
    ),
    finds: /works on a run somebody else holds/,
  },
  {
    guard: 'the reaper waits for a lease to run out',
    scenario: 'a worker is killed',
    faults: {
      store: (store): RunStore =>
        ({
          ...changing(({ guard: { leaseExpiredAtMs: _, ...guard } }) => ({ guard })).store?.(store),
          ...{ interrupted: (_nowMs, limit) => store.interrupted(Number.MAX_SAFE_INTEGER, limit) },
        }) as RunStore,
    },
    finds: /takes a run away from a process that holds its lease/,
  },
  {
    guard: 'a revocation fails the pin',
    scenario: 'editor and second tab approve',
    faults: skills((truth) => ({
      approvalOf: async (pin) => {
        const found = await truth.approvalOf(pin);
        return found === null ? null : { ...found, unrevoked: true };
      },
    })),
    finds: /under the pin of "Tour", which failed at its check \(approval/,
  },
  {
    guard: 'a re-classified source fails the pin',
    scenario: 'four-eyes and a re-classified source',
    faults: skills((truth) => ({
      source: async (uid) => {
        const found = await truth.source(uid);
        return found === null ? null : { ...found, trustLevel: 'first_party' as const };
      },
    })),
    finds: /which failed at its check \(source/,
  },
  {
    guard: 'four-eyes stops a process',
    scenario: 'four-eyes and a re-classified source',
    faults: {
      configurations: (truth) => ({
        ...truth,
        configuration: async (uid) => {
          const found = await truth.configuration(uid);
          return found === null ? null : { ...found, requireSecondApprover: false };
        },
      }),
    },
    finds: /which failed at its check \(second approver/,
  },
  {
    guard: 'a decision names the card it was made on',
    scenario: 'the page moves under an approval',
    faults: oneDigestForAll(),
    finds: /a write that is not what its card showed/,
  },
  {
    guard: 'a write refuses a record that moved after its approval',
    scenario: 'the page moves under an approval',
    faults: {
      tools: (tools) =>
        tools.map((tool) => ({
          ...tool,
          execute: (args, { approvedPreview: _, ...context }) => tool.execute(args, context),
        })),
    },
    finds: /a write that is not what its card showed/,
  },
  {
    guard: 'the decision is in the log before anything runs',
    scenario: 'editor approves, second tab skips',
    faults: withoutEvents('approval'),
    finds: /a write without an accepted approval in the log/,
  },
  {
    guard: 'a write is stamped before it begins',
    scenario: 'an approval dies or dawdles',
    faults: changing(({ change }) => {
      const { pendingEffect: _, ...set } = change.set;
      return { change: { ...change, set } };
    }),
    finds: /wrote twice/,
  },
  {
    guard: 'the reaper acts on the row it read',
    scenario: 'an approval dies or dawdles',
    faults: changing(({ guard: { asRead: _, ...guard } }) => ({ guard })),
    finds: /wrote twice/,
  },
  {
    guard: 'the stored allow-list restricts the resumed run',
    scenario: 'outside processes: the only declaring skill',
    faults: {
      store: (store) => ({
        ...store,
        run: async (uuid) => {
          const run = await store.run(uuid);
          return run === null ? null : { ...run, allowList: null };
        },
      }),
    },
    finds: /the model is offered read_log/,
  },
  {
    guard: 'the live allow-list restricts the resumed run',
    scenario: 'outside processes: the only declaring skill',
    faults: skills((truth) => ({
      latestUnrevokedApproval: async (skillUid, sourceUid) => {
        const skill = await truth.skill(skillUid);
        if (skill === null) return null;
        const digest = versionDigest(skill.version);
        return (await truth.approvalOf({ skillUid, sourceUid, digest }))?.approval ?? null;
      },
    })),
    finds: /the model is offered/,
  },
  {
    guard: 'a dropped or failed pin is told',
    scenario: 'a new message while an administrator detaches',
    faults: withoutEvents('notice'),
    finds: /lost ".*" without a notice/,
  },
];
