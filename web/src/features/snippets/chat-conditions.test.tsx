import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import type { SnippetUse, SnippetView } from '../../../../src/contracts/index.ts';
import { ChatChecklist } from './chat-checklist.tsx';
import { conditionsMet } from './chat-conditions.ts';

afterEach(cleanup);

const usedIn = (inCallerSystemMessage: boolean) =>
  ({ configurationUid: 1, name: 'Default', inCallerSystemMessage }) as SnippetUse;
const SNIPPET = {
  ...{ active: true, archived: false, block: 'Tone: be brief.', mark: 'marked' },
  uses: [usedIn(true)],
} as unknown as SnippetView;

it.each([
  [{}, []],
  [{ active: false }, ['inUse']],
  [{ archived: true }, ['inUse']],
  [{ block: '' }, ['inUse']],
  [{ mark: 'changed' as const }, ['marked']],
  [{ mark: 'none' as const, uses: [] }, ['marked', 'taken', 'letIn']],
  [{ uses: [usedIn(false)] }, ['letIn']],
])('SNP-03 the chat gets a snippet when all of it holds: %j lacks %j', (change, lacking) => {
  const met = Object.entries(conditionsMet({ ...SNIPPET, ...change }));
  expect(met.filter(([, isMet]) => !isMet).map(([name]) => name)).toEqual(lacking);
});

it('SNP-03 says whether the chat gets it, and what is missing', () => {
  const show = (snippet: SnippetView) =>
    render(<ChatChecklist snippet={snippet} />, { wrapper: MemoryRouter });
  show(SNIPPET);
  expect(screen.getByText('Yes: all of this holds.')).toBeTruthy();
  cleanup();
  show({ ...SNIPPET, mark: 'none' });
  expect(screen.getByText('Not yet: 3 of 4 hold.')).toBeTruthy();
  expect(screen.getByText('still missing')).toBeTruthy();
});
