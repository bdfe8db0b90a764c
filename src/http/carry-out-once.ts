import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { actorIdOf } from '../actors/index.ts';
import { AppError, canonicalJson, sha256Hex, type Alongside, type Json } from '../base/index.ts';
import type { HttpDeps } from './http-deps.ts';
import type { RouteContext } from './route-env.ts';

export const IDEMPOTENCY_HEADER = 'Idempotency-Key';
export const IDEMPOTENCY_KEY = /^[\w-]{8,64}$/;

/** After this time a request that was begun and led to nothing was left by a crash. */
const STALE_MS = 30_000;
/** The same for one that waits for a model before it answers. */
const LONG_STALE_MS = 15 * 60_000;

export interface OnceRoute<T> {
  /** What was asked beside method and address. */
  readonly body: unknown;
  readonly status: ContentfulStatusCode;
  /** Waits for a model. Default `false`. */
  readonly isLong?: boolean;
  /**
   * Does it. What `keep` gives belongs in the transaction that makes it count, where there is one of its own; its argument is
   * what the answer of a repeated request is found by, `null` where the address says it. There is no `keep` without a key.
   */
  readonly carryOut: (keep?: (reference: string | null) => Alongside) => Promise<T>;
  /** The same reference, where nothing was kept on the way. Default: the address says it. */
  readonly referenceOf?: (value: T) => string;
  /** The answer to the same request sent again. */
  readonly answerAgain: (reference: string) => Promise<T>;
}

/**
 * Answers a request that changes something. With an `Idempotency-Key` it is carried out once, however often it is sent, and
 * a repeated one gets what came of the first, as it is now; without one, each is carried out.
 */
export async function carryOutOnce<T extends object>(
  { receipts }: Pick<HttpDeps, 'receipts'>,
  context: RouteContext,
  route: OnceRoute<T>,
): Promise<Response> {
  const key = context.req.header(IDEMPOTENCY_HEADER);
  if (key === undefined) return context.json(await route.carryOut(), route.status);
  if (!IDEMPOTENCY_KEY.test(key)) {
    throw new AppError(
      'invalid_request',
      `${IDEMPOTENCY_HEADER} is 8 to 64 letters, digits, hyphens or underscores, such as a UUID.`,
    );
  }
  const asked = [context.req.method, context.req.path, route.body ?? null];
  const once = await receipts.once(
    {
      userId: actorIdOf(context.get('actor')) ?? '',
      key,
      digest: sha256Hex(canonicalJson(asked as Json)),
      staleMs: route.isLong === true ? LONG_STALE_MS : STALE_MS,
    },
    route.carryOut,
    (value) => route.referenceOf?.(value) ?? null,
  );
  const value = once.kind === 'done' ? once.value : await route.answerAgain(once.reference ?? '');
  return context.json(value, route.status);
}
