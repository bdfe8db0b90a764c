import { onTestFinished } from 'vitest';
import { createGitHubReader } from '../../src/adapters/github/index.ts';
import { createSkillSourceStore, createSkillStore } from '../../src/adapters/storage/index.ts';
import type { Sealer } from '../../src/base/index.ts';
import { systemIds } from '../../src/base/index.ts';
import type { AddSkillSource, SkillSyncState } from '../../src/contracts/index.ts';
import {
  createSkillIngest,
  createSkillService,
  originOf,
  type Skill,
  type SkillIngest,
  type SkillIngestOptions,
} from '../../src/skills/index.ts';
import { FakeClock, startFakeGitHub } from '../../src/testing/index.ts';
import type { OpenFresh } from '../support/databases.ts';
import { ada } from './skills-support.ts';

export type IngestWorld = Awaited<ReturnType<typeof createIngestWorld>>;

/** Ingest over a database and a GitHub of its own, spoken to over HTTP. */
export async function createIngestWorld(openFresh: OpenFresh, options: SkillIngestOptions = {}) {
  const database = await openFresh();
  const github = await startFakeGitHub({ fetch });
  const clock = new FakeClock();
  const problems: string[] = [];
  const thresholds = () =>
    Promise.resolve({ minTrust: 'untrusted', instructionTrust: 'verified' } as const);
  const store = createSkillStore(database.database, { thresholds });
  const sourceStore = createSkillSourceStore(database.database);
  const opened: string[] = [];
  const sealer: Sealer = {
    seal: (text, context) => Buffer.from(`${context}\0${text}`).toString('base64'),
    open: (sealed, context) => {
      opened.push(context);
      const [sealedFor, text] = Buffer.from(sealed, 'base64').toString().split('\0');
      if (sealedFor !== context || text === undefined) throw new Error('unreadable');
      return text;
    },
  };
  const deps = {
    store,
    sourceStore,
    transactions: database.transactions,
    // Tests move the clock by minutes; the time of one request has a test of its own.
    reader: createGitHubReader({ fetch: github.fetch, clock, requestTimeoutMs: 86_400_000 }),
    sealer,
    clock,
    ids: systemIds,
    log: (message: string, data: object) => problems.push(`${message} ${JSON.stringify(data)}`),
  };
  const ingest = createSkillIngest(deps, options);
  const skills = createSkillService({
    store,
    transactions: database.transactions,
    clock,
    usage: {
      conversationsHolding: () => Promise.resolve([]),
      conversationCounts: () => Promise.resolve(() => 0),
      runsWaitingUnder: () => Promise.resolve([]),
      configurationsNamed: () => Promise.resolve([]),
    },
    toolInfo: () => Promise.resolve(null),
    originOf: (skill) => originOf(sourceStore, skill),
    nameOf: (userId) => Promise.resolve(userId),
  });
  onTestFinished(async () => {
    await ingest.close();
    await github.close();
  });
  return {
    database,
    github,
    clock,
    store,
    sourceStore,
    ingest,
    skills,
    problems,
    /** Lets GitHub (or one host of it) answer nothing until `release` is called; `asked` resolves with the first request. */
    hold: (host?: string) => {
      let release = () => {};
      const released = new Promise<null>((resolve) => {
        release = () => {
          github.intercept(null);
          resolve(null);
        };
      });
      const asked = new Promise<void>((resolve) => {
        github.intercept((request) => {
          if (host !== undefined && request.host !== host) return Promise.resolve(null);
          resolve();
          return released;
        });
      });
      return { asked, release };
    },
    /** Contexts the sealer was asked to open, in order. */
    opened,
    /** Another server over the same database and the same GitHub. */
    secondIngest: (more: SkillIngestOptions = {}, own: Partial<typeof deps> = {}): SkillIngest =>
      createSkillIngest({ ...deps, ...own }, more),
    /** Adds a source; default: a repository of the level verified. */
    add: async (input: Partial<AddSkillSource> & Pick<AddSkillSource, 'url'>): Promise<number> =>
      (await ingest.addSource({ type: 'repo', trustLevel: 'verified', ...input }, ada)).uid,
    /** The skill with that identifier. */
    skill: async (identifier: string): Promise<Skill> => {
      const found = (await store.skills()).filter((skill) => skill.identifier === identifier);
      const [skill] = found;
      if (skill === undefined || found.length > 1) {
        throw new Error(`${String(found.length)} skills are called ${identifier}`);
      }
      return skill;
    },
    identifiers: async (): Promise<string[]> =>
      (await store.skills()).map(({ identifier }) => identifier).sort(),
    /** Events, oldest first; of one skill or all. */
    events: async (identifier?: string): Promise<string[]> =>
      (await store.audit({ limit: 10_000 }))
        .toReversed()
        .filter(({ subject }) => identifier === undefined || subject === identifier)
        .map(({ event }) => event),
    /** Everything a sync may write, for saying that nothing was. */
    everything: async () => ({
      skills: await store.skills(),
      audit: await store.audit({ limit: 100_000 }),
      files: await Promise.all((await store.sources()).map(({ uid }) => sourceStore.files(uid))),
      rows: await Promise.all((await store.sources()).map(({ uid }) => sourceStore.rows(uid))),
    }),
  };
}

/** A SKILL.md. */
export function skillFile(
  fields: { readonly name?: string; readonly description?: string; readonly more?: string } = {},
  body = 'Look at each picture.\n',
): string {
  const { name = 'Alternative texts', description = 'Writes alternative texts.', more } = fields;
  return [
    '---',
    `name: ${name}`,
    `description: ${description}`,
    ...(more === undefined ? [] : [more]),
    '---',
    '',
    body,
  ].join('\n');
}

/** The codes of a sync's error lines with their places. */
export function errorLines(state: SkillSyncState): string[] {
  return state.lines
    .filter(({ level }) => level === 'error')
    .map(({ code, place, line }) => `${place}:${String(line ?? '-')} ${code}`);
}
