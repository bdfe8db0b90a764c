import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ChoiceList } from './choice-list.tsx';

afterEach(cleanup);

const OPTIONS = [
  { id: 'pages', name: 'Page' },
  { id: 'content', name: 'Element' },
];

function List({ start }: { start: readonly string[] }) {
  const [value, setValue] = useState(start);
  return <ChoiceList hasTotals label="Types" options={OPTIONS} value={value} onChange={setValue} />;
}

const ticked = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(({ checked }) => checked)
    .map(({ labels }) => labels?.[0]?.textContent);

it('says how many are chosen, and chooses all or none, what is no longer there too', () => {
  render(<List start={['gone']} />);
  expect(screen.getByText('1 of 3')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'All: Types' }));
  expect(ticked()).toEqual(['Page', 'Element', 'gone']);
  expect(screen.getByRole('button', { name: 'All: Types' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('button', { name: 'None: Types' }));
  expect(ticked()).toEqual([]);
  expect(screen.getByText('0 of 2')).toBeTruthy();
});
