import type { ReactNode } from 'react';
import { hasCode } from '../lib/api-error.ts';
import { ErrorState, Loading } from './states.tsx';

export interface LoadedProps<T> {
  /** As `useQuery` gives it. */
  query: {
    readonly data: T | undefined;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  /** Grey lines where the answer will be. */
  lines?: number;
  /** Read aloud meanwhile; default "Loading". */
  label?: string;
  children: (data: T) => ReactNode;
}

/** What was asked for once it is there; until then that it comes, or what went wrong. An answer stays while it is asked for anew. */
export function Loaded<T>({ query, lines = 6, label, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  return query.error === null ? (
    <Loading lines={lines} {...(label === undefined ? {} : { label })} />
  ) : (
    <ErrorState
      error={query.error}
      // What is not there does not come by asking again.
      {...(hasCode(query.error, 'not_found') ? {} : { onRetry: () => void query.refetch() })}
    />
  );
}
