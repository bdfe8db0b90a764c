import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ComboBox, ManyComboBox } from './combo-box.tsx';

beforeEach(() => {
  // jsdom has no CSS.escape
  vi.stubGlobal('CSS', { escape: String });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const TOOLS = [
  { id: 'highlight', label: 'highlight', extra: 'Marks a place' },
  { id: 'progress', label: 'progress', extra: 'Says how far it is' },
];

function Many({ start = [] }: { start?: readonly string[] }) {
  const [chosen, setChosen] = useState(start);
  return (
    <ManyComboBox
      label="Tools"
      help="Search"
      options={TOOLS}
      chosen={chosen}
      onChange={setChosen}
      own={(typed) => (/\s/.test(typed) ? null : `Add ${typed}`)}
      unknown="not here"
      removeLabel={(name) => `Remove ${name}`}
    />
  );
}

const type = (value: string) => {
  const input = screen.getByRole('combobox');
  act(() => {
    input.focus();
  });
  fireEvent.change(input, { target: { value } });
};
const chosen = () =>
  [...document.querySelectorAll('.v-chosen > li')].map(({ textContent }) => textContent);

it('several are found by name or by what they do, and taken out again', () => {
  render(<Many />);
  type('A PLACE');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'highlight · Marks a place',
  ]);
  fireEvent.click(screen.getByRole('option'));
  type('progress');
  fireEvent.click(screen.getByRole('option'));
  expect(chosen()).toEqual(['highlightMarks a place', 'progressSays how far it is']);
  fireEvent.click(screen.getByLabelText('Remove highlight'));
  expect(chosen()).toEqual(['progressSays how far it is']);
});

it('what is none of them can be named too, is kept, and is said to be none', () => {
  render(<Many start={['Bash(git add:*)']} />);
  expect(chosen()).toEqual(['Bash(git add:*)not here']);
  type('fetch');
  fireEvent.click(screen.getByText('Add fetch'));
  expect(chosen()).toEqual(['Bash(git add:*)not here', 'fetchnot here']);
});

it('one is found whatever its case and accents, and what fits nothing says so', () => {
  const options = [
    { id: '1', label: 'Über uns' },
    { id: '2', label: 'Start' },
  ];
  function One() {
    const [value, setValue] = useState('2');
    return <ComboBox label="Page" options={options} value={value} onChange={setValue} />;
  }
  render(<One />);
  const input = screen.getByRole('combobox', { name: 'Page' });
  expect(input).toHaveProperty('value', 'Start');
  type('uber');
  fireEvent.click(screen.getByText('Über uns'));
  expect(input).toHaveProperty('value', 'Über uns');
  type('nowhere');
  expect(screen.getByText('Nothing found')).toBeTruthy();
});
