import { useEffect, useState } from 'react';
import { serverAccess } from '../../lib/server-access.ts';

/**
 * What a picture's `src` is: the route itself, or, in a page of another origin, where only a request with a token gets it, what
 * that request brought. `null` until it is there, and when it is gone.
 */
export function useImageSource(path: string): string | null {
  const isOwn = serverAccess().isOwnOrigin;
  const [brought, setBrought] = useState<string | null>(null);
  useEffect(() => {
    if (isOwn) return;
    const ended = new AbortController();
    let address: string | null = null;
    const bring = async () => {
      const answer = await serverAccess().fetch(path, { signal: ended.signal });
      if (!answer.ok) return;
      const picture = await answer.blob();
      if (ended.signal.aborted) return;
      address = URL.createObjectURL(picture);
      setBrought(address);
    };
    // Without an answer the name stands there alone.
    bring().catch(() => undefined);
    return () => {
      ended.abort();
      if (address !== null) URL.revokeObjectURL(address);
    };
  }, [path, isOwn]);
  return isOwn ? path : brought;
}
