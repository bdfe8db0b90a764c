import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import {
  NewWebhookSecret,
  WebhookDelivery,
  WebhookView,
  type AddWebhook,
  type ChangeWebhook,
} from '../../../../src/contracts/index.ts';
import { request, requestAs } from '../../lib/request.ts';

const webhook = (id: string) => `/api/webhooks/${encodeURIComponent(id)}`;

/** What the API offers for webhooks, one function a route. All of them throw `ApiError`. */
export const webhookApi = {
  add: (body: AddWebhook) => requestAs(NewWebhookSecret, '/api/webhooks', { method: 'POST', body }),
  change: (id: string, body: ChangeWebhook) =>
    requestAs(WebhookView, webhook(id), { method: 'PUT', body }),
  remove: (id: string) => request(webhook(id), { method: 'DELETE' }),
  rotate: (id: string) =>
    requestAs(NewWebhookSecret, `${webhook(id)}/secret`, { method: 'POST', body: {} }),
  test: (id: string) =>
    requestAs(WebhookDelivery, `${webhook(id)}/test`, { method: 'POST', body: {} }),
  sendAgain: (id: string, delivery: string) =>
    requestAs(WebhookDelivery, `${webhook(id)}/deliveries/${encodeURIComponent(delivery)}/again`, {
      method: 'POST',
      body: {},
    }),
};

export const webhooksQuery = () =>
  queryOptions({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => requestAs(z.array(WebhookView), '/api/webhooks', { signal }),
  });

export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: ({ signal }) =>
      requestAs(z.array(WebhookDelivery), `${webhook(id)}/deliveries`, { signal }),
  });

/** A change after which everything about webhooks is read again: also when it was refused. */
export function useWebhookChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  onDone?: (output: Output) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: webhooksQuery().queryKey }),
    onSuccess: (output) => {
      onDone?.(output);
    },
  });
}
