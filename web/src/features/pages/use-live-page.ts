import { useCallback, useEffect, useRef } from 'react';
import type { PageView } from '../../../../src/contracts/index.ts';
import { useRefreshOpenPoints, useRefreshPage } from '../../lib/queries.ts';

/** How often an open page is looked at: somebody else may change it, or a program outside. */
export const LOOK_AT_PAGE_MS = 5_000;

interface LivePage {
  /** To be called after a change of one's own, which then is no news. */
  readonly changed: () => void;
  /** To be called when the assistant begins to work and when it is done. */
  readonly working: (isWorking: boolean) => void;
}

/**
 * Keeps the preview on the text as it is: `onMoved` once for each version the page comes to have. What is saved after an
 * answer is seen before the turn that saved it is over: while the assistant works, a version is shown without a word, and is
 * others' only when the turn ends without having changed the page.
 */
export function useLivePage(
  page: Pick<PageView, 'uid' | 'version'>,
  onMoved: (by: 'us' | 'others') => void,
): LivePage {
  const refreshPage = useRefreshPage();
  const refreshOpenPoints = useRefreshOpenPoints();
  const seen = useRef(page.version);
  const isOurs = useRef(false);
  const isWorking = useRef(false);
  const isUnexplained = useRef(false);
  useEffect(() => {
    if (seen.current === page.version) return;
    seen.current = page.version;
    const isNews = !isOurs.current;
    isUnexplained.current = isNews && isWorking.current;
    onMoved(isNews && !isWorking.current ? 'others' : 'us');
    if (isNews) refreshOpenPoints();
    isOurs.current = false;
  }, [onMoved, page.version, refreshOpenPoints]);
  const changed = useCallback(() => {
    isOurs.current = !isUnexplained.current;
    isUnexplained.current = false;
    refreshPage(page.uid);
  }, [page.uid, refreshPage]);
  const working = useCallback(
    (next: boolean) => {
      isWorking.current = next;
      if (next || !isUnexplained.current) return;
      isUnexplained.current = false;
      onMoved('others');
    },
    [onMoved],
  );
  return { changed, working };
}
