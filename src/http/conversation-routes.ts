import { Hono, type Context } from 'hono';
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
import { answerEvents } from './event-stream.ts';
import type { HttpDeps, HttpOptions } from './http-deps.ts';
import { readBody, readOptionalUid } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

type ConversationDeps = Pick<
  HttpDeps,
  'receipts' | 'chat' | 'stream' | 'slashMenu' | 'clock' | 'accounts' | 'log'
>;

/** What is longer is searched by its beginning. */
const MAX_SEARCH_CHARACTERS = 200;

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
      carryOut: (keep) => carryOut(person, uuid, keep?.(null)),
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
      carryOut: (keep) => chat.create(person, { ...request, alongside: keep }),
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

  // The current state at once, whatever `Last-Event-ID` says, then live.
  routes.get('/conversations/:uuid/stream', async (context) => {
    const uuid = context.req.param('uuid');
    const person = context.get('person');
    await chat.view(person, uuid); // refused before the stream begins
    return answerEvents(deps, context, {
      name: 'An event stream',
      heartbeatMs: options.heartbeatMs,
      tell: async (send, signal) => {
        for await (const event of deps.stream.follow(person, uuid, signal)) {
          await (event.type === 'changed'
            ? send(event, String(event.conversation.version))
            : send(event));
        }
      },
    });
  });

  return routes;
}
