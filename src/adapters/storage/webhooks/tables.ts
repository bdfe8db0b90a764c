/** Receivers of events and deliveries to them. Times in milliseconds. */
export interface WebhooksTables {
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
}

export interface WebhookTable {
  id: string;
  name: string;
  url: string;
  /** JSON: the types it is told of. */
  events: string;
  sealed_secret: string;
  sealed_former: string | null;
  former_until_ms: number | null;
  is_active: number;
  created_at_ms: number;
  updated_at_ms: number;
}

export interface WebhookDeliveryTable {
  id: string;
  webhook_id: string;
  event_id: string;
  type: string;
  /** The body as it is sent; no content. */
  payload: string;
  state: string;
  attempts: number;
  since_ms: number;
  next_at_ms: number | null;
  held_by: string | null;
  held_until_ms: number | null;
  status: number | null;
  problem: string | null;
  delivered_at_ms: number | null;
  created_at_ms: number;
}
