import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeBrowser, openPanel, type FakeServer } from './fake-panel.tsx';
import { aConversation } from './model/fixtures.ts';

fakeBrowser();

let server: FakeServer;
const open = async (...given: Parameters<typeof openPanel>) => {
  server = await openPanel(...given);
};
const field = () => screen.getByRole<HTMLTextAreaElement>('combobox');

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

  it('says of the built-in checklist what it cannot do, until a card waits or a command is typed', async () => {
    const hint =
      'The built-in checklist answers no questions. Type / to let it go through the page.';
    await open(idle);
    expect(await screen.findByText(hint)).toBeTruthy();
    fireEvent.change(field(), { target: { value: '/pa', selectionStart: 3 } });
    expect(screen.queryByText(hint)).toBeNull();
    fireEvent.change(field(), { target: { value: 'Why?' } });
    expect(screen.getByText(hint)).toBeTruthy();
    server.change({ ...aConversation(), version: 9 });
    await waitFor(() => {
      expect(screen.queryByText(hint)).toBeNull();
    });
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
