export {
  createChatService,
  type ChatOptions,
  type ChatService,
  type ConversationQuery,
} from './chat-service.ts';
export { DEFAULT_CHAT_LIMITS, type ChatDeps, type ChatLimits } from './chat-deps.ts';
export {
  DEFAULT_WORKER_TIMES,
  type ConversationWorker,
  type WorkerTimes,
} from './conversation-worker.ts';
export {
  createConversationBus,
  type ConversationBus,
  type ConversationSignal,
  type ConversationSubscription,
} from './conversation-bus.ts';
export type { Attachment, AttachmentReader } from './attachments/attachment.ts';
export { tooLarge, type ShownImage } from './attachments/attach-files.ts';
export { createImageReader, imageContext } from './attachments/kept-images.ts';
export { createVersionWatch } from './version-watch.ts';
export { createConversationStream, type ConversationStream } from './conversation-stream.ts';
export type {
  Conversation,
  ConversationChange,
  ConversationLabel,
  ConversationState,
  DecidedCard,
  LeftRun,
  LeftRunChange,
  NewEntry,
  RecordedDecision,
} from './conversation.ts';
export type {
  ConversationFilter,
  ConversationGuard,
  ConversationStore,
  ConversationWriter,
} from './conversation-store.ts';
export type { OpenPointFilter, OpenPointStore, OpenPointWriter } from './open-point-store.ts';
export {
  openPointEffect,
  type DecidedFacts,
  type OpenPoint,
  type OpenPointEffect,
  type OpenPointKey,
} from './open-point.ts';
export {
  createOpenPointLists,
  type OpenPointLists,
  type OpenPointQuery,
} from './open-point-lists.ts';
export { createListOpenPointsTool } from './list-open-points-tool.ts';
export { mayApproveInChat } from './conversation-access.ts';
export { messageWithdraws, withdrawStep, type MetRun, type WithdrawStep } from './withdraw.ts';
export {
  createSkillTrials,
  type SkillTrial,
  type SkillTrials,
  type TrialDeps,
  type TrialRequest,
} from './trial/create-trials.ts';
export { createSlashMenu, type SlashMenu } from './slash-menu.ts';
export { createTourSeries, type TourSeriesService } from './tours/tour-series-service.ts';
export type { TourSeriesDeps } from './tours/advance-series.ts';
export type { TourPage, TourSeries } from './tours/tour-series.ts';
export type { TourSeriesStore } from './tours/tour-series-store.ts';
