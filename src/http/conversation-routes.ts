import { Hono, type Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { UserActor } from '../actors/index.ts';
import type { Alongside } from '../base/index.ts';
import {
  AnswerInput,
  CreateConversation,
  DecideCard,
  SendMessage,
  type ConversationView,
} from '../contracts/index.ts';
import { carryOutOnce } from './carry-out-once.ts';
import type { HttpDeps, HttpOptions } from './http-deps.ts';
import { readBody, readOptionalUid } from './read-request.ts';
import type { RouteContext, RouteEnv, Routes } from './route-env.ts';

type ConversationDeps = Pick<
  HttpDeps,
  'receipts' | 'chat' | 'stream' | 'slashMenu' | 'clock' | 'accounts' | 'log'
>;

/** What is longer is searched by its beginning. */
const MAX_SEARCH_CHARACTERS = 200;

const DEFAULT_HEARTBEAT_MS = 15_000;

/** Conversations, their turns, and what happens in them live. */
export function conversationRoutes(deps: ConversationDeps, options: HttpOptions): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  const { chat } = deps;

  /** What is done once in a conversation; its answer is the conversation as it is then. */
  const inConversation = (
    context: Context<RouteEnv, '/:uuid'>,
    body: unknown,
    carryOut: (person: UserActor, uuid: string, alongside?: Alongside) => Promise<ConversationView>,
  ) => {
    const uuid = context.req.param('uuid');
    const person = context.get('person');
    return carryOutOnce(deps, context, {
      body,
      status: 202,
      carryOut: (alongside) => carryOut(person, uuid, alongside),
      answerAgain: () => chat.view(person, uuid),
    });
  };

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
    const person = context.get('person');
    return carryOutOnce(deps, context, {
      body: request,
      status: 201,
      carryOut: () => chat.create(person, request),
      referenceOf: ({ uuid }) => uuid,
      answerAgain: (uuid) => chat.view(person, uuid),
    });
  });

  routes.get('/conversations/:uuid', async (context) =>
    context.json(await chat.view(context.get('person'), context.req.param('uuid'))),
  );

  routes.post('/conversations/:uuid/messages', async (context) => {
    const message = await readBody(context, SendMessage);
    return inConversation(context, message, (person, uuid, alongside) =>
      chat.sendMessage(person, uuid, { ...message, alongside }),
    );
  });

  routes.post('/conversations/:uuid/decision', async (context) => {
    const decision = await readBody(context, DecideCard);
    return inConversation(context, decision, (person, uuid, alongside) =>
      chat.decide(person, uuid, { ...decision, alongside }),
    );
  });

  routes.post('/conversations/:uuid/input', async (context) => {
    const answer = await readBody(context, AnswerInput);
    return inConversation(context, answer, (person, uuid, alongside) =>
      chat.answerInput(person, uuid, { ...answer, alongside }),
    );
  });

  routes.post('/conversations/:uuid/end-process', async (context) =>
    inConversation(context, null, (person, uuid) => chat.endProcess(person, uuid)),
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
