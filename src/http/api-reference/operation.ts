import {
  AddWebhook,
  ChangeWebhook,
  ExplainTool,
  GovernanceOverview,
  NewWebhookSecret,
  PlaygroundRequest,
  PlaygroundRun,
  Rehearsal,
  Budget,
  SettingView,
  ToolExplanation,
  UsageOverview,
  WebhookDelivery,
  WebhookView,
} from '../../contracts/index.ts';
import { described, many } from './described-route.ts';

/** What an installation is used for, what it is allowed, and how it is set. */
export const OPERATION = [
  described('GET /api/usage', 'What models were used for', {
    query: ['from', 'to'],
    answer: UsageOverview,
  }),
  described('PUT /api/budgets', 'Sets or takes away a budget', {
    body: Budget,
    answer: UsageOverview,
  }),
  described('POST /api/playground/rehearsal', 'What the first request of a run would be', {
    body: PlaygroundRequest,
    answer: Rehearsal,
  }),
  described('POST /api/playground/runs', 'Starts a run to try a configuration', {
    body: PlaygroundRequest,
    answer: PlaygroundRun,
    status: 202,
    isOnce: true,
  }),
  described('GET /api/governance', 'How it stands to the governance profiles', {
    answer: GovernanceOverview,
  }),
  described('POST /api/governance/explain', 'Whether a person’s run may call a tool, and why not', {
    body: ExplainTool,
    answer: ToolExplanation,
  }),
  described('GET /api/webhooks', 'Programs that are told of events', { answer: many(WebhookView) }),
  described('POST /api/webhooks', 'Adds one; its secret is shown this once', {
    body: AddWebhook,
    answer: NewWebhookSecret,
    status: 201,
  }),
  described('PUT /api/webhooks/:id', 'Changes or pauses one', {
    body: ChangeWebhook,
    answer: WebhookView,
  }),
  described('DELETE /api/webhooks/:id', 'Removes one', { status: 204 }),
  described('POST /api/webhooks/:id/secret', 'A new secret, shown this once', {
    answer: NewWebhookSecret,
    status: 201,
  }),
  described('POST /api/webhooks/:id/test', 'Sends it an event that says nothing', {
    answer: WebhookDelivery,
  }),
  described('GET /api/webhooks/:id/deliveries', 'What was sent to it, and what became of it', {
    answer: many(WebhookDelivery),
  }),
  described('POST /api/webhooks/:id/deliveries/:delivery/again', 'Sends an event again', {
    answer: WebhookDelivery,
    status: 202,
  }),
  described('GET /api/settings', 'Every setting as it stands', { answer: many(SettingView) }),
] as const;
