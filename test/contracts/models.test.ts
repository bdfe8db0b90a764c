import { expect, it } from 'vitest';
import { AppError, isAppError } from '../../src/base/index.ts';
import { ensureFirstConfiguration, type ChatModel } from '../../src/models/index.ts';
import { zoneCeiling } from '../../src/tools/index.ts';
import { FakeClock } from '../../src/testing/index.ts';
import { describeEachDatabase, type OpenFresh } from '../support/databases.ts';
import { ADMIN, EDITOR } from './chat-world.ts';
import { createModelsWorld } from './models-world.ts';

const KEY = 'sk-very-secret-0123456789';
const PROVIDER = {
  identifier: 'eu',
  name: 'Hosted in Europe',
  kind: 'openai-compatible',
  baseUrl: 'https://models.example.org/v1',
  trustZone: 'externalEu',
} as const;

async function open(openFresh: OpenFresh, answering?: () => ChatModel) {
  const database = await openFresh();
  const clock = new FakeClock();
  const world = createModelsWorld({
    database,
    clock,
    ...(answering === undefined ? {} : { answering }),
  });
  const { transactions } = database;
  await ensureFirstConfiguration({ store: world.configurations, transactions, clock });
  return { ...world, database };
}

const codeOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return isAppError(error) ? error.code : error;
};

describeEachDatabase('providers, models and configurations', (openFresh) => {
  it('SEC-02 a key is sealed, reaches the provider, and is part of no answer', async () => {
    const { service, store, asked } = await open(openFresh);
    const added = await service.addProvider({ ...PROVIDER, apiKey: KEY }, ADMIN);
    expect(added).toMatchObject({ key: 'stored', address: PROVIDER.baseUrl, retries: 2 });
    expect(await store.sealedKey(added)).not.toContain('secret');
    expect(await service.testProvider(added.uid, 'm', ADMIN)).toMatchObject({
      ok: true,
      message: 'OK',
    });
    expect(asked).toEqual([{ modelId: 'm', apiKey: KEY, address: PROVIDER.baseUrl }]);
    const everything = [
      await service.overview(ADMIN),
      await service.changeProvider(added.uid, { name: 'Other' }, ADMIN),
    ];
    expect(JSON.stringify(everything)).not.toContain(KEY);
    const without = await service.changeProvider(added.uid, { apiKey: null }, ADMIN);
    expect(without.key).toBe('none');
  });

  it('WEB-06 the model of the settings is named, so that “as the settings say” says something', async () => {
    const { service } = await open(openFresh);
    expect((await service.overview(ADMIN)).settingsModel).toEqual({
      provider: 'OpenAI',
      model: 'small',
    });
  });

  it('SEC-02 a stored key is not sent to another address', async () => {
    const { service, store } = await open(openFresh);
    const before = await service.addProvider({ ...PROVIDER, apiKey: KEY }, ADMIN);
    const { uid } = before;
    const moved = { baseUrl: 'https://elsewhere.example.org/v1' };
    expect(await codeOf(service.changeProvider(uid, moved, ADMIN))).toBe('invalid_request');
    const entered = await service.changeProvider(uid, { ...moved, apiKey: 'another' }, ADMIN);
    expect(entered.address).toBe(moved.baseUrl);
    // Whoever has read the provider before does not get the key of the new address for the old one.
    expect(await store.sealedKey(before)).toBeNull();
    expect(await store.sealedKey(entered)).not.toBeNull();
  });

  it('SEC-02 a key that is stored while the address changes is not sent there either', async () => {
    const { service, database } = await open(openFresh);
    const { uid } = await service.addProvider(PROVIDER, ADMIN);
    const { transactions } = database;
    const late = createModelsWorld({
      database: {
        ...database,
        transactions: {
          transact: async (work) => {
            await service.changeProvider(uid, { apiKey: KEY }, ADMIN);
            return transactions.transact(work);
          },
        },
      },
      clock: new FakeClock(),
    });
    const moved = late.service.changeProvider(uid, { baseUrl: 'https://x.example.org/v1' }, ADMIN);
    expect(await codeOf(moved)).toBe('invalid_request');
  });

  it('a key may come from a variable of the environment', async () => {
    const { service, environment, asked } = await open(openFresh);
    environment['VOUCH_KEY_EU'] = KEY;
    const { uid, key } = await service.addProvider(
      { ...PROVIDER, keyVariable: 'VOUCH_KEY_EU' },
      ADMIN,
    );
    expect(key).toBe('environment');
    await service.testProvider(uid, 'm', ADMIN);
    expect(asked[0]?.apiKey).toBe(KEY);
  });

  it('SEC-02 a key of the environment goes to another address only when its variable is named again', async () => {
    const { service, environment, asked } = await open(openFresh);
    environment['VOUCH_KEY_EU'] = KEY;
    const named = { keyVariable: 'VOUCH_KEY_EU' };
    const { uid, address } = await service.addProvider({ ...PROVIDER, ...named }, ADMIN);
    const moved = { baseUrl: 'https://elsewhere.example.org/v1' };
    // A stored key that is entered or taken away does not name the variable behind it.
    for (const changes of [moved, { ...moved, apiKey: 'x' }, { ...moved, apiKey: null }]) {
      await expect(service.changeProvider(uid, changes, ADMIN)).rejects.toMatchObject({
        code: 'invalid_request',
        data: { field: 'keyVariable' },
      });
    }
    expect((await service.overview(ADMIN)).providers).toMatchObject([{ address }]);
    await service.changeProvider(uid, { ...moved, ...named }, ADMIN);
    await service.testProvider(uid, 'm', ADMIN);
    expect(asked[0]?.apiKey).toBe(KEY);
    await service.changeProvider(uid, { baseUrl: address, keyVariable: null }, ADMIN);
    expect((await service.overview(ADMIN)).providers).toMatchObject([{ key: 'none' }]);
  });

  it('what goes wrong in a test is its answer, in one sentence', async () => {
    const failing = () => failingModel('auth');
    const { service } = await open(openFresh, failing);
    const { uid } = await service.addProvider(PROVIDER, ADMIN);
    expect(await service.testProvider(uid, 'm', ADMIN)).toMatchObject({
      ok: false,
      message: 'The service says no.',
    });
  });

  it('identifiers are taken once, also by two at the same time; an address is needed where there is none', async () => {
    const { service } = await open(openFresh);
    const both = await Promise.all([
      codeOf(service.addProvider(PROVIDER, ADMIN)),
      codeOf(service.addProvider(PROVIDER, ADMIN)),
    ]);
    expect(both.filter((code) => code === 'identifier_taken')).toHaveLength(1);
    const { baseUrl: _without, ...nowhere } = PROVIDER;
    const homeless = service.addProvider({ ...nowhere, identifier: 'b' }, ADMIN);
    expect(await codeOf(homeless)).toBe('invalid_request');
  });

  it('a model that was found is entered, priced, used by a configuration, and switched off', async () => {
    const { service, models, configurations } = await open(openFresh);
    const { uid } = await service.addProvider(PROVIDER, ADMIN);
    const [found] = await service.discover(uid, ADMIN);
    const { maxOutputTokens: _none, name: _name, ...model } = found ?? { modelId: '' };
    const provider = await service.addModel(uid, { ...model, outputCentsPerMillion: 1500 }, ADMIN);
    expect(provider.models).toMatchObject([
      {
        reference: 'eu/eu-large',
        contextWindowTokens: 128_000,
        outputCentsPerMillion: 1500,
        seesImages: true,
      },
    ]);
    expect(await codeOf(service.addModel(uid, model, ADMIN))).toBe('identifier_taken');
    const added = await service.addConfiguration(
      { identifier: 'eu', name: 'EU', model: 'eu/eu-large', temperature: 0.2 },
      ADMIN,
    );
    const configuration = await configurations.configuration(added.uid);
    if (configuration === null) throw new Error('no configuration');
    const opened = await models.modelFor(configuration);
    expect(opened).toMatchObject({ name: 'eu-large', contextWindowTokens: 128_000 });
    await service.changeModel(provider.models[0]?.uid ?? 0, { isActive: false }, ADMIN);
    expect(await codeOf(models.modelFor(configuration))).toBe('model_misconfigured');
  });

  it('TOL-02 the zone of a run is that of the least trusted service that may answer it', async () => {
    const { service, models, configurations } = await open(openFresh);
    const { uid } = await service.addProvider(PROVIDER, ADMIN);
    await service.addModel(uid, { modelId: 'm' }, ADMIN);
    const own = await service.addConfiguration(
      { identifier: 'own', name: 'Own', model: 'default' },
      ADMIN,
    );
    expect(own.trustZone).toBe('local');
    await service.addConfiguration({ identifier: 'eu', name: 'EU', model: 'eu/m' }, ADMIN);
    const both = await service.changeConfiguration(
      own.uid,
      { fallbackIdentifiers: ['EU', 'own', 'gone'] },
      ADMIN,
    );
    expect(both.trustZone).toBe('externalEu');
    const configuration = await configurations.configuration(own.uid);
    if (configuration === null) throw new Error('no configuration');
    expect(zoneCeiling(await models.zoneOf(configuration))).toBe('internalConfiguration');
    await service.changeProvider(uid, { trustZone: 'externalGlobal' }, ADMIN);
    expect(zoneCeiling(await models.zoneOf(configuration))).toBe('editorContent');
  });

  it('a configuration falls back on another one, one level, and passes over what is not set up', async () => {
    let calls = 0;
    const { service, models, configurations } = await open(openFresh, () => {
      calls += 1;
      return failingModel('rateLimit');
    });
    const { uid } = await service.addProvider({ ...PROVIDER, retries: 0 }, ADMIN);
    await service.addModel(uid, { modelId: 'm' }, ADMIN);
    await service.addConfiguration({ identifier: 'broken', name: 'B', model: 'eu/none' }, ADMIN);
    const { uid: first } = await service.addConfiguration(
      {
        identifier: 'first',
        name: 'First',
        model: 'eu/m',
        fallbackIdentifiers: ['broken', 'default'],
      },
      ADMIN,
    );
    const configuration = await configurations.configuration(first);
    if (configuration === null) throw new Error('no configuration');
    const model = await models.modelFor(configuration);
    const answer = await model.generate({
      messages: [{ role: 'user', content: 'Hello' }],
      tools: [],
    });
    expect(calls).toBe(1);
    expect(answer.text).not.toBe('');
  });

  it('there is always one active default configuration', async () => {
    const { service, configurations } = await open(openFresh);
    for (const changes of [{ isDefault: false }, { isActive: false }]) {
      expect(await codeOf(service.changeConfiguration(1, changes, ADMIN))).toBe('invalid_request');
    }
    const second = await service.addConfiguration(
      { identifier: 'second', name: 'Second', model: 'default', isDefault: true },
      ADMIN,
    );
    expect(await configurations.defaultConfiguration()).toMatchObject({ uid: second.uid });
    expect(await service.changeConfiguration(1, { isActive: false }, ADMIN)).toMatchObject({
      isDefault: false,
      isActive: false,
    });
  });

  it('SEC-01 nobody but administrators reads or changes any of it', async () => {
    const { service } = await open(openFresh);
    const { uid } = await service.addProvider(PROVIDER, ADMIN);
    const configuration = { identifier: 'x', name: 'X', model: 'default' };
    for (const attempt of [
      service.overview(EDITOR),
      service.addProvider({ ...PROVIDER, identifier: 'mine' }, EDITOR),
      service.changeProvider(uid, { name: 'Mine' }, EDITOR),
      service.testProvider(uid, 'm', EDITOR),
      service.discover(uid, EDITOR),
      service.addModel(uid, { modelId: 'm' }, EDITOR),
      service.changeModel(1, { isActive: false }, EDITOR),
      service.addConfiguration(configuration, EDITOR),
      service.changeConfiguration(1, { requireSecondApprover: false }, EDITOR),
    ]) {
      expect(await codeOf(attempt)).toBe('not_permitted');
    }
  });
});

function failingModel(failureClass: string): ChatModel {
  return {
    name: 'failing',
    builtIn: false,
    contextWindowTokens: 8_192,
    generate: () =>
      Promise.reject(
        new AppError('provider_failed', 'The service says no.', {
          data: { failureClass, status: null, retryAfterMs: null },
        }),
      ),
  };
}
