import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** What a click on one of our own buttons hands over with the address: it was asked for, and begins at once. */
export interface StartState {
  readonly start: number;
}

export interface AskedStart {
  /** A process a person asked for by a button; begins at once. */
  readonly started: number | null;
  /** A process that a link asks for (`?start=`): it needs one click first. */
  readonly asked: number | null;
  /** Forgets both, so that a reload does not start it again. */
  readonly forget: () => void;
  /** The person said yes to what the link asks for. */
  readonly confirm: (uid: number) => void;
}

/** Which process this page was opened for, and who wanted it: a link alone never starts one. */
export function useStart(): AskedStart {
  const [search] = useSearchParams();
  const location = useLocation();
  const { pathname } = location;
  const state: unknown = location.state;
  const navigate = useNavigate();
  const go = useCallback(
    (next: StartState | null) => {
      const rest = new URLSearchParams(search);
      rest.delete('start');
      const query = rest.toString();
      void navigate(query === '' ? pathname : `${pathname}?${query}`, {
        replace: true,
        state: next,
      });
    },
    [navigate, pathname, search],
  );
  return {
    started: startOf(state),
    asked: uidOf(search.get('start')),
    forget: useCallback(() => {
      go(null);
    }, [go]),
    confirm: useCallback(
      (uid) => {
        go({ start: uid });
      },
      [go],
    ),
  };
}

function startOf(state: unknown): number | null {
  if (typeof state !== 'object' || state === null || !('start' in state)) return null;
  return typeof state.start === 'number' ? state.start : null;
}

function uidOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
}
