import type { ActorDirectory } from '../../actors/index.ts';
import {
  createChatService,
  createConversationBus,
  createConversationStream,
} from '../../chat/index.ts';
import type { ContentHost } from '../../content/index.ts';
import type { HostedRuntime } from '../../runs/index.ts';
import type { WakeUp } from '../../runs/index.ts';
import type { Foundation } from './foundation.ts';
import type { Stores } from './stores.ts';

interface ChatNeeds {
  readonly stores: Stores;
  readonly directory: ActorDirectory;
  readonly host: ContentHost;
  readonly runtime: HostedRuntime;
  readonly queue: WakeUp;
}

/** Conversations and their live stream. */
export function wireChat(foundation: Foundation, needs: ChatNeeds) {
  const { settings, transactions, clock, ids, log, opened } = foundation;
  const { stores, directory, host, runtime, queue } = needs;
  const { conversations, configurations, skills } = stores;
  const bus = createConversationBus();
  opened.add(bus);
  const chat = createChatService(
    {
      conversations,
      openPoints: stores.openPoints,
      transactions,
      runtime,
      directory,
      configurations,
      skills,
      host,
      wakeUp: queue,
      bus,
      clock,
      ids,
      log: (message, data) => {
        log.error(data, message);
      },
    },
    {
      limits: {
        messageCharacters: settings.chat.maxMessageCharacters,
        processing: settings.chat.maxActivePerUser,
        conversations: settings.chat.maxConversationsPerUser,
      },
    },
  );
  return { chat, stream: createConversationStream({ chat, bus }) };
}
