import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { LocaleProvider } from '../lib/i18n.tsx';
import { Loaded } from './index.ts';

afterEach(cleanup);

function show(data: string | undefined, error: ApiError | null) {
  let asked = 0;
  const refetch = () => {
    asked += 1;
    return Promise.resolve();
  };
  render(
    <LocaleProvider initial="en">
      <Loaded query={{ data, error, refetch }}>{(text) => <p>{text}</p>}</Loaded>
    </LocaleProvider>,
  );
  return () => asked;
}
const failed = (code: string) => new ApiError(code, '', { status: 500 });

it('says that something comes, shows it, and keeps it when it cannot be read again', () => {
  show(undefined, null);
  screen.getByText('Loading');
  cleanup();
  show('Here', null);
  screen.getByText('Here');
  cleanup();
  show('Here', failed('unavailable'));
  screen.getByText('Here');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says what went wrong; what passes can be tried again, what is not there cannot', () => {
  const asked = show(undefined, failed('unavailable'));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(asked()).toBe(1);
  cleanup();
  show(undefined, failed('not_found'));
  screen.getByRole('alert');
  expect(screen.queryByRole('button')).toBeNull();
});
