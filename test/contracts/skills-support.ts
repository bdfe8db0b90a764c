import { describe } from 'vitest';
import { createSkillStore, createTransactions } from '../../src/adapters/storage/index.ts';
import { NO_CONTENT_RIGHTS, type Actor, type UserActor } from '../../src/actors/index.ts';
import type { Transactions } from '../../src/base/index.ts';
import { Scope } from '../../src/contracts/index.ts';
import {
  bodyChecksum,
  createSkillService,
  versionDigest,
  type NewSkill,
  type Skill,
  type SkillService,
  type SkillStore,
  type SkillVersion,
  type TrustThresholds,
} from '../../src/skills/index.ts';
import {
  createFakeSkillStore,
  createFakeTransactions,
  FakeClock,
} from '../../src/testing/index.ts';
import { describeEachDatabase, type TestDatabase } from '../support/databases.ts';

/** A store to be tested, whatever keeps it. */
export interface OpenedStore {
  readonly store: SkillStore;
  readonly transactions: Transactions;
  /** The same rows through other connections, as another server has them. */
  readonly other: { readonly store: SkillStore; readonly transactions: Transactions };
  /** `null` for the fake. */
  readonly database: TestDatabase | null;
  setThresholds(thresholds: TrustThresholds): void;
}

export type OpenStore = () => Promise<OpenedStore>;

/** Defines a suite for the fake, SQLite and PostgreSQL. */
export function describeEachSkillStore(title: string, define: (open: OpenStore) => void): void {
  describe(`${title} on the fake`, () => {
    define(() => {
      const set = settings();
      const store = createFakeSkillStore({ thresholds: set.read });
      const transactions = createFakeTransactions();
      const other = { store, transactions };
      return Promise.resolve({ store, transactions, other, database: null, ...set });
    });
  });
  describeEachDatabase(title, (openFresh) => {
    define(async () => {
      const set = settings();
      const database = await openFresh();
      const thresholds = () => Promise.resolve(set.read());
      const second = await database.openAgain();
      return {
        store: createSkillStore(database.database, { thresholds }),
        transactions: database.transactions,
        other: {
          store: createSkillStore(second, { thresholds }),
          transactions: createTransactions(second),
        },
        database,
        ...set,
      };
    });
  });
}

function settings() {
  let current: TrustThresholds = { minTrust: 'community', instructionTrust: 'verified' };
  return {
    read: () => current,
    setThresholds: (thresholds: TrustThresholds) => {
      current = thresholds;
    },
  };
}

export function version(fields: Partial<SkillVersion> = {}): SkillVersion {
  return {
    name: 'Alternative texts',
    description: 'Writes alternative texts.',
    body: 'Look at each picture.',
    supportStatus: 'full',
    allowedTools: null,
    process: false,
    ...fields,
  };
}

/** What a person writes of a version. */
export function text(fields: Partial<SkillVersion> = {}) {
  const { name, description, body, allowedTools, process } = version(fields);
  return { name, description, body, allowedTools, process };
}

/** A row as a sync writes it: with its digest and the level of its source. */
export function syncedSkill(sourceUid: number, fields: Partial<NewSkill> = {}): NewSkill {
  const written = fields.version ?? version();
  return {
    sourceUid,
    identifier: 'skills/alt/SKILL.md',
    version: written,
    bodyChecksum: bodyChecksum(written.body),
    storedDigest: versionDigest(written),
    copiedTrustLevel: 'verified',
    enabled: true,
    orphaned: false,
    rawFrontMatter: 'name: Alternative texts',
    bundledIdentifier: null,
    ...fields,
  };
}

export function person(userId: string, fields: Partial<UserActor> = {}): UserActor {
  return {
    kind: 'user',
    userId,
    name: userId,
    isAdministrator: false,
    groupIds: [],
    grants: [],
    rights: NO_CONTENT_RIGHTS,
    ...fields,
  };
}

export const ada = person('ada', { isAdministrator: true });
export const ben = person('ben', { isAdministrator: true });
export const editor = person('editor');
export const author = person('author', { grants: ['skills_author'] });
export const robot: Actor = {
  kind: 'service',
  accountId: 'robot',
  name: 'Robot',
  scopes: Scope.options,
  rights: NO_CONTENT_RIGHTS,
};

const TOOLS: Readonly<Record<string, string>> = {
  progress: 'read_only',
  update_page_metadata: 'idempotent_write',
};

export interface OpenedService extends OpenedStore {
  readonly service: SkillService;
  readonly otherService: SkillService;
  /** The service over a store that behaves otherwise. */
  readonly serviceOver: (parts: Pick<OpenedStore, 'store' | 'transactions'>) => SkillService;
  readonly clock: FakeClock;
}

/** The service over an opened store; conversation `c1` holds every version of every skill. */
export function withService(opened: OpenedStore): OpenedService {
  const clock = new FakeClock();
  const serviceOver = ({ store, transactions }: Pick<OpenedStore, 'store' | 'transactions'>) =>
    createSkillService({
      store,
      transactions,
      clock,
      usage: {
        conversationsHolding: () =>
          Promise.resolve([{ uuid: 'c1', owner: 'editor', pageTitle: 'Home' }]),
        conversationCounts: () => Promise.resolve(() => 1),
        runsWaitingUnder: () =>
          Promise.resolve([
            {
              ...{ uuid: 'r1', status: 'waiting_for_approval', createdAtMs: 1 },
              ...{ owner: 'editor', pageTitle: 'Home' },
            },
          ]),
        configurationsNamed: (uids) =>
          Promise.resolve(uids.map((uid) => ({ uid, name: `Configuration ${String(uid)}` }))),
      },
      toolInfo: (name) => {
        const effect = TOOLS[name];
        return Promise.resolve(effect === undefined ? null : { effect });
      },
      nameOf: (userId) => Promise.resolve(userId === 'gone' ? null : userId.toUpperCase()),
    });
  return {
    ...opened,
    clock,
    serviceOver,
    service: serviceOver(opened),
    otherService: serviceOver(opened.other),
  };
}

/** A skill written here, in a source of the given level; as its author leaves it: disabled and unapproved. */
export async function writtenSkill(
  opened: OpenedService,
  fields: Partial<SkillVersion> = {},
): Promise<{ readonly uid: number; readonly digest: string; readonly sourceUid: number }> {
  const source = await opened.service.createBackendSource(
    { title: 'Ours', trustLevel: 'verified' },
    ada,
  );
  const review = await opened.service.create({ ...text(fields), sourceUid: source.uid }, ada);
  return { uid: review.skill.uid, digest: review.digest, sourceUid: source.uid };
}

/** A row as ingest would leave it. */
export async function insertSynced(
  opened: OpenedStore,
  fields: Partial<NewSkill> = {},
): Promise<Skill> {
  return opened.transactions.transact(async (transaction) => {
    const writer = opened.store.within(transaction);
    const source = await writer.insertSource({
      type: 'repo',
      title: 'example/skills',
      trustLevel: 'verified',
      enabled: true,
      bundled: false,
    });
    return writer.insertSkill(syncedSkill(source.uid, fields));
  });
}
