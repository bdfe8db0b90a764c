import { useCallback, useEffect, useRef } from 'react';
import type { PageView } from '../../../../src/contracts/index.ts';
import { useRefreshOpenPoints, useRefreshPage } from '../../lib/queries.ts';

/** How often an open page is looked at: somebody else may change it, or a program outside. */
export const LOOK_AT_PAGE_MS = 5_000;

/**
 * Keeps the preview on the text as it is: `onMoved` once for each version the page comes to have. Returns what to call after
 * a change of one's own, which is then no news.
 */
export function useLivePage(
  page: Pick<PageView, 'uid' | 'version'>,
  onMoved: (by: 'us' | 'others') => void,
): () => void {
  const refreshPage = useRefreshPage();
  const refreshOpenPoints = useRefreshOpenPoints();
  const seen = useRef(page.version);
  const isOurs = useRef(false);
  useEffect(() => {
    if (seen.current === page.version) return;
    seen.current = page.version;
    onMoved(isOurs.current ? 'us' : 'others');
    if (!isOurs.current) refreshOpenPoints();
    isOurs.current = false;
  }, [onMoved, page.version, refreshOpenPoints]);
  return useCallback(() => {
    isOurs.current = true;
    refreshPage(page.uid);
  }, [page.uid, refreshPage]);
}
