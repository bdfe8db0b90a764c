import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
import {
  aCall,
  aCard,
  aCatalogueEntry,
  aConversation,
  aField,
  anEntry,
  anOutcome,
} from './model/fixtures.ts';

/** A server in memory: what it was sent, and the stream it writes to. */
class FakeServer {
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

  fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const method = init.method ?? 'GET';
    if (method !== 'GET') {
      this.posts.push({
        path,
        body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null,
      });
      const refusal = this.refusals.get(path);
      if (refusal !== undefined) {
        const error = { code: refusal.code, message: '', data: {} };
        return Response.json({ error }, { status: refusal.status });
      }
    }
    return Response.json(this.#answer(path, method));
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
    server.streams.push(this);
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

let server: FakeServer;

beforeEach(() => {
  localStorage.clear();
  // The test's document has no layout, so it cannot scroll either.
  Element.prototype.scrollIntoView = () => {};
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('ResizeObserver', NoResizeObserver);
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => server.fetch(path, init));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(
  conversation: ConversationView | null,
  props: Partial<ChatPanelProps> & { locale?: Locale; catalogue?: CatalogueEntry[] } = {},
) {
  const { locale = 'en', catalogue, ...rest } = props;
  server = new FakeServer(conversation);
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
}

const answers = async () =>
  within(await screen.findByRole('group', { name: /Your answer|Ihre Antwort/ }))
    .getAllByRole('button')
    .map(({ firstChild }) => firstChild?.textContent);
const field = () => screen.getByRole<HTMLTextAreaElement>('combobox');
const last = <T,>(items: readonly T[]): T | undefined => items.at(-1);

describe('the waiting card', () => {
  it('CHT-04 a process write has Apply, Another variant, Skip, Keep; any other card approve and deny', async () => {
    await open(aConversation());
    expect(await answers()).toEqual(['Apply', 'Another variant', 'Skip', 'Keep']);
    server.change({ card: aCard({ digest: 'card-2', isProcessWrite: false }) });
    expect(await answers()).toEqual(['Approve', 'Deny']);
    cleanup();
    await open(aConversation(), { locale: 'de' });
    expect(await answers()).toEqual(['Übernehmen', 'Andere Variante', 'Überspringen', 'Behalten']);
  });

  it('sends the digest that was shown and the reason', async () => {
    await open(aConversation());
    fireEvent.click(await screen.findByRole('button', { name: /^Skip/ }));
    await waitFor(() => {
      expect(last(server.posts)).toEqual({
        path: '/api/conversations/conversation-1/decision',
        body: { cardDigest: 'card-1', answer: 'deny', reason: 'skip' },
      });
    });
  });

  it('says what happened when the card went stale, and shows the fresh one', async () => {
    await open(aConversation());
    server.refusals.set('/api/conversations/conversation-1/decision', {
      status: 409,
      code: 'stale_approval',
    });
    await screen.findByRole('button', { name: /^Apply/ });
    const call = aCall({
      preview: { lines: [], fields: [aField({ after: 'Fresh words.' })], failed: false },
    });
    server.conversation = aConversation({
      version: 9,
      card: aCard({ digest: 'card-2', calls: [call] }),
    });
    fireEvent.click(screen.getByRole('button', { name: /^Apply/ }));
    expect(await screen.findByText(/The proposal changed while you were deciding/)).toBeTruthy();
    expect(await screen.findByText('Fresh words')).toBeTruthy();
  });

  it('moves the focus to the heading of a new card, but not away from somebody typing', async () => {
    await open(aConversation({ status: 'processing', card: null }));
    await screen.findByRole('combobox');
    server.change({ status: 'awaiting_approval', card: aCard() });
    const heading = await screen.findByRole('heading', { name: /^Text/ });
    await waitFor(() => {
      expect(document.activeElement).toBe(heading);
    });
    fireEvent.change(field(), { target: { value: 'Half a sent' } });
    field().focus();
    server.change({ card: aCard({ digest: 'card-2' }) });
    expect(document.activeElement).toBe(field());
  });

  it('cannot be applied when the change could not be prepared, and says so', async () => {
    const call = aCall({ preview: { lines: ['It moved'], fields: [], failed: true } });
    await open(aConversation({ card: aCard({ calls: [call] }) }));
    const apply = await screen.findByRole('button', { name: /^Apply/ });
    expect(apply.hasAttribute('disabled')).toBe(true);
    expect(screen.getByText(/could not be prepared/)).toBeTruthy();
  });

  it('keeps what was typed into a question that is asked afresh', async () => {
    const inputSchema = { properties: { tone: { type: 'string', title: 'Tone' } } };
    const card = aCard({ kind: 'input', inputTool: 'ask', inputSchema, isProcessWrite: false });
    await open(aConversation({ status: 'awaiting_input', card }));
    const tone = await screen.findByLabelText('Tone');
    fireEvent.change(tone, { target: { value: 'calm' } });
    server.change({ card: { ...card, digest: 'card-2' } });
    expect(screen.getByLabelText<HTMLTextAreaElement>('Tone').value).toBe('calm');
    fireEvent.click(screen.getByRole('button', { name: 'Answer' }));
    await waitFor(() => {
      expect(last(server.posts)?.body).toEqual({ cardDigest: 'card-2', input: { tone: 'calm' } });
    });
  });
});

describe('the mark on the page', () => {
  it('is asked for once for each element, and taken away at the end', async () => {
    const onHighlight = vi.fn();
    const onClearHighlight = vi.fn();
    await open(aConversation(), { onHighlight, onClearHighlight });
    await screen.findByRole('button', { name: /^Apply/ });
    expect(onHighlight).toHaveBeenCalledExactlyOnceWith({
      table: 'content',
      uid: 7,
      quote: 'Two is long.',
      point: 2,
    });
    server.change({ card: aCard({ digest: 'card-2' }) });
    expect(onHighlight).toHaveBeenCalledTimes(1);
    server.change({ status: 'processing', card: null });
    server.change({
      status: 'idle',
      process: null,
      progress: { current: 5, total: 5, completed: true },
    });
    expect(onClearHighlight).toHaveBeenCalledTimes(1);
    expect(onHighlight).toHaveBeenCalledTimes(1);
  });
});

describe('the conversation', () => {
  it('shows page, language and point while it works, and the end when it is done', async () => {
    await open(aConversation({ status: 'processing', card: null }));
    expect(await screen.findByText('Point 2 of 5')).toBeTruthy();
    expect(screen.getByText('About us')).toBeTruthy();
    expect(screen.getByText('English')).toBeTruthy();
    server.emit({ type: 'progress', progress: { current: 3, total: 5, completed: false } });
    expect(screen.getByText('Point 3 of 5')).toBeTruthy();
    server.change({
      status: 'idle',
      process: null,
      progress: { current: 5, total: 5, completed: true },
    });
    expect(screen.getAllByText('5 of 5, done').length).toBeGreaterThan(0);
  });

  it('tells the page once about every saved change, and undoes it where it stands', async () => {
    const onPageChanged = vi.fn();
    await open(aConversation(), { onPageChanged });
    await screen.findByRole('button', { name: /^Apply/ });
    server.change({ entries: [anEntry(1, { kind: 'outcome', outcome: anOutcome() })] });
    server.change({ status: 'processing', card: null });
    expect(onPageChanged).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByRole('button', { name: /^Undo: Text/ }));
    await waitFor(() => {
      expect(last(server.posts)?.path).toBe('/api/history/history-1/undo');
    });
    expect(await screen.findByText(/undone/)).toBeTruthy();
    expect(onPageChanged).toHaveBeenCalledTimes(2);
  });

  it('ends a process by its button', async () => {
    await open(aConversation());
    fireEvent.click(await screen.findByRole('button', { name: 'End the tour' }));
    await waitFor(() => {
      expect(last(server.posts)?.path).toBe('/api/conversations/conversation-1/end-process');
    });
  });

  it('renders what the model wrote without its HTML', async () => {
    const text = '**Bold** <img src=x onerror=alert(1)> [bad](javascript:alert(1))';
    await open(
      aConversation({
        status: 'idle',
        card: null,
        entries: [anEntry(1, { kind: 'assistant', text })],
      }),
    );
    expect((await screen.findByText('Bold')).tagName).toBe('STRONG');
    expect(document.querySelector('img, a[href^="javascript"]')).toBeNull();
  });
});

describe('writing', () => {
  const idle = aConversation({ status: 'idle', card: null, process: null, progress: null });

  it('keeps the text when it was not sent, and across a reload', async () => {
    await open(idle);
    await screen.findByRole('combobox');
    server.refusals.set('/api/conversations/conversation-1/messages', {
      status: 409,
      code: 'conversation_busy',
    });
    fireEvent.change(field(), { target: { value: 'Keep the neighbours' } });
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true });
    expect(await screen.findByText(/Not sent\./)).toBeTruthy();
    expect(field().value).toBe('Keep the neighbours');
    cleanup();
    await open(idle);
    await screen.findByRole('combobox');
    expect(field().value).toBe('Keep the neighbours');
  });

  it('does not send at Enter alone', async () => {
    await open(idle);
    await screen.findByRole('combobox');
    fireEvent.change(field(), { target: { value: 'Hello' } });
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(server.posts).toEqual([]);
  });

  it('starts a process from the menu by keyboard alone', async () => {
    await open(null);
    await screen.findByText('What should we look at together?');
    fireEvent.change(field(), { target: { value: '/pa', selectionStart: 3 } });
    const option = await screen.findByRole('option', { name: /page-review/ });
    expect(field().getAttribute('aria-activedescendant')).toBe(option.id);
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(field().value).toBe('/page-review ');
    fireEvent.keyDown(field(), { key: 'Enter', metaKey: true });
    await waitFor(() => {
      expect(server.posts.map(({ path, body }) => [path, body])).toEqual([
        ['/api/conversations', { page: 12, locale: 'en' }],
        ['/api/conversations/conversation-1/messages', { text: '', skillUid: 4 }],
      ]);
    });
  });

  it('says what sending does to a card that waits', async () => {
    await open(aConversation());
    await screen.findByRole('combobox');
    fireEvent.change(field(), { target: { value: 'Wait' } });
    expect(screen.getByText(/Sending withdraws the waiting proposal/)).toBeTruthy();
  });

  it('starts what it was opened for, once', async () => {
    const onStarted = vi.fn();
    await open(idle, { startSkillUid: 4, onStarted });
    await waitFor(() => {
      expect(server.posts.map(({ body }) => body)).toEqual([{ text: '', skillUid: 4 }]);
    });
    expect(onStarted).toHaveBeenCalledTimes(1);
  });

  it('says who can change that there is nothing to start', async () => {
    await open(null, { catalogue: [] });
    expect(await screen.findByText(/An administrator has to approve a process/)).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('a command that is not here', () => {
  it('is said under the field, beside what sending does to the waiting card', async () => {
    await open(aConversation());
    await screen.findByRole('group', { name: 'Your answer' });
    fireEvent.change(field(), { target: { value: '/nothing at all' } });
    await screen.findByText(/There is no \/nothing here\..*withdraws the waiting proposal/);
    fireEvent.change(field(), { target: { value: '/page-review' } });
    expect(screen.queryByText(/There is no/)).toBeNull();
  });
});
