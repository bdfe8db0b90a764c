import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type {
  CatalogueEntry,
  ConversationStreamEvent,
  ConversationView,
  Locale,
} from '../../../../src/contracts/index.ts';
import { AnnouncerProvider, ToastProvider } from '../../components/index.ts';
import { LocaleProvider } from '../../lib/i18n.tsx';
import { ChatPanel } from './chat-panel.tsx';
import type { ChatPanelProps } from './chat-props.ts';
import { aCatalogueEntry, aConversation } from './model/fixtures.ts';

/** A server in memory: what it was sent, and the stream it writes to. */
export class FakeServer {
  conversation: ConversationView | null;
  catalogue = [aCatalogueEntry({ uid: 4 })];
  posts: { path: string; body: unknown }[] = [];
  refusals = new Map<string, { status: number; code: string }>();
  streams: FakeEventSource[] = [];

  constructor(conversation: ConversationView | null) {
    this.conversation = conversation;
  }

  emit(event: ConversationStreamEvent) {
    act(() => {
      for (const stream of this.streams)
        stream.onmessage?.(new MessageEvent('message', { data: JSON.stringify(event) }));
    });
  }

  change(change: Partial<ConversationView>) {
    const before = this.conversation ?? aConversation();
    this.conversation = { ...before, ...change, version: before.version + 1 };
    this.emit({ type: 'changed', conversation: this.conversation });
  }

  fetch = (path: string, init: RequestInit = {}): Promise<Response> => {
    const method = init.method ?? 'GET';
    if (method !== 'GET') {
      this.posts.push({
        path,
        body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null,
      });
      const refusal = this.refusals.get(path);
      if (refusal !== undefined) {
        const error = { code: refusal.code, message: '', data: {} };
        return Promise.resolve(Response.json({ error }, { status: refusal.status }));
      }
    }
    return Promise.resolve(Response.json(this.#answer(path, method)));
  };

  #answer(path: string, method: string): unknown {
    if (path === '/api/me') return ME;
    if (path.startsWith('/api/site')) return SITE;
    if (path.startsWith('/api/catalogue')) return this.catalogue;
    if (path.startsWith('/api/history')) return HISTORY;
    if (path.startsWith('/api/conversations?'))
      return this.conversation === null ? [] : [{ ...this.conversation, entries: [], card: null }];
    if (path === '/api/conversations') {
      this.conversation = aConversation({
        status: 'idle',
        card: null,
        process: null,
        progress: null,
        highlight: null,
        version: 1,
      });
    } else if (method !== 'GET' && this.conversation !== null) {
      const { version } = this.conversation;
      this.conversation = {
        ...this.conversation,
        status: 'processing',
        card: null,
        version: version + 1,
      };
    }
    return this.conversation;
  }
}

class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 1;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    super();
    current.streams.push(this);
  }
  close() {
    this.readyState = 2;
  }
}

class NoResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const ME = {
  id: 'u1',
  name: 'Jule Brandt',
  email: 'jule@example.org',
  isAdministrator: false,
  hasPassword: true,
  hasTwoFactor: false,
  mayWriteSnippets: false,
  mayApproveOwn: true,
  siteName: 'Lindenhof',
  model: { name: 'Checklist', builtIn: true },
};
const SITE = {
  name: 'Lindenhof',
  profile: 'plain',
  languages: ['en'],
  defaultLanguage: 'en',
  pageCount: 0,
  leftOut: [],
  roots: [],
};
const HISTORY = {
  id: 'history-2',
  target: { table: 'content', uid: 7 },
  fields: [],
  userName: 'Jule',
  atMs: 0,
  undoes: 'history-1',
  undone: false,
};

/** The one the browser speaks to now. */
let current = new FakeServer(null);

/** What a browser has and the test's document lacks; call it once at the top of a file. */
export function fakeBrowser() {
  beforeEach(() => {
    localStorage.clear();
    // The test's document has no layout, so it cannot scroll either.
    Element.prototype.scrollIntoView = () => {};
    vi.stubGlobal('EventSource', FakeEventSource);
    vi.stubGlobal('ResizeObserver', NoResizeObserver);
    // Menus ask for it; nothing named here needs escaping.
    vi.stubGlobal('CSS', { escape: (text: string) => text });
    vi.stubGlobal('matchMedia', (media: string) => ({
      media,
      matches: false,
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) => current.fetch(path, init));
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
}

/** The panel over a server that holds this conversation. */
export async function openPanel(
  conversation: ConversationView | null,
  props: Partial<ChatPanelProps> & { locale?: Locale; catalogue?: CatalogueEntry[] } = {},
): Promise<FakeServer> {
  const { locale = 'en', catalogue, ...rest } = props;
  const server = new FakeServer(conversation);
  current = server;
  if (catalogue !== undefined) server.catalogue = catalogue;
  const client = new QueryClient();
  client.setQueryData(['me'], ME);
  render(
    <LocaleProvider initial={locale}>
      <QueryClientProvider client={client}>
        <AnnouncerProvider>
          <ToastProvider>
            <MemoryRouter>
              <ChatPanel page={{ uid: 12, title: 'About us', language: 'en' }} {...rest} />
            </MemoryRouter>
          </ToastProvider>
        </AnnouncerProvider>
      </QueryClientProvider>
    </LocaleProvider>,
  );
  await waitFor(() => {
    expect(server.streams.length > 0 || conversation === null).toBe(true);
  });
  return server;
}
