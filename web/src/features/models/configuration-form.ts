import type { ConfigurationView, ModelsOverview } from '../../../../src/contracts/index.ts';
import { isModelIdentifier, shownNumber, typedCount, typedNumber } from './model-form.ts';

export interface ConfigurationForm {
  readonly name: string;
  readonly identifier: string;
  readonly model: string;
  readonly systemPrompt: string;
  readonly temperature: string;
  readonly output: string;
  readonly rounds: string;
  readonly toolGroups: readonly string[];
  readonly groups: readonly string[];
  readonly fallback: readonly string[];
  readonly fourEyes: boolean;
  readonly isDefault: boolean;
  readonly isActive: boolean;
}

export function configurationForm(configuration: ConfigurationView | null): ConfigurationForm {
  return {
    name: configuration?.name ?? '',
    identifier: configuration?.identifier ?? '',
    model: configuration?.model ?? 'default',
    systemPrompt: configuration?.systemPrompt ?? '',
    temperature: shownNumber(configuration?.temperature ?? null),
    output: shownNumber(configuration?.maxOutputTokens ?? null),
    rounds: String(configuration?.maxIterations ?? 20),
    toolGroups: configuration?.allowedToolGroups ?? [],
    groups: configuration?.allowedGroupIds ?? [],
    fallback: configuration?.fallbackIdentifiers ?? [],
    fourEyes: configuration?.requireSecondApprover ?? false,
    isDefault: configuration?.isDefault ?? false,
    isActive: configuration?.isActive ?? true,
  };
}

export function wrongConfigurationFields(
  form: ConfigurationForm,
): readonly (keyof ConfigurationForm)[] {
  const temperature = typedNumber(form.temperature);
  const rounds = typedCount(form.rounds);
  const checks: readonly (readonly [keyof ConfigurationForm, boolean])[] = [
    ['name', form.name.trim() !== ''],
    ['identifier', isModelIdentifier(form.identifier)],
    ['temperature', temperature === null || (temperature !== undefined && temperature <= 2)],
    ['output', typedCount(form.output) !== undefined],
    ['rounds', typeof rounds === 'number' && rounds <= 20],
  ];
  return checks.filter(([, isRight]) => !isRight).map(([field]) => field);
}

export function configurationFields(form: ConfigurationForm) {
  return {
    name: form.name.trim(),
    model: form.model,
    systemPrompt: form.systemPrompt,
    temperature: typedNumber(form.temperature) ?? null,
    maxOutputTokens: typedCount(form.output) ?? null,
    maxIterations: typedCount(form.rounds) ?? 20,
    allowedToolGroups: [...form.toolGroups],
    allowedGroupIds: [...form.groups],
    fallbackIdentifiers: [...form.fallback],
    requireSecondApprover: form.fourEyes,
    isDefault: form.isDefault,
    isActive: form.isActive || form.isDefault,
  };
}

/** What may be chosen as a model: the two that need no provider, every active one, and what is chosen already. */
export function modelChoices(
  { providers }: Pick<ModelsOverview, 'providers'>,
  chosen: string,
  names: { readonly checklist: string; readonly default: string },
): readonly { readonly id: string; readonly label: string }[] {
  const choices = [
    { id: 'default', label: names.default },
    { id: 'checklist', label: names.checklist },
    ...providers
      .filter(({ isActive }) => isActive)
      .flatMap(({ models, name }) =>
        models
          .filter(({ isActive }) => isActive)
          .map((model) => ({ id: model.reference, label: `${name}: ${model.name}` })),
      ),
  ];
  return choices.some(({ id }) => id === chosen)
    ? choices
    : [...choices, { id: chosen, label: chosen }];
}
