import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { AnswerInput, CreateConversation, DecideCard, SendMessage } from '../contracts/index.ts';
import type { HttpDeps, HttpOptions } from './http-deps.ts';
import { readBody, readOptionalUid } from './read-request.ts';
import type { RouteContext, RouteEnv, Routes } from './route-env.ts';

type ConversationDeps = Pick<
  HttpDeps,
  'chat' | 'stream' | 'slashMenu' | 'clock' | 'accounts' | 'log'
>;

/** What is longer is searched by its beginning. */
const MAX_SEARCH_CHARACTERS = 200;

const DEFAULT_HEARTBEAT_MS = 15_000;

/** Conversations, their turns, and what happens in them live. */
export function conversationRoutes(deps: ConversationDeps, options: HttpOptions): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  const { chat } = deps;

  routes.get('/catalogue', async (context) => {
    const page = readOptionalUid(context, 'page');
    return context.json(await deps.slashMenu.entries(context.get('person'), page));
  });

  routes.get('/conversations', async (context) => {
    const page = readOptionalUid(context, 'page');
    const text = (context.req.query('search') ?? '').slice(0, MAX_SEARCH_CHARACTERS);
    const query = {
      ...(page === null ? {} : { page }),
      text,
      archived: context.req.query('archived') === 'true',
    };
    return context.json(await chat.list(context.get('person'), query));
  });

  routes.post('/conversations', async (context) => {
    const request = await readBody(context, CreateConversation);
    return context.json(await chat.create(context.get('person'), request), 201);
  });

  routes.get('/conversations/:uuid', async (context) =>
    context.json(await chat.view(context.get('person'), context.req.param('uuid'))),
  );

  routes.post('/conversations/:uuid/messages', async (context) => {
    const message = await readBody(context, SendMessage);
    const uuid = context.req.param('uuid');
    return context.json(await chat.sendMessage(context.get('person'), uuid, message), 202);
  });

  routes.post('/conversations/:uuid/decision', async (context) => {
    const decision = await readBody(context, DecideCard);
    const uuid = context.req.param('uuid');
    return context.json(await chat.decide(context.get('person'), uuid, decision), 202);
  });

  routes.post('/conversations/:uuid/input', async (context) => {
    const answer = await readBody(context, AnswerInput);
    const uuid = context.req.param('uuid');
    return context.json(await chat.answerInput(context.get('person'), uuid, answer), 202);
  });

  routes.post('/conversations/:uuid/end-process', async (context) =>
    context.json(await chat.endProcess(context.get('person'), context.req.param('uuid')), 202),
  );

  routes.post('/conversations/:uuid/stop', async (context) =>
    context.json(await chat.stop(context.get('person'), context.req.param('uuid')), 202),
  );

  routes.get('/conversations/:uuid/stream', async (context) => {
    const uuid = context.req.param('uuid');
    await chat.view(context.get('person'), uuid); // refused before the stream begins
    return follow(deps, context, { uuid, heartbeatMs: options.heartbeatMs });
  });

  return routes;
}

/**
 * The conversation's events: the current state at once, whatever `Last-Event-ID` says, then live; a sign of life in
 * between, at which a session that ended closes the stream (SEC-02).
 */
function follow(
  deps: ConversationDeps,
  context: RouteContext,
  { uuid, heartbeatMs = DEFAULT_HEARTBEAT_MS }: { uuid: string; heartbeatMs?: number | undefined },
): Response {
  const person = context.get('person');
  const { headers } = context.req.raw;
  context.header('X-Accel-Buffering', 'no');
  return streamSSE(
    context,
    async (stream) => {
      const ended = new AbortController();
      stream.onAbort(() => {
        ended.abort();
      });
      const beat = async () => {
        while (!ended.signal.aborted) {
          await deps.clock.sleep(heartbeatMs, ended.signal);
          if ((await deps.accounts.session(headers)) !== person.userId) ended.abort();
          else await stream.write(': still here\n\n');
        }
      };
      const beating = beat().catch((error: unknown) => {
        if (!ended.signal.aborted) {
          ended.abort();
          deps.log('An event stream ended', { error: String(error) });
        }
      });
      try {
        for await (const event of deps.stream.follow(person, uuid, ended.signal)) {
          await stream.writeSSE({
            data: JSON.stringify(event),
            ...(event.type === 'changed' ? { id: String(event.conversation.version) } : {}),
          });
        }
      } finally {
        ended.abort();
        await beating;
      }
    },
    (error) => {
      deps.log('An event stream failed', { error: String(error) });
      return Promise.resolve();
    },
  );
}
