import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  createPersonalData,
  createRecorder,
  pseudonymOf,
  type UserActor,
} from '../../src/actors/index.ts';
import {
  personalTables,
  personRule,
} from '../../src/adapters/storage/people/personal-data-rules.ts';
import {
  createPeopleAuditStore,
  createPeopleStore,
  createPersonalDataStore,
} from '../../src/adapters/storage/index.ts';
import { describeEachDatabase, type TestDatabase } from '../support/databases.ts';
import { ADMIN, createWorld, EDITOR, setFields, type World } from './chat-world.ts';
import { keep } from './people-world.ts';

/** A column of this kind holds a person's id, whatever its table is about. */
const ABOUT_PEOPLE = /(?:^|_)(?:user_id|actor_id|subject_id)$|^userId$|_by$/;
/** Named so, and about something else. */
const ABOUT_OTHERS = new Set(['webhook_delivery.held_by']);

const SAID = 'the zebra crossed the street';
const EMAIL = `${EDITOR.userId}@example.org`;

/** Every table with the names of its columns, as the database has them. */
async function tablesOf({ dialect, database }: TestDatabase) {
  const asked =
    dialect === 'sqlite'
      ? sql<{ table: string; column: string }>`
          select m.name as "table", c.name as "column"
          from sqlite_master m join pragma_table_info(m.name) c
          where m.type = 'table' and m.name not like 'sqlite!_%' escape '!'`
      : sql<{ table: string; column: string }>`
          select table_name as "table", column_name as "column"
          from information_schema.columns where table_schema = current_schema()`;
  const tables = new Map<string, string[]>();
  for (const { table, column } of (await asked.execute(database.reads)).rows) {
    tables.set(table, [...(tables.get(table) ?? []), column]);
  }
  return [...tables].map(([name, columns]) => ({ name, columns }));
}

/** Every text of every row, to look for what should be gone. */
async function everything(database: TestDatabase): Promise<string> {
  const found: unknown[] = [];
  for (const { name } of await tablesOf(database)) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(database.database.reads);
    found.push(name, rows);
  }
  return JSON.stringify(found);
}

describeEachDatabase('a person’s data', (openFresh) => {
  const open = async () => {
    const world = await createWorld(openFresh);
    const { database } = world.database;
    const store = createPeopleStore(database);
    for (const actor of [ADMIN, EDITOR]) {
      await world.transactions.transact((tx) => keep(actor, store.within(tx)));
    }
    const { transactions, clock } = world;
    const audit = createPeopleAuditStore(database);
    const open = (sealed: string, context: string) =>
      world.runtimeDeps.sealer.open(sealed, context);
    const personalData = createPersonalData({
      store,
      data: createPersonalDataStore(database, open),
      record: createRecorder(audit, clock),
      transactions,
      clock,
      runs: {
        countOpen: (userId) => world.runtime.countOpenOf(userId),
        stopAll: (userId) => world.runtime.stopAllOf(userId),
      },
    });
    return { world, store, personalData, audit };
  };

  /** A conversation that was answered, and another whose card waits. */
  const talk = async (world: World) => {
    const first = await world.open();
    world.model.add({ text: 'I see.' });
    await world.send(first.uuid, SAID);
    const second = await world.open();
    world.model.add({ calls: [setFields(world.page, { description: 'New words' })] });
    return world.send(second.uuid, '', world.processUid);
  };

  it('what becomes of it is decided for every table, and of every column that names a person', async () => {
    const database = await openFresh();
    const undecided: string[] = [];
    for (const { name, columns } of await tablesOf(database)) {
      const rule = personRule(name);
      if (rule === null) {
        undecided.push(name);
        continue;
      }
      const named =
        rule.fate === 'impersonal' ? [] : 'columns' in rule.by ? rule.by.columns : [rule.by.column];
      for (const column of columns) {
        const isPersonal = ABOUT_PEOPLE.test(column);
        const place = `${name}.${column}`;
        if (isPersonal && !named.includes(column) && !ABOUT_OTHERS.has(place)) {
          undecided.push(place);
        }
      }
      for (const column of named) {
        expect([name, columns]).toEqual([name, expect.arrayContaining([column])]);
      }
    }
    expect(undecided).toEqual([]);
    const names = (await tablesOf(database)).map(({ name }) => name);
    expect(personalTables().filter(({ table }) => !names.includes(table))).toEqual([]);
  });

  it('everything is handed over, opened where it was sealed, and no secret with it', async () => {
    const { world, personalData } = await open();
    await talk(world);
    const { person, tables } = await personalData.export(EDITOR.userId, EDITOR);
    expect(person).toEqual({ id: EDITOR.userId, name: EDITOR.name, email: EMAIL });
    expect(Object.keys(tables)).toEqual(
      expect.arrayContaining([
        'auth_account',
        'auth_user',
        'conversation',
        'conversation_entry',
        'model_usage',
        'people_audit',
        'person',
        'run',
        'run_event',
      ]),
    );
    expect(JSON.stringify(tables['conversation_entry'])).toContain(SAID);
    expect(JSON.stringify(tables['run'])).toContain('I see.');
    const all = JSON.stringify(tables);
    expect(all).not.toContain('plain:correct horse');
    expect(all).not.toMatch(/"v1\.\w{8}\./);
    const other = await personalData.export(ADMIN.userId, ADMIN);
    expect(JSON.stringify(other)).not.toContain(SAID);
    await expect(personalData.export(ADMIN.userId, EDITOR)).rejects.toMatchObject({
      code: 'not_permitted',
    });
  });

  it('deleting somebody leaves no word of them, stops what waits for them, and keeps what others rest on', async () => {
    const { world, personalData, store, audit } = await open();
    const waiting = await talk(world);
    const runUuid = waiting.runUuid ?? '';
    const plan = await personalData.plan(EDITOR.userId, ADMIN);
    expect(plan).toMatchObject({ openRuns: 1, pseudonym: pseudonymOf(EDITOR.userId) });
    expect(plan.lines.every(({ rows }) => rows > 0)).toBe(true);
    for (const [email, actor, code] of [
      ['someone@else.org', ADMIN, 'invalid_request'],
      [EMAIL, EDITOR, 'not_permitted'],
    ] as const) {
      await expect(personalData.erase(EDITOR.userId, email, actor)).rejects.toMatchObject({ code });
    }
    expect((await store.person(EDITOR.userId))?.isDisabled).toBe(false);

    expect(await personalData.erase(EDITOR.userId, EMAIL, ADMIN)).toEqual(plan);

    const run = await world.runtime.status(runUuid, ADMIN);
    expect(run).toMatchObject({ status: 'cancelled', termination: 'person_deleted' });
    const left = await everything(world.database);
    for (const gone of [SAID, EMAIL, `"${EDITOR.name}"`]) {
      expect([gone, left.includes(gone)]).toEqual([gone, false]);
    }
    expect(await store.person(EDITOR.userId)).toMatchObject({
      name: pseudonymOf(EDITOR.userId),
      isDisabled: true,
      grants: [],
    });
    expect((await store.people()).map(({ userId }) => userId)).toEqual([ADMIN.userId]);
    expect((await audit.newest(1))[0]).toMatchObject({
      event: 'person_erased',
      subjectName: pseudonymOf(EDITOR.userId),
      actorId: ADMIN.userId,
    });
    await expect(personalData.plan(EDITOR.userId, ADMIN)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('the last administrator is not deleted, and nothing of them either', async () => {
    const { personalData, store } = await open();
    const second: UserActor = { ...EDITOR, isAdministrator: true };
    await expect(
      personalData.erase(ADMIN.userId, `${ADMIN.userId}@example.org`, second),
    ).rejects.toMatchObject({ code: 'last_administrator' });
    expect(await store.person(ADMIN.userId)).toMatchObject({
      name: ADMIN.name,
      isDisabled: false,
    });
  });
});
