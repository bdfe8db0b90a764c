import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import {
  ConfigurationView,
  DiscoveredModel,
  ModelsOverview,
  ProviderTest,
  ProviderView,
  type AddConfiguration,
  type AddModel,
  type AddProvider,
  type ChangeConfiguration,
  type ChangeModel,
  type ChangeProvider,
} from '../../../../src/contracts/index.ts';
import { requestAs } from '../../lib/request.ts';

const sent = (method: 'POST' | 'PUT', body: unknown = {}) => ({ method, body }) as const;
const provider = (uid: number) => `/api/providers/${String(uid)}`;

/** What the server offers for models, one function a route. All of them throw `ApiError`. */
export const modelApi = {
  addProvider: (body: AddProvider) => requestAs(ProviderView, '/api/providers', sent('POST', body)),
  changeProvider: (uid: number, body: ChangeProvider) =>
    requestAs(ProviderView, provider(uid), sent('PUT', body)),
  test: (uid: number, modelId: string) =>
    requestAs(ProviderTest, `${provider(uid)}/test`, sent('POST', { modelId })),
  discover: (uid: number) =>
    requestAs(z.array(DiscoveredModel), `${provider(uid)}/discover`, sent('POST')),
  addModel: (uid: number, body: AddModel) =>
    requestAs(ProviderView, `${provider(uid)}/models`, sent('POST', body)),
  changeModel: (uid: number, body: ChangeModel) =>
    requestAs(ProviderView, `/api/models/${String(uid)}`, sent('PUT', body)),
  addConfiguration: (body: AddConfiguration) =>
    requestAs(ConfigurationView, '/api/configurations', sent('POST', body)),
  changeConfiguration: (uid: number, body: ChangeConfiguration) =>
    requestAs(ConfigurationView, `/api/configurations/${String(uid)}`, sent('PUT', body)),
};

export const modelsQuery = () =>
  queryOptions({
    queryKey: ['models'],
    queryFn: ({ signal }) => requestAs(ModelsOverview, '/api/models', { signal }),
  });

/** A change after which everything about models is read again; who is signed in also sees the model's name. */
export function useModelChange<Input>(
  change: (input: Input) => Promise<unknown>,
  onDone?: () => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: modelsQuery().queryKey });
      void client.invalidateQueries({ queryKey: ['me'] });
      onDone?.();
    },
  });
}
