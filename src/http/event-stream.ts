import { streamSSE } from 'hono/streaming';
import type { HttpDeps, HttpOptions } from './http-deps.ts';
import type { RouteContext } from './route-env.ts';

const DEFAULT_HEARTBEAT_MS = 15_000;

export interface EventStream {
  /** For the log, when it fails. */
  readonly name: string;
  readonly heartbeatMs?: HttpOptions['heartbeatMs'];
  /**
   * Sends events until there are no more. `signal` is aborted when nobody listens any more: whoever asked hung up, or their
   * session ended (SEC-02).
   */
  readonly tell: (
    send: (event: unknown, id?: string) => Promise<void>,
    signal: AbortSignal,
  ) => Promise<void>;
}

/** Answers with a stream of events, with a sign of life in between. */
export function answerEvents(
  deps: Pick<HttpDeps, 'accounts' | 'clock' | 'log'>,
  context: RouteContext,
  { name, heartbeatMs = DEFAULT_HEARTBEAT_MS, tell }: EventStream,
): Response {
  const { userId } = context.get('person');
  const { headers } = context.req.raw;
  context.header('X-Accel-Buffering', 'no');
  return streamSSE(
    context,
    async (stream) => {
      const over = new AbortController();
      stream.onAbort(() => {
        over.abort();
      });
      const beat = async () => {
        while (!over.signal.aborted) {
          await deps.clock.sleep(heartbeatMs, over.signal);
          if ((await deps.accounts.session(headers)) !== userId) over.abort();
          else await stream.write(': still here\n\n');
        }
      };
      const beating = beat().catch((error: unknown) => {
        if (over.signal.aborted) return;
        over.abort();
        deps.log(`${name} ended`, { error: String(error) });
      });
      try {
        await tell(
          (event, id) =>
            stream.writeSSE({
              data: JSON.stringify(event),
              ...(id === undefined ? {} : { id }),
            }),
          over.signal,
        );
      } finally {
        over.abort();
        await beating;
      }
    },
    (error) => {
      deps.log(`${name} failed`, { error: String(error) });
      return Promise.resolve();
    },
  );
}
