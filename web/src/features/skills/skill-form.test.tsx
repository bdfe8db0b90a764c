import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { EMPTY_FORM, skillOf, type SkillForm } from './model/skill-form.ts';
import { SkillFields } from './skill-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Fields({ start, onForm }: { start: SkillForm; onForm?: (form: SkillForm) => void }) {
  const [form, setForm] = useState(start);
  return (
    <QueryClientProvider client={new QueryClient()}>
      <SkillFields
        form={form}
        missing={[]}
        onChange={(changed) => {
          setForm(changed);
          onForm?.(changed);
        }}
      />
    </QueryClientProvider>
  );
}

it('previews the text with nothing of it out of sight', () => {
  const body = 'Seen\u200b\n\n[//]: # (said to the model only)\n';
  render(<Fields start={{ ...EMPTY_FORM, body }} />);
  fireEvent.click(screen.getByText('Preview'));
  expect(document.body.textContent).toContain('said to the model only');
  expect(document.body.textContent).toContain('Seen⟦U+200B⟧');
});

it('the tools a skill names are chosen among those there are; nobody has to know their names', async () => {
  const tools = [
    { name: 'highlight', description: 'Marks a place of the page.', group: 'process' },
    { name: 'progress', description: 'Says how far the process is.', group: 'process' },
  ];
  // jsdom has no CSS.escape
  vi.stubGlobal('CSS', { escape: String });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(tools)));
  let written: SkillForm = EMPTY_FORM;
  render(
    <Fields
      start={{ ...EMPTY_FORM, restrictsTools: true, toolNames: 'Bash(git add:*, git rm:*)' }}
      onForm={(form) => {
        written = form;
      }}
    />,
  );
  expect(await screen.findByText('not a tool of this installation')).toBeTruthy();
  const input = screen.getByRole('combobox', { name: 'Names of tools' });
  act(() => {
    input.focus();
  });
  fireEvent.change(input, { target: { value: 'how far' } });
  fireEvent.click(screen.getByRole('option'));
  expect(skillOf(written).allowedTools).toEqual(['Bash(git add:*, git rm:*)', 'progress']);
  fireEvent.change(input, { target: { value: 'WebFetch, Read' } });
  fireEvent.click(screen.getByRole('option', { name: /WebFetch/ }));
  expect(skillOf(written).allowedTools).toContain('Read');
});
