import { expect, it } from 'vitest';
import {
  configurationFields,
  configurationForm,
  modelChoices,
  wrongConfigurationFields,
} from './configuration-form.ts';
import { modelIdentifierOf, typedCount, typedNumber } from './model-form.ts';

it.each([
  ['', null, null],
  [' 12 ', 12, 12],
  ['0,5', 0.5, undefined],
  ['0', 0, undefined],
  ['-1', undefined, undefined],
  ['much', undefined, undefined],
  ['128.000', 128, undefined],
  ['1e3', undefined, undefined],
])('what is typed as a number: “%s”', (text, number, count) => {
  expect([typedNumber(text), typedCount(text)]).toEqual([number, count]);
});

it.each([
  ['Hosted in Europe', 'hosted-in-europe'],
  ['Für uns!', 'fur-uns'],
  ['  ', ''],
])('an identifier of “%s”', (name, identifier) => {
  expect(modelIdentifierOf(name)).toBe(identifier);
});

it('an empty form is a configuration with every default, once it has a name', () => {
  const form = configurationForm(null);
  expect(wrongConfigurationFields(form)).toEqual(['name', 'identifier']);
  const named = { ...form, name: ' News ', identifier: 'news', rounds: '21', temperature: '3' };
  expect(wrongConfigurationFields(named)).toEqual(['temperature', 'rounds']);
  expect(configurationFields({ ...named, rounds: '5', temperature: '0,2' })).toMatchObject({
    name: 'News',
    model: 'default',
    temperature: 0.2,
    maxIterations: 5,
    allowedGroupIds: [],
  });
});

it('a model that is switched off is offered only where it is chosen', () => {
  const model = {
    uid: 1,
    reference: 'p/old',
    modelId: 'old',
    name: 'Old',
    contextWindowTokens: null,
    maxOutputTokens: null,
    inputCentsPerMillion: null,
    outputCentsPerMillion: null,
    seesImages: false,
    isActive: false,
  };
  const provider = {
    uid: 1,
    identifier: 'p',
    name: 'P',
    kind: 'ollama' as const,
    baseUrl: null,
    address: '',
    key: 'none' as const,
    keyVariable: null,
    trustZone: 'local' as const,
    silenceSeconds: 120,
    retries: 2,
    isActive: true,
    models: [model],
  };
  const names = { checklist: 'Checklist', default: 'Settings' };
  const ids = (chosen: string) =>
    modelChoices({ providers: [provider] }, chosen, names).map(({ id }) => id);
  expect(ids('default')).toEqual(['default', 'checklist']);
  expect(ids('p/old')).toEqual(['default', 'checklist', 'p/old']);
});
