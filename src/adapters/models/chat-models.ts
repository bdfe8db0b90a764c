import { addressKind, AppError, type Clock } from '../../base/index.ts';
import {
  createCircuitCell,
  createResilientModel,
  type ChatModel,
  type ChatModels,
  type ModelSettings,
} from '../../models/index.ts';
import { createChecklistModel } from './checklist/checklist-model.ts';
import type { TrustZone } from '../../contracts/index.ts';
import { addressOf, createProviderModel } from './language-model.ts';

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
export function createChatModels(
  settings: ModelSettings,
  deps: ChatModelsDeps,
): ChatModels & { zoneOf(model: string): TrustZone } {
  const checklist = createChecklistModel();
  const made = new Map<string, ChatModel>();
  const cell = createCircuitCell();
  return {
    zoneOf: (model) => (model === CHECKLIST ? 'local' : settingsZone(settings)),
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

/** As set; else this machine is local, and whatever is elsewhere the least trusted (facts §3). */
function settingsZone(settings: ModelSettings): TrustZone {
  if (settings.provider === 'checklist') return 'local';
  if (settings.trustZone !== undefined) return settings.trustZone;
  const { hostname } = new URL(addressOf(settings));
  return addressKind(hostname) === 'loopback' || hostname === 'localhost'
    ? 'local'
    : 'externalGlobal';
}

/** From 0 to below 1. */
export function chance(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
}
