import type { ModelsOverview } from '../contracts/index.ts';

/** Providers, models and configurations as lines to read. */
export function modelsText({ providers, configurations }: ModelsOverview): string {
  const lines = [
    ...providers.flatMap((provider) => [
      [
        provider.identifier,
        provider.kind,
        provider.address,
        provider.trustZone,
        `key: ${provider.keyVariable !== null && provider.key === 'environment' ? provider.keyVariable : provider.key}`,
        ...off(provider.isActive),
      ].join('  '),
      ...provider.models.map((model) =>
        [
          `  ${model.reference}`,
          model.contextWindowTokens === null ? '' : `${String(model.contextWindowTokens)} tokens`,
          priceOf(model.inputCentsPerMillion, model.outputCentsPerMillion),
          model.seesImages ? 'sees images' : '',
          ...off(model.isActive),
        ]
          .filter((part) => part !== '')
          .join('  '),
      ),
    ]),
    ...configurations.map((configuration) =>
      [
        `${configuration.isDefault ? '*' : ' '} ${configuration.identifier}`,
        configuration.model,
        configuration.trustZone,
        ...(configuration.requireSecondApprover ? ['four eyes'] : []),
        ...(configuration.fallbackIdentifiers.length === 0
          ? []
          : [`else ${configuration.fallbackIdentifiers.join(', ')}`]),
        ...off(configuration.isActive),
      ].join('  '),
    ),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function off(isActive: boolean): readonly string[] {
  return isActive ? [] : ['(off)'];
}

function priceOf(input: number | null, output: number | null): string {
  if (input === null && output === null) return '';
  const shown = (cents: number | null) => (cents === null ? '?' : (cents / 100).toFixed(2));
  return `${shown(input)} / ${shown(output)} a million tokens`;
}
