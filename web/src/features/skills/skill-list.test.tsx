import { QueryClient, QueryClientProvider, type UseQueryResult } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SkillSummary } from '../../../../src/contracts/index.ts';
import { SkillList } from './skill-list.tsx';

beforeEach(() => {
  // The sources in the foot of the list do not matter here: the answer never comes.
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const SKILL: SkillSummary = {
  uid: 3,
  identifier: 'tone',
  name: 'Tone of voice',
  description: '',
  process: false,
  enabled: true,
  orphaned: false,
  source: { uid: 1, title: 'Own', type: 'backend', trustLevel: 'first_party' },
  instruction: false,
  damaged: false,
  versions: [],
};

it('leads from the name of a skill to its current version', () => {
  const skills = { data: [SKILL], error: null, isPending: false } as UseQueryResult<SkillSummary[]>;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <SkillList skills={skills} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const link = screen.getByRole('link', { name: 'Tone of voice' });
  expect(link.getAttribute('href')).toBe('/administration/skills/3');
});
