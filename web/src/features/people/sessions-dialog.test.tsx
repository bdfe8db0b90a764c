import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { SessionView } from '../../../../src/contracts/index.ts';
import { SessionTable } from './sessions-dialog.tsx';

afterEach(cleanup);

const HOUR = 3_600_000;

it('the session one reads it in is used now, whenever that was last written down', () => {
  const usedAtMs = Date.now() - 5 * HOUR;
  const session = (id: string, isCurrent: boolean): SessionView => ({
    ...{ id, isCurrent, usedAtMs, signedInAtMs: usedAtMs, expiresAtMs: usedAtMs },
    ...{ address: '', userAgent: '' },
  });
  render(<SessionTable sessions={[session('here', true), session('there', false)]} />);
  const [, here, there] = screen.getAllByRole('row');
  expect(within(here ?? document.body).getByText('now')).toBeTruthy();
  expect(within(there ?? document.body).getByText('5 hours ago')).toBeTruthy();
});
