import { AppError, type Clock } from '../../base/index.ts';
import {
  hostRefusal,
  rateLimitVerdict,
  type RepositoryAccess,
  type RepositoryErrorCode,
} from '../../skills/index.ts';

export interface GitHubReaderDeps {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** Of one request, in milliseconds. Default 30,000. */
  readonly requestTimeoutMs?: number;
}

/** One GET of an allowed address: the body, at most `maxBytes` of it, or an `AppError` that says why not. */
export async function ask(
  deps: GitHubReaderDeps,
  request: { readonly url: string; readonly accept: string; readonly maxBytes: number },
  access: RepositoryAccess,
): Promise<Uint8Array> {
  const reason = hostRefusal(request.url);
  if (reason !== null) throw refused('host_refused', reason);
  access.signal.throwIfAborted();
  const timeout = new AbortController();
  const over = new AbortController();
  const late = deps.clock
    .sleep(deps.requestTimeoutMs ?? 30_000, over.signal)
    .then(() => {
      timeout.abort();
    })
    .catch(() => undefined);
  const signal = AbortSignal.any([access.signal, timeout.signal]);
  try {
    const response = await deps.fetch(request.url, {
      method: 'GET',
      redirect: 'manual',
      headers: headersOf(request.accept, access.token()),
      signal,
    });
    await refuseStatus(deps, response);
    return await bodyOf(response, request.maxBytes);
  } catch (error) {
    access.signal.throwIfAborted();
    if (error instanceof AppError) throw error;
    throw refused(
      'host_unreachable',
      timeout.signal.aborted
        ? 'GitHub did not answer in time.'
        : `GitHub could not be reached (${causeOf(error)}).`,
    );
  } finally {
    over.abort();
    await late;
  }
}

function headersOf(accept: string, token: string | null): Record<string, string> {
  return {
    accept,
    'user-agent': 'vouch',
    'x-github-api-version': '2022-11-28',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
}

/** Any status from 300 on is an error, each kind with its own code (facts §1). */
async function refuseStatus(deps: GitHubReaderDeps, response: Response): Promise<void> {
  const { status, headers } = response;
  if (status < 300 && response.type !== 'opaqueredirect') return;
  await response.body?.cancel();
  const limit = rateLimitVerdict({
    status,
    header: (name) => headers.get(name),
    nowMs: deps.clock.now(),
  });
  if (limit.limited) {
    const { resetAtMs } = limit;
    throw new AppError(
      'rate_limited',
      resetAtMs === null
        ? 'GitHub takes no more requests for now.'
        : `GitHub takes no more requests until ${new Date(resetAtMs).toISOString()}.`,
      { data: { resetAtMs } },
    );
  }
  if (status < 400) {
    throw refused(
      'redirect_refused',
      'GitHub answered with another address; redirects are not followed. If the repository moved, change the source’s address.',
    );
  }
  if (status === 404 || status === 422) {
    throw refused('not_found_upstream', 'GitHub has no such repository, ref or file.');
  }
  if (status === 401 || status === 403) {
    throw refused('access_refused', 'GitHub refuses access; the token may be missing or expired.');
  }
  throw refused('host_failed', `GitHub answered with status ${String(status)}.`);
}

async function bodyOf(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: ReadableStream<Uint8Array> | null = response.body;
  const reader = body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > maxBytes) {
      await reader.cancel();
      throw refused('response_too_large', `The answer has more than ${String(maxBytes)} bytes.`);
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function refused(code: RepositoryErrorCode, message: string): AppError {
  return new AppError(code, message);
}

/** The network's own word for it, such as ECONNREFUSED. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : null;
  return typeof code === 'string' ? code : 'the network failed';
}
