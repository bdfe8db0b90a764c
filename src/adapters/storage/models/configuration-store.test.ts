import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../../../test/support/databases.ts';
import { systemClock } from '../../../base/index.ts';
import { ensureFirstConfiguration, FIRST_CONFIGURATION } from '../../../models/index.ts';
import { createTransactions } from '../transactions.ts';
import { createConfigurationStore } from './configuration-store.ts';

describeEachDatabase('configurations', (openFresh) => {
  it('creates the first configuration once, also when two servers start together', async () => {
    const { database, transactions, openAgain } = await openFresh();
    const store = createConfigurationStore(database);
    const other = createTransactions(await openAgain());
    const created = await Promise.all(
      [transactions, other].map((each) =>
        ensureFirstConfiguration({ store, transactions: each, clock: systemClock }),
      ),
    );
    expect(created.filter(Boolean)).toHaveLength(1);
    expect(await store.configurations()).toEqual([{ ...FIRST_CONFIGURATION, uid: 1 }]);
    expect(await store.defaultConfiguration()).toMatchObject({ name: 'Default' });
  });

  it('reads back every field as written', async () => {
    const { database, transactions } = await openFresh();
    const store = createConfigurationStore(database);
    const fields = {
      identifier: 'second',
      name: 'Zweite',
      model: 'openai',
      systemPrompt: 'Write plainly.',
      temperature: 0.7,
      maxOutputTokens: 1000,
      maxIterations: 5,
      allowedGroupIds: ['news'],
      requireSecondApprover: true,
      allowedToolGroups: ['content', 'editing'],
      snippetTags: ['tone'],
      snippetsInCallerSystemMessage: true,
      fallbackIdentifiers: ['default'],
      isActive: true,
      isDefault: false,
    };
    const uid = await transactions.transact((tx) => store.within(tx).create(fields, 1));
    expect(await store.configuration(uid ?? 0)).toEqual({ ...fields, uid });
    expect(await transactions.transact((tx) => store.within(tx).create(fields, 1))).toBeNull();
  });

  it('changes only the fields that are named, and keeps one default', async () => {
    const { database, transactions } = await openFresh();
    const store = createConfigurationStore(database);
    await ensureFirstConfiguration({ store, transactions, clock: systemClock });
    const uid = await transactions.transact((tx) =>
      store
        .within(tx)
        .create({ ...FIRST_CONFIGURATION, identifier: 'b', name: 'B', isDefault: false }, 1),
    );
    const changed = await transactions.transact((tx) =>
      store
        .within(tx)
        .update(uid ?? 0, { requireSecondApprover: true, temperature: 0.2, isDefault: true }, 2),
    );
    expect(changed).toBe(true);
    expect(await store.configuration(uid ?? 0)).toEqual({
      ...FIRST_CONFIGURATION,
      uid,
      identifier: 'b',
      name: 'B',
      requireSecondApprover: true,
      temperature: 0.2,
      isDefault: true,
    });
    expect(await store.configuration(1)).toEqual({
      ...FIRST_CONFIGURATION,
      uid: 1,
      isDefault: false,
    });
    expect(await transactions.transact((tx) => store.within(tx).update(99, {}, 2))).toBe(false);
  });
});
