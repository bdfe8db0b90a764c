import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { inject, vi } from 'vitest';
import type { DatabaseConfig } from '../../src/adapters/storage/index.ts';
import { bodyChecksum, versionDigest, type SkillVersion } from '../../src/skills/index.ts';
import { systemClock } from '../../src/base/index.ts';
import type { OpenFresh } from '../support/databases.ts';
import type { Chance } from './chance.ts';
import { createCrew, type Life } from './crew.ts';
import { createEditor } from './editor.ts';
import { PLANS, PROCESS_PLANS, type Plan } from './plans.ts';
import type { Place, Report, Role } from './protocol.ts';
import { EDITOR, openWorld } from './world.ts';

export type Arena = Awaited<ReturnType<typeof openArena>>;

interface ArenaOptions {
  readonly chance: Chance;
  /** Processes that are kept ready. Default 2. */
  readonly warmCount?: number;
}

/** Works in a fresh arena; its processes are dead before its database goes. */
export async function inArena(
  openFresh: OpenFresh,
  options: ArenaOptions,
  work: (arena: Arena) => Promise<void>,
): Promise<void> {
  const arena = await openArena(openFresh, options);
  try {
    await work(arena);
  } finally {
    await arena.close();
  }
}

/** A database, the processes on it, the person who decides, and the ledger of what happened outside. */
async function openArena(openFresh: OpenFresh, options: ArenaOptions) {
  const { chance } = options;
  const { config, dialect } = await openFresh();
  const ledger = await mkdtemp(join(tmpdir(), 'vouch-ledger-'));
  const place: Place = { database: withName(config, 'test'), ledger };
  const world = await openWorld(place, {
    life: 'test',
    leaseMs: 900_000,
    reach: () => Promise.resolve(),
    wake: () => undefined,
    complain: (text) => editor.faults.push(text),
  });
  const crew = createCrew(inject('crashProcess'), options.warmCount ?? 2);
  const editor = createEditor(chance);

  const runs = new Map<string, Plan>();
  const skill = await addProcess(world);
  let lives = 0;
  let open = 0;

  const enqueue = async (plan: Plan, isProcess: boolean) => {
    const uuid = await world.runtime.enqueue({
      configurationUid: 1,
      messages: [{ role: 'user', content: JSON.stringify(plan) }],
      actor: EDITOR,
      ...(isProcess ? { invocation: { skillUid: skill.uid } } : {}),
    });
    runs.set(uuid, plan);
    return uuid;
  };

  return {
    dialect,
    world,
    editor,
    runs,
    skill,
    enqueue,
    /** Runs that had not ended when a process last looked. */
    openCount: () => open,

    /** Starts runs until as many are open. */
    topUp: async (count: number) => {
      const missing = count - (await world.store.open(null)).length;
      for (let n = 0; n < missing; n += 1) {
        const isProcess = chance.in100(30);
        const plans = isProcess ? PROCESS_PLANS : PLANS;
        await enqueue(plans[chance.below(plans.length)] ?? [], isProcess);
      }
    },

    /** Lets a warm process be a server or worker. */
    start: (
      role: Partial<Role>,
      listen: (report: Report, life: Life) => void = () => undefined,
    ): Life => {
      lives += 1;
      const life: Life = crew.start(
        {
          place: { ...place, database: withName(config, `life${String(lives)}`) },
          role: {
            life: `life${String(lives)}`,
            leaseMs: 900_000,
            alone: true,
            serves: true,
            dies: null,
            ...role,
          },
        },
        (report) => {
          if (report.kind === 'seen') open = report.open;
          listen(report, life);
          editor.hears(life, report);
        },
      );
      return life;
    },

    close: async () => {
      await crew.close();
      await world.database.close();
      await rm(ledger, { recursive: true, force: true });
    },

    /** When the process is dead, and its database has let go of it too. */
    gone: async (life: Life) => {
      const { at } = await life.ended;
      editor.lost(life);
      if (dialect === 'postgres') {
        const isGone = async () => {
          const { rows } = await sql<{ n: number }>`
            select count(*)::int as n from pg_stat_activity
            where datname = current_database() and application_name = ${life.name}
          `.execute(world.database.reads);
          return rows[0]?.n === 0;
        };
        await vi.waitUntil(isGone, { timeout: 30_000, interval: 5 });
      }
      return at;
    },
  };
}

/** Lets one process carry everything to its end. */
export async function drain(arena: Arena, role: Partial<Role> = {}): Promise<void> {
  let finished: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (finished = resolve));
  const life = arena.start(role, (report) => {
    if (report.kind === 'seen' && report.open === 0) finished();
  });
  const late = new AbortController();
  const tooLong = systemClock.sleep(DRAIN_MS, late.signal).then(
    async () => Promise.reject(new Error(await standstill(arena))),
    () => undefined,
  );
  await Promise.race([done, life.ended, tooLong]).finally(() => {
    late.abort();
  });
  life.kill();
  await arena.gone(life);
}

/** Many times what carrying everything to its end takes. */
const DRAIN_MS = 120_000;

/** What stands still, and what went wrong on the way there. */
async function standstill({ world, editor }: Arena): Promise<string> {
  const open = await world.store.open(null);
  const runs = open.map(({ uuid, status, leaseOwner, eventCount }) =>
    [uuid, status, leaseOwner, eventCount].join(' '),
  );
  return ['Runs that come to no end:', ...runs, 'Faults:', ...editor.faults].join('\n');
}

/** PostgreSQL then tells whose a connection is. */
function withName(config: DatabaseConfig, name: string): DatabaseConfig {
  if (config.dialect === 'sqlite') return { ...config, synchronous: 'normal' };
  const url = new URL(config.url);
  url.searchParams.set('application_name', name);
  return { ...config, url: url.href };
}

/** An approved process, attached to the one configuration there is. */
async function addProcess(world: Awaited<ReturnType<typeof openWorld>>) {
  const version: SkillVersion = {
    name: 'Tour',
    description: 'Works through a plan.',
    body: 'Work through the plan.',
    supportStatus: 'full',
    allowedTools: null,
    process: true,
  };
  return world.transactions.transact(async (transaction) => {
    const writer = world.skills.within(transaction);
    const source = await writer.insertSource({
      type: 'backend',
      title: 'House rules',
      trustLevel: 'first_party',
      enabled: true,
      bundled: false,
    });
    const skill = await writer.insertSkill({
      sourceUid: source.uid,
      identifier: 'tour',
      version,
      bodyChecksum: bodyChecksum(version.body),
      storedDigest: null,
      copiedTrustLevel: 'first_party',
      enabled: true,
      orphaned: false,
      rawFrontMatter: null,
      bundledIdentifier: null,
    });
    await writer.setAttachment({ configurationUid: 1, skillUid: skill.uid, loadMode: 'on_demand' });
    const digest = versionDigest(version);
    await writer.appendApproval({
      skillUid: skill.uid,
      sourceUid: source.uid,
      digest,
      snapshot: version,
      trustLevel: 'first_party',
      approvedBy: 'ada',
      atMs: 0,
    });
    return { uid: skill.uid, digest };
  });
}
