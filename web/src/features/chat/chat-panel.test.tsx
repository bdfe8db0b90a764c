import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeBrowser, openPanel, type FakeServer } from './fake-panel.tsx';
import { aCall, aCard, aConversation, aField, anEntry, anOutcome } from './model/fixtures.ts';

fakeBrowser();

let server: FakeServer;
const open = async (...given: Parameters<typeof openPanel>) => {
  server = await openPanel(...given);
};

const answers = async () =>
  within(await screen.findByRole('group', { name: /Your answer|Ihre Antwort/ }))
    .getAllByRole('button')
    .map(({ firstChild }) => firstChild?.textContent);
const field = () => screen.getByRole<HTMLTextAreaElement>('combobox');
const last = <T,>(items: readonly T[]): T | undefined => items.at(-1);

describe('the waiting card', () => {
  it('CHT-04 a process write has Apply, Another variant, Skip, Keep; any other card approve and decline', async () => {
    await open(aConversation());
    expect(await answers()).toEqual(['Apply', 'Another variant', 'Skip', 'Keep']);
    server.change({ card: aCard({ digest: 'card-2', isProcessWrite: false }) });
    expect(await answers()).toEqual(['Approve', 'Decline']);
    cleanup();
    await open(aConversation(), { locale: 'de' });
    expect(await answers()).toEqual(['Übernehmen', 'Andere Variante', 'Überspringen', 'Behalten']);
  });

  it('APR-03, PIN-04 says that its version was revoked, and that it was approved again', async () => {
    await open(aConversation({ revoked: { because: 'Too pushy.' } }));
    expect(await screen.findByText(/was revoked\. .* Reason: “Too pushy\.”/)).toBeTruthy();
    server.change({ revoked: null, approvedAgain: true });
    expect(
      await screen.findByText(
        'While this card waited, “Page review” was revoked and approved again. You can answer it.',
      ),
    ).toBeTruthy();
    server.change({ approvedAgain: false });
    await waitFor(() => {
      expect(screen.queryByText(/approved again/)).toBeNull();
    });
  });

  it('HST-02, WRT-08 says what is done with a record, what goes, and what to know before answering', async () => {
    const gone = aField({ field: 'path', place: 'Hours', before: 'en/hours.md', after: null });
    const card = aCard({
      calls: [
        aCall({
          tool: 'delete_record',
          preview: {
            lines: ['Delete the page.'],
            fields: [gone],
            failed: false,
            action: { en: 'Delete the page', de: 'Seite löschen' },
            notes: [{ en: 'Pages that link to it: 3.', de: 'Seiten, die auf sie verweisen: 3.' }],
          },
        }),
      ],
    });
    await open(aConversation({ card }));
    expect(await screen.findByRole('heading', { name: 'Delete the page' })).toBeTruthy();
    expect(screen.getByText('would be removed')).toBeTruthy();
    const notes = screen.getByRole('list', { name: 'To know before you answer' });
    expect(within(notes).getByText('Pages that link to it: 3.')).toBeTruthy();
    cleanup();
    await open(aConversation({ card }), { locale: 'de' });
    expect(await screen.findByRole('heading', { name: 'Seite löschen' })).toBeTruthy();
    expect(screen.getByText('fiele weg')).toBeTruthy();
    expect(screen.getByText('Seiten, die auf sie verweisen: 3.')).toBeTruthy();
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

  it('HST-02 a plain card that could not be shown cannot be approved, and offers no variant', async () => {
    const call = aCall({ preview: { lines: ['It moved'], fields: [], failed: true } });
    await open(aConversation({ card: aCard({ calls: [call], isProcessWrite: false }) }));
    const approve = await screen.findByRole('button', { name: /^Approve/ });
    expect(approve.hasAttribute('disabled')).toBe(true);
    expect(screen.getByText(/could not be shown, so it cannot be approved/)).toBeTruthy();
    expect(screen.queryByText(/variant/)).toBeNull();
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
