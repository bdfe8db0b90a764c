import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SkillReview, SkillSourceView } from '../../../../src/contracts/index.ts';
import { EditScreen } from './edit-screen.tsx';
import { NewSkillScreen } from './new-skill-screen.tsx';

const DIGEST = `1:${'3fa9c1d2'.repeat(8)}`;

function aReview(seal: 'approved' | 'not_approved'): SkillReview {
  return {
    skill: {
      uid: 3,
      identifier: 'tone',
      name: 'Tone',
      description: 'How we write',
      process: false,
      enabled: true,
      orphaned: false,
      source: { uid: 1, title: 'Own', type: 'backend', trustLevel: 'first_party' },
      instruction: seal === 'approved',
      damaged: false,
      versions: [
        {
          digest: DIGEST,
          seal,
          current: true,
          approvedBy: null,
          approvedAtMs: null,
          revokedAtMs: null,
          heldByConversations: 0,
        },
      ],
    },
    digest: DIGEST,
    version: {
      name: 'Tone',
      description: 'How we write',
      body: 'Plainly.',
      supportStatus: 'full',
      allowedTools: null,
      process: false,
    },
    lastApproved: null,
    tools: [],
    findings: [],
    wouldInstruct: true,
    reasons: [],
    audit: [],
  };
}

const SOURCE: SkillSourceView = {
  uid: 1,
  title: 'Own',
  type: 'backend',
  trustLevel: 'first_party',
  enabled: true,
  remote: null,
};

let writes: { method: string; path: string; body: unknown }[];
let review: SkillReview;

beforeEach(() => {
  writes = [];
  review = aReview('not_approved');
  localStorage.clear();
  // jsdom checks a form as a browser does: what it finds invalid is not submitted.
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    if ((init.method ?? 'GET') !== 'GET') {
      const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null;
      writes.push({ method: init.method ?? '', path, body });
      return Promise.resolve(Response.json(review));
    }
    return Promise.resolve(Response.json(path.includes('sources') ? [SOURCE] : review));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(path: string) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/administration/skills/new" element={<NewSkillScreen />} />
          <Route path="/administration/skills/:uid/edit" element={<EditScreen />} />
          <Route path="*" element={<p>elsewhere</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const write = (label: string, value: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};

describe('Writing a skill', () => {
  it('goes on after a missing field: its message goes as soon as it is filled, and it saves', async () => {
    open('/administration/skills/new');
    fireEvent.click(await screen.findByText('Create the skill'));
    expect(screen.getAllByText('Please fill this in.')).toHaveLength(2);
    write('Name', 'Tone');
    expect(screen.getAllByText('Please fill this in.')).toHaveLength(1);
    write('Description', 'How we write');
    expect(screen.queryByText('Please fill this in.')).toBeNull();
    fireEvent.click(screen.getByText('Create the skill'));
    await waitFor(() => {
      expect(writes.map(({ method }) => method)).toEqual(['POST']);
    });
  });

  it('puts the focus where something is missing, and leaves it there while one types', async () => {
    open('/administration/skills/new');
    fireEvent.click(await screen.findByText('Create the skill'));
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    write('Name', 'T');
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  });
});

describe('Editing a skill', () => {
  it('goes on after a missing field', async () => {
    open('/administration/skills/3/edit');
    await screen.findByText('Save as a new version');
    write('Name', ' ');
    fireEvent.click(screen.getByText('Save as a new version'));
    screen.getByText('Please fill this in.');
    write('Name', 'Voice');
    expect(screen.queryByText('Please fill this in.')).toBeNull();
    fireEvent.click(screen.getByText('Save as a new version'));
    await waitFor(() => {
      expect(writes).toMatchObject([{ method: 'PUT', body: { name: 'Voice' } }]);
    });
  });

  it.each([
    ['approved', true],
    ['not_approved', false],
  ] as const)('says before saving what it does to a version that is %s', async (seal, says) => {
    review = aReview(seal);
    open('/administration/skills/3/edit');
    await screen.findByText('Save as a new version');
    const text = document.body.textContent;
    expect(text.includes('Saving makes a new version that nobody has approved')).toBe(says);
    expect(text.includes('Running conversations keep the approved one.')).toBe(says);
  });
});
