/**
 * A program that asks Vouch over HTTP with the key of a service account: it has a run answered, waits for it, and hears
 * what it may not do. The key comes from `vouch service-accounts new-key`; its account holds `configuration:use` and
 * `agent:read`.
 */
import { createVouchClient, VouchApiError } from 'vouch/client';

const vouch = createVouchClient({
  baseUrl: process.env['VOUCH_URL'] ?? 'http://127.0.0.1:4317',
  key: process.env['VOUCH_KEY'] ?? '',
});

// Sent again after a failure, the same key starts no second run.
const idempotencyKey = crypto.randomUUID();
const start = () =>
  vouch.call('POST /api/runs', { body: { text: 'Good morning.' }, idempotencyKey });
const { uuid } = await start();
console.log(`once: ${String((await start()).uuid === uuid)}`);

let run = await vouch.call('GET /api/runs/:uuid', { params: { uuid } });
while (run.status === 'queued' || run.status === 'running') {
  await new Promise((resolve) => setTimeout(resolve, 100));
  run = await vouch.call('GET /api/runs/:uuid', { params: { uuid } });
}
console.log(`the run: ${run.status}`);

const events = await vouch.call('GET /api/runs/:uuid/events', {
  params: { uuid },
  query: { after: 0 },
});
console.log(`its log begins with: ${events[0]?.kind ?? ''}`);

// A service account is no person.
await vouch.call('GET /api/people').catch((error: unknown) => {
  console.log(`people: ${error instanceof VouchApiError ? error.code : String(error)}`);
});
