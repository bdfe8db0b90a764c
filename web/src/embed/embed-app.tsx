import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { UNSAFE_PortalProvider as PortalProvider } from 'react-aria/PortalProvider';
import { useEffect, useMemo, useState } from 'react';
import type { Locale } from '../../../src/contracts/index.ts';
import { AnnouncerProvider } from '../components/announcer.tsx';
import { ToastProvider } from '../components/toast.tsx';
import { LocaleProvider } from '../lib/i18n.tsx';
import { createQueryClient } from '../lib/queries.ts';
import { reachServer } from '../lib/server-access.ts';
import { EmbedPanel } from './embed-panel.tsx';
import { GuestServer } from './guest-router.tsx';
import { previewWindow } from './preview-window.ts';
import { createTokenAccess, type TokenAccess } from './token-access.ts';

export interface EmbedAppProps {
  /** The element: it tells its page what happens by events. */
  readonly element: HTMLElement;
  /** Where dialogs and menus go: inside the shadow root. */
  readonly overlays: HTMLElement;
  /** Origin of the Vouch server. */
  readonly server: string;
  readonly page: number;
  readonly locale: Locale | null;
  /** Id of the frame that shows the page. */
  readonly preview: string;
}

/** Everything inside the element. Mount anew for another server. */
export function EmbedApp(props: EmbedAppProps) {
  const { element, overlays, server, page, locale, preview } = props;
  const [client] = useState(createQueryClient);
  const [isSignedIn, setSignedIn] = useState(false);
  const [access] = useState(() => accessOf(server, client, setSignedIn));
  useEffect(() => {
    reachServer(access);
    return () => {
      reachServer(null);
    };
  }, [access]);
  const frame = useMemo(() => previewWindow(element.ownerDocument, preview), [element, preview]);
  useEffect(() => frame.close, [frame]);
  return (
    <LocaleProvider isGuest key={locale ?? ''} {...(locale === null ? {} : { initial: locale })}>
      <QueryClientProvider client={client}>
        <GuestServer value={server}>
          <PortalProvider getContainer={() => overlays}>
            <AnnouncerProvider>
              <ToastProvider>
                <EmbedPanel
                  server={server}
                  page={page}
                  isSignedIn={isSignedIn}
                  onToken={(token) => {
                    access.take(token);
                    setSignedIn(true);
                  }}
                  onMark={(mark) => {
                    frame.show(mark);
                    tell(
                      element,
                      mark === null ? 'vouch:clear-highlight' : 'vouch:highlight',
                      mark,
                    );
                  }}
                  onPageChanged={() => {
                    tell(element, 'vouch:page-changed', { page });
                  }}
                />
              </ToastProvider>
            </AnnouncerProvider>
          </PortalProvider>
        </GuestServer>
      </QueryClientProvider>
    </LocaleProvider>
  );
}

/** Without a token nothing that was read stays. */
function accessOf(
  server: string,
  client: QueryClient,
  setSignedIn: (isSignedIn: boolean) => void,
): TokenAccess {
  return createTokenAccess({
    server,
    onLost: () => {
      setSignedIn(false);
      client.clear();
    },
  });
}

function tell(element: HTMLElement, name: string, detail: object | null): void {
  element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
}
