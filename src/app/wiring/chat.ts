import { createAttachmentReader } from '../../adapters/attachments/index.ts';
import { createSharedBus } from '../../adapters/queue/index.ts';
import type { ActorDirectory } from '../../actors/index.ts';
import {
  createChatService,
  createConversationBus,
  createConversationStream,
  createTourSeries,
  createVersionWatch,
  type ChatDeps,
  type TourSeriesDeps,
} from '../../chat/index.ts';
import type { ContentHost } from '../../content/index.ts';
import { seesImages, type ChatModels } from '../../models/index.ts';
import type { HostedRuntime } from '../../runs/index.ts';
import type { WakeUp } from '../../runs/index.ts';
import { startSweeper } from '../sweeper.ts';
import type { Foundation } from './foundation.ts';
import type { Stores } from './stores.ts';

/** How often the rows are compared with what readers have: on SQLite they are all there is, on PostgreSQL a safety net. */
const WATCH_FILE_MS = 1_000;
const WATCH_SERVER_MS = 5_000;

interface ChatNeeds {
  readonly stores: Stores;
  readonly directory: ActorDirectory;
  readonly host: ContentHost;
  readonly runtime: HostedRuntime;
  readonly queue: WakeUp;
  readonly models: ChatModels;
  readonly onTourFinished: NonNullable<ChatDeps['onTourFinished']>;
  readonly onTourSeriesFinished: NonNullable<TourSeriesDeps['onTourSeriesFinished']>;
}

/** Conversations and their live stream. */
export function wireChat(foundation: Foundation, needs: ChatNeeds) {
  const { settings, broadcast, transactions, keys, clock, ids, log, opened } = foundation;
  const { stores, directory, host, runtime, queue, models, onTourFinished } = needs;
  const { conversations, configurations, skills } = stores;
  const readers = createConversationBus();
  opened.add(readers);
  const bus = broadcast === null ? readers : createSharedBus(readers, { broadcast, clock });
  const watch = startSweeper(createVersionWatch({ conversations, bus: readers }), {
    everyMs: broadcast === null ? WATCH_FILE_MS : WATCH_SERVER_MS,
    clock,
    log,
  });
  opened.add({ close: () => watch.stop() });
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
      attachmentReader: createAttachmentReader({ clock }),
      seesImages: (configuration) => seesImages(models, configuration),
      sealer: keys.sealer,
      wakeUp: queue,
      bus,
      clock,
      ids,
      onTourFinished,
      log: (message, data) => {
        log.error(data, message);
      },
    },
    {
      limits: {
        messageCharacters: settings.chat.maxMessageCharacters,
        processing: settings.chat.maxActivePerUser,
        conversations: settings.chat.maxConversationsPerUser,
        archiveAfterDays: settings.chat.archiveAfterDays,
        deleteArchivedAfterDays: settings.chat.deleteArchivedAfterDays,
        attachmentCharacters: settings.chat.maxAttachmentCharacters,
        attachmentPages: settings.chat.maxAttachmentPages,
      },
    },
  );
  const tours = createTourSeries({
    series: stores.tourSeries,
    chat,
    conversations,
    transactions,
    directory,
    skills,
    host,
    clock,
    ids,
    onTourSeriesFinished: needs.onTourSeriesFinished,
    log: (message, data) => {
      log.error(data, message);
    },
  });
  return {
    chat,
    tours,
    stream: createConversationStream({ chat, bus }),
    followed: () => readers.followed(),
    endStreams: () => {
      readers.close();
    },
  };
}
