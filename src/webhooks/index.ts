export {
  webhookSecretContext,
  type Hold,
  type NewDelivery,
  type Settlement,
  type StoredDelivery,
  type Webhook,
  type WebhookCounts,
  type WebhookSecrets,
  type WebhookStore,
  type WebhookWriter,
} from './webhook.ts';
export {
  createWebhookDeliveries,
  type WebhookDeliveries,
  type WebhookDeliveryDeps,
  type WebhookDeliveryTimes,
} from './webhook-delivery.ts';
export {
  createWebhookOutbox,
  type Announcement,
  type WebhookOutbox,
  type WebhookOutboxDeps,
} from './webhook-outbox.ts';
export {
  createWebhookService,
  type WebhookService,
  type WebhookServiceDeps,
} from './webhook-service.ts';
