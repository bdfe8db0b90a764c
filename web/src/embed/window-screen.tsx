import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { ErrorState, Loading } from '../components/index.ts';
import { ChatPanel } from '../features/chat/index.ts';
import { useText } from '../lib/i18n.tsx';
import { queries } from '../lib/queries.ts';
import { useTitle } from '../lib/use-title.ts';
import { embedWords } from './words.ts';

/** The assistant in a window of its own, of the server's origin: its session is the cookie's, and no window is told anything. */
export function WindowScreen() {
  const t = useText(embedWords);
  const [search] = useSearchParams();
  const uid = Number(search.get('page'));
  const page = useQuery({ ...queries.page(uid), enabled: Number.isSafeInteger(uid) });
  useTitle(page.data?.title ?? t.assistant);
  return (
    <main className="v-embed-window" id="content" tabIndex={-1}>
      {page.data !== undefined ? (
        <ChatPanel page={page.data} />
      ) : page.error !== null ? (
        <ErrorState error={page.error} onRetry={() => void page.refetch()} />
      ) : (
        <Loading lines={6} />
      )}
    </main>
  );
}
