import { AppError, type Clock } from '../../base/index.ts';
import {
  createCircuitCell,
  createResilientModel,
  type ChatModel,
  type ChatModels,
  type ModelSettings,
} from '../../models/index.ts';
import { createChecklistModel } from './checklist/checklist-model.ts';
import { createProviderModel } from './language-model.ts';

/** The name under which a configuration asks for the built-in model. */
export const CHECKLIST = 'checklist';
/** The name under which a configuration asks for whatever the settings name. */
export const DEFAULT_MODEL = 'default';

export interface ChatModelsDeps {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** From 0 to below 1, for the waits before another try. Default: chance. */
  readonly random?: () => number;
}

/**
 * The models of the settings. A configuration's `model` is `checklist`, `default` (what the settings name), or a model of
 * the provider in the settings. Throws `model_misconfigured` when the settings name no provider for it.
 */
export function createChatModels(settings: ModelSettings, deps: ChatModelsDeps): ChatModels {
  const checklist = createChecklistModel();
  const made = new Map<string, ChatModel>();
  const cell = createCircuitCell();
  return {
    modelFor: ({ model }) => {
      if (model === CHECKLIST) return Promise.resolve(checklist);
      if (settings.provider === 'checklist') {
        return model === DEFAULT_MODEL || model === ''
          ? Promise.resolve(checklist)
          : Promise.reject(
              new AppError(
                'model_misconfigured',
                `The configuration asks for the model "${model}", but the settings name no provider. Set model.provider (VOUCH_MODEL_PROVIDER) and a key, or choose "${CHECKLIST}".`,
              ),
            );
      }
      const name = model === DEFAULT_MODEL || model === '' ? settings.model : model;
      const known =
        made.get(name) ??
        createResilientModel(createProviderModel({ ...settings, model: name }, deps), {
          cell,
          clock: deps.clock,
          random: deps.random ?? chance,
        });
      made.set(name, known);
      return Promise.resolve(known);
    },
  };
}

/** From 0 to below 1. */
export function chance(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
}
