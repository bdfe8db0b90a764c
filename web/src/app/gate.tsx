import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from 'react-router';
import { ErrorState } from '../components/index.ts';
import { queries } from '../lib/queries.ts';
import { Splash } from './splash.tsx';

/** Lets signed-in people pass and sends everyone else to the sign-in page, which brings them back. */
export function Gate() {
  const { data: me, error, isPending, refetch } = useQuery(queries.me());
  const { pathname, search } = useLocation();
  if (isPending) {
    return <Splash />;
  }
  if (me === undefined) {
    return (
      <main className="v-splash">
        <ErrorState error={error} onRetry={() => void refetch()} />
      </main>
    );
  }
  if (me === null) {
    const next = pathname === '/' ? '' : `?next=${encodeURIComponent(pathname + search)}`;
    return <Navigate to={`/sign-in${next}`} replace />;
  }
  return <Outlet />;
}
