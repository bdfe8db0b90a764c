import { z } from 'zod';
import {
  AnswerInput,
  AnswerRun,
  ApproveRun,
  CatalogueEntry,
  ConversationStreamEvent,
  ConversationView,
  CreateConversation,
  CreateEmbedToken,
  CreateTourSeries,
  DecideCard,
  DenyRun,
  EmbedToken,
  HistoryEntryView,
  InboxItem,
  InspectedRun,
  LinkToken,
  Me,
  OpenPointView,
  OpenTab,
  FoundPages,
  PageView,
  PinConversation,
  RenameConversation,
  RunDecided,
  RunEvent,
  RunListItem,
  RunView,
  SendMessage,
  Setup,
  SetupState,
  SiteView,
  StaleRun,
  TourPosition,
  TourSeriesView,
} from '../../contracts/index.ts';
import { described, many } from './described-route.ts';

const JSON_ALONE = 'application/json';
const conversation = { answer: ConversationView } as const;
const turn = { ...conversation, status: 202, isOnce: true } as const;
const decided = { answer: RunDecided, isOnce: true } as const;
const series = { answer: TourSeriesView } as const;

/** Everything people do: pages, conversations, tours, runs. */
export const CHAT_AND_RUNS = [
  described('GET /healthz', 'Whether the process lives', { answer: JSON_ALONE, isOpen: true }),
  described('GET /readyz', 'Whether it takes requests', { answer: JSON_ALONE, isOpen: true }),
  described('GET /metrics', 'Figures for Prometheus', { answer: 'text/plain', isOpen: true }),
  described('POST /api/setup/state', 'Whether the installation has to be set up', {
    body: LinkToken,
    answer: SetupState,
    isOpen: true,
  }),
  described('POST /api/setup', 'Creates the first administrator', {
    body: Setup,
    answer: JSON_ALONE,
    isOpen: true,
  }),
  described(
    'POST /api/auth/*',
    'Signing in (sign-in/email with email and password) and out (sign-out)',
    {
      answer: JSON_ALONE,
      isOpen: true,
    },
  ),
  described('GET /api/openapi.json', 'This document', { answer: JSON_ALONE }),
  described('GET /api/reference', 'This document as a page', { answer: 'text/html' }),
  described('GET /api/me', 'Who is signed in', { answer: Me }),
  described('POST /api/embed/tokens', 'A token for a chat in a page of another origin', {
    body: CreateEmbedToken,
    answer: EmbedToken,
    status: 201,
  }),
  described('POST /api/embed/tokens/renewal', 'The next token', { answer: EmbedToken }),
  described('GET /api/site', 'The page tree', { answer: SiteView }),
  described('GET /api/search', 'Pages that hold words, those with them in the title first', {
    query: ['query', 'limit'],
    answer: FoundPages,
  }),
  described('GET /api/pages/:uid', 'A page and what may be done with it', { answer: PageView }),
  described('GET /api/pages/:uid/link', 'The page a link in it leads to', {
    query: ['to'],
    answer: z.object({ uid: z.number().int() }),
  }),
  described('GET /api/pages/:uid/history', 'What was written', { answer: many(HistoryEntryView) }),
  described('GET /api/pages/:uid/open-points', 'Its open points', { answer: many(OpenPointView) }),
  described('GET /api/open-points', 'Open points of all pages', { answer: many(OpenPointView) }),
  described('POST /api/history/:id/undo', 'Takes a write back', { answer: HistoryEntryView }),
  described('GET /preview/:uid', 'A page as it looks', { answer: 'text/html' }),
  described('GET /preview-asset/*', 'A file of a page', { answer: '*/*' }),
  described('GET /api/catalogue', 'Skills one may invoke', {
    query: ['page'],
    answer: many(CatalogueEntry),
  }),
  described('GET /api/conversations', 'One’s own conversations', {
    query: ['page', 'search', 'archived'],
    answer: many(ConversationView),
  }),
  described('POST /api/conversations', 'Begins a conversation', {
    ...conversation,
    body: CreateConversation,
    status: 201,
    isOnce: true,
  }),
  described('GET /api/conversations/:uuid', 'A conversation with its entries', conversation),
  described('DELETE /api/conversations/:uuid', 'Deletes it', { status: 204 }),
  described('POST /api/conversations/:uuid/messages', 'Sends a message', {
    ...turn,
    body: SendMessage,
  }),
  described('POST /api/conversations/:uuid/decision', 'Decides the card that waits', {
    ...turn,
    body: DecideCard,
  }),
  described('POST /api/conversations/:uuid/input', 'Answers the question that waits', {
    ...turn,
    body: AnswerInput,
  }),
  described('POST /api/conversations/:uuid/end-process', 'Ends the held process', turn),
  described('POST /api/conversations/:uuid/stop', 'Stops the turn under way', {
    ...conversation,
    status: 202,
  }),
  described('POST /api/conversations/:uuid/title', 'Renames it', {
    ...conversation,
    body: RenameConversation,
  }),
  described('POST /api/conversations/:uuid/pin', 'Pins it', {
    ...conversation,
    body: PinConversation,
  }),
  described('POST /api/conversations/:uuid/tab', 'Opens or closes its tab', {
    ...conversation,
    body: OpenTab,
  }),
  described('POST /api/conversations/:uuid/archive', 'Archives it', conversation),
  described('POST /api/conversations/:uuid/unarchive', 'Takes it out of the archive', conversation),
  described('POST /api/conversations/:uuid/attachments', 'Attaches the file that is the body', {
    ...conversation,
    query: ['name'],
    body: 'application/octet-stream',
    status: 201,
  }),
  described(
    'GET /api/conversations/:uuid/attachments/:attachment',
    'An image of a message, without what was written beside it',
    { answer: 'image/*' },
  ),
  described(
    'DELETE /api/conversations/:uuid/attachments/:attachment',
    'Takes a file back that was not sent',
    conversation,
  ),
  described('GET /api/conversations/:uuid/stream', 'What happens in it, as it happens', {
    answer: ConversationStreamEvent,
    isStream: true,
  }),
  described('GET /api/tours', 'One’s tours over several pages', { answer: many(TourSeriesView) }),
  described('POST /api/tours', 'Starts a process over several pages', {
    ...series,
    body: CreateTourSeries,
    status: 201,
    isOnce: true,
  }),
  described('GET /api/tours/:uuid', 'A tour over several pages', series),
  described('POST /api/tours/:uuid/look', 'Takes over what became of its page', series),
  described('POST /api/tours/:uuid/pause', 'Begins no further page', series),
  described('POST /api/tours/:uuid/resume', 'Goes on', series),
  described('POST /api/tours/:uuid/stop', 'Ends it', series),
  described('POST /api/tours/:uuid/skip', 'Leaves a page out', { ...series, body: TourPosition }),
  described('POST /api/tours/:uuid/retry', 'Takes a page again', { ...series, body: TourPosition }),
  described('GET /api/runs', 'Runs one may see, or with whose=mine one’s own', {
    query: ['whose'],
    answer: many(RunListItem),
  }),
  described('GET /api/stale-runs', 'Runs that hang', { answer: many(StaleRun) }),
  described('GET /api/inbox', 'Runs that wait', { answer: many(InboxItem) }),
  described('GET /api/runs/:uuid', 'A run', { answer: RunView }),
  described('GET /api/runs/:uuid/inspection', 'Everything of a run', { answer: InspectedRun }),
  described('GET /api/runs/:uuid/events', 'Its log', { query: ['after'], answer: many(RunEvent) }),
  described('POST /api/runs/:uuid/approve', 'Approves its card', { ...decided, body: ApproveRun }),
  described('POST /api/runs/:uuid/deny', 'Declines its card', { ...decided, body: DenyRun }),
  described('POST /api/runs/:uuid/answer', 'Answers its question', { ...decided, body: AnswerRun }),
  described('POST /api/runs/:uuid/cancel', 'Cancels it', {
    answer: z.object({ cancelled: z.boolean() }),
  }),
] as const;
