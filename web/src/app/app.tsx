import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { AnnouncerProvider, ToastProvider } from '../components/index.ts';
import { LocaleProvider } from '../lib/i18n.tsx';
import { createQueryClient } from '../lib/queries.ts';
import { ThemeProvider } from '../lib/theme.tsx';
import { createRouter } from './router.tsx';

export function App() {
  const [client] = useState(createQueryClient);
  const [router] = useState(createRouter);
  return (
    <ThemeProvider>
      <LocaleProvider>
        <QueryClientProvider client={client}>
          <AnnouncerProvider>
            <ToastProvider>
              <RouterProvider router={router} />
            </ToastProvider>
          </AnnouncerProvider>
        </QueryClientProvider>
      </LocaleProvider>
    </ThemeProvider>
  );
}
