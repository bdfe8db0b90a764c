import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds, kept up to date. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => {
        list.removeEventListener('change', changed);
      };
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** One thing at a time: phones, and windows zoomed in far. */
export const NARROW = '(max-width: 56.25rem)';
/** Page and assistant side by side, the list of pages behind a button. */
export const MEDIUM = '(max-width: 75rem)';
