import { EmbedTokenMessage, type EmbedToken } from '../../../src/contracts/index.ts';
import { newUuid } from '../lib/uuid.ts';

const FEATURES = 'popup,width=520,height=640';

/**
 * Opens the server's sign-in window and waits for its answer: from that window, from the server's origin, to this question.
 * Everything else that is posted here is ignored. Returns how to stop waiting; `null` = the browser let no window open.
 */
export function askForToken(
  server: string,
  onToken: (token: EmbedToken) => void,
): (() => void) | null {
  const state = newUuid();
  const address = new URL('/embed/sign-in', server);
  address.searchParams.set('origin', window.location.origin);
  address.searchParams.set('state', state);
  const popup = window.open(address, '_blank', FEATURES);
  if (popup === null) return null;
  const hear = (event: MessageEvent<unknown>) => {
    if (event.origin !== server || event.source !== popup) return;
    const message = EmbedTokenMessage.safeParse(event.data);
    if (!message.success || message.data.state !== state) return;
    stop();
    onToken({ token: message.data.token, expiresAtMs: message.data.expiresAtMs });
  };
  const stop = () => {
    window.removeEventListener('message', hear);
  };
  window.addEventListener('message', hear);
  return stop;
}
