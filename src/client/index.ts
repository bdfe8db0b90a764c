/** A client of the HTTP API for browsers and Node. It carries no code of the server. */
export {
  createVouchClient,
  type CallOptions,
  type VouchClient,
  type VouchClientOptions,
  type VouchEvent,
} from './vouch-client.ts';
export { VouchApiError } from './api-error.ts';
export type { ApiRoute, ApiRoutes, ErrorCode, WebhookPayload } from '../contracts/index.ts';
