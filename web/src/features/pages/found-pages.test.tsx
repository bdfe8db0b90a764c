import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import type { PageHit, SiteView } from '../../../../src/contracts/index.ts';
import { ToastProvider } from '../../components/index.ts';
import { LocaleProvider } from '../../lib/i18n.tsx';
import { PageNav } from './page-nav.tsx';

const page = (uid: number, title: string) => ({
  uid,
  path: `p${String(uid)}.md`,
  title,
  language: 'en',
  hidden: false,
  readOnly: null,
  openPoints: 0,
  children: [],
});

const site: SiteView = {
  name: 'Site',
  profile: 'plain',
  languages: ['en'],
  defaultLanguage: 'en',
  pageCount: 3,
  leftOut: [],
  roots: [page(1, 'Harbour'), page(2, 'Ships'), page(3, 'Fish')],
};
const hit: PageHit = {
  page: 2,
  path: 'p2.md',
  title: 'Ships',
  language: 'en',
  where: 'text',
  element: 21,
  excerpt: 'They lie in the harbour.',
};

function Place() {
  const { pathname, hash } = useLocation();
  return <p data-testid="place">{pathname + hash}</p>;
}

/** The list of pages beside a server that finds this for "harb", and for every other word nothing. */
function open(hits: readonly PageHit[], unread = 0) {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 60_000 } },
  });
  client.setQueryData(['search', 'harb'], { hits, unread });
  client.setQueryData(['search', 'none'], { hits: [], unread });
  render(
    <LocaleProvider initial="en">
      <QueryClientProvider client={client}>
        <ToastProvider>
          <MemoryRouter initialEntries={['/pages/3']}>
            <Routes>
              <Route
                path="*"
                element={
                  <>
                    <PageNav site={site} current={3} />
                    <Place />
                  </>
                }
              />
            </Routes>
          </MemoryRouter>
        </ToastProvider>
      </QueryClientProvider>
    </LocaleProvider>,
  );
  const field = document.querySelector('input');
  if (field === null) throw new Error('no field');
  const rows = () => [...document.querySelectorAll<HTMLElement>('[data-found]')];
  const type = (value: string) => {
    fireEvent.change(field, { target: { value } });
  };
  return { field, rows, type };
}

describe('the search of the page list', () => {
  afterEach(cleanup);

  it('shows titles and then texts with their excerpt; arrow keys go through them and back', async () => {
    const { field, rows, type } = open([hit]);
    type('harb');
    await screen.findByText('In the text');
    const [title, text] = rows();
    if (title === undefined || text === undefined) throw new Error('no rows');
    expect(title.textContent).toBe('Harbourp1.md');
    expect(text.textContent).toBe('ShipsThey lie in the harbour.p2.md');
    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
      'Harbour',
      'harbour',
    ]);
    screen.getByText('Found by title: 1, in the text: 1');
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? field, { key });
    field.focus();
    press('ArrowDown');
    expect(document.activeElement).toBe(title);
    press('ArrowDown');
    expect(document.activeElement).toBe(text);
    press('ArrowDown');
    expect(document.activeElement).toBe(text);
    press('ArrowUp');
    press('ArrowUp');
    expect(document.activeElement).toBe(field);
    press('Enter');
    expect(screen.getByTestId('place').textContent).toBe('/pages/1');
    fireEvent.click(text);
    expect(screen.getByTestId('place').textContent).toBe('/pages/2#element-content-21');
  });

  it('says that nothing was found, and shows all pages again', async () => {
    const { field, type } = open([]);
    type('none');
    await screen.findByText('No page matches');
    fireEvent.click(screen.getByText('Show all pages'));
    expect(field).toHaveProperty('value', '');
    expect(document.querySelector('[role=treegrid]')).not.toBeNull();
  });

  it('says how many files could not be searched, also where nothing was found', async () => {
    const { type } = open([hit], 2);
    type('harb');
    await screen.findByText('2 files or folders could not be read and were not searched.');
    type('none');
    await screen.findByText(/other words\. 2 files or folders could not be read/);
  });
});
