import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import type { InspectedRun } from '../../../../src/contracts/index.ts';
import { LocaleProvider } from '../../lib/i18n.tsx';
import { Inspection } from './inspector-screen.tsx';

afterEach(cleanup);

const FOUND: InspectedRun = {
  run: {
    uuid: 'r',
    status: 'completed',
    termination: 'completed',
    message: 'Hello from the **model**.',
    holdsProcessPin: false,
    processSkillUid: null,
    card: null,
    progress: null,
    highlight: null,
    createdAtMs: 0,
    finishedAtMs: 1,
    page: null,
    startedBy: 'Ada',
    isMine: true,
    configurationName: 'Site',
  },
  outcome: 'completed',
  predecessor: null,
  invocation: null,
  forcedSkillUids: [],
  pins: [],
  allowList: { stored: null, live: null, both: null },
  tools: [],
  sections: [],
  catalogue: [],
  calls: [],
  decisions: [],
  messages: null,
  privacyLevel: 'metadata',
  contents: [],
  messagesState: 'gone',
  pauses: 0,
  requeues: 0,
};

function show(found: InspectedRun) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(
    ['runs', 'r', 'events', 'completed'],
    [{ runUuid: 'r', sequence: 1, kind: 'tool', payload: { tool: 'search_pages' }, atMs: 0 }],
  );
  render(
    <QueryClientProvider client={client}>
      <LocaleProvider initial="en">
        <MemoryRouter>
          <Inspection found={found} />
        </MemoryRouter>
      </LocaleProvider>
    </QueryClientProvider>,
  );
}

it('shows what the model answered, and the log in words, also once the messages are gone (SEC-05)', () => {
  show(FOUND);
  expect(screen.getByRole('region', { name: 'Answer' }).textContent).toContain(
    'Hello from the model.',
  );
  screen.getByText('search_pages was carried out.');
});

it('WRT-10 a call of which it is not known what it did says so in the table', () => {
  const call = { effect: 'idempotent_write', resultBytes: 12, write: null } as const;
  show({
    ...FOUND,
    calls: [
      { ...call, callId: 'a', tool: 'update_page', state: 'unknown' },
      { ...call, callId: 'b', tool: 'move_page', state: 'error' },
    ],
  });
  screen.getByText('Failed; whether it changed anything is not known – check the record');
  screen.getByText('Error');
});

it('shows no answer to whom it was not said (SEC-05)', () => {
  show({ ...FOUND, run: { ...FOUND.run, message: null }, messagesState: 'not_yours' });
  expect(screen.queryByRole('region', { name: 'Answer' })).toBeNull();
  screen.getByText(/What was said is for the person who started this run/);
});
