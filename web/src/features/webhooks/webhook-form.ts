import {
  WebhookEventType,
  type AddWebhook,
  type WebhookView,
} from '../../../../src/contracts/index.ts';

/** What is typed of a webhook. */
export interface WebhookForm {
  readonly name: string;
  readonly url: string;
  readonly events: readonly WebhookEventType[];
}

export function formOf(webhook: WebhookView | null): WebhookForm {
  return {
    name: webhook?.name ?? '',
    url: webhook?.url ?? '',
    events: webhook?.events ?? WebhookEventType.options,
  };
}

/** The fields that cannot be sent like this. */
export function wrongFields({ name, url, events }: WebhookForm): readonly (keyof WebhookForm)[] {
  const checks: readonly (readonly [keyof WebhookForm, boolean])[] = [
    ['name', name.trim() !== ''],
    ['url', /^https?:\/\/[^\s/@]+([/?#]\S*)?$/.test(url.trim())],
    ['events', events.length > 0],
  ];
  return checks.filter(([, isRight]) => !isRight).map(([field]) => field);
}

/** What is sent of a form without wrong fields. */
export function sentOf({ name, url, events }: WebhookForm): AddWebhook {
  return { name: name.trim(), url: url.trim(), events: [...events] };
}
