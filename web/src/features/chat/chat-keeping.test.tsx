import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeBrowser, openPanel } from './fake-panel.tsx';
import { aConversation } from './model/fixtures.ts';

fakeBrowser();

it.each([
  ['Rename', 'Save', '/api/conversations/conversation-1/title'],
  ['Delete', 'Delete', '/api/conversations/conversation-1'],
])(
  '%s: a refusal is said where it was asked for, and the question stays',
  async (what, act, path) => {
    const server = await openPanel(
      aConversation({ status: 'idle', card: null, process: null, progress: null, title: 'Herons' }),
    );
    server.refusals.set(path, { status: 403, code: 'not_permitted' });
    fireEvent.click(await screen.findByRole('button', { name: 'Conversations' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: new RegExp(what) }));
    const dialog = await screen.findByRole(what === 'Delete' ? 'alertdialog' : 'dialog');
    fireEvent.click(screen.getByRole('button', { name: act }));
    await screen.findByText(/You are not permitted to do this/);
    expect(dialog.isConnected).toBe(true);
  },
);
