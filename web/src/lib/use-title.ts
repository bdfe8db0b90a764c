import { useEffect } from 'react';

/** The document's title: "About us – Vouch". */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Vouch`;
    return () => {
      document.title = 'Vouch';
    };
  }, [title]);
}
