import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ToolName } from './tool-name.tsx';

afterEach(cleanup);

it('breaks after underscores alone, and is copied and found as one word', () => {
  const { container } = render(<ToolName name="read_page__with_links_" />);
  expect(container.textContent).toBe('read_page__with_links_');
  expect(screen.getByText('read_page__with_links_').innerHTML).toBe(
    'read_<wbr>page__<wbr>with_<wbr>links_',
  );
});
