import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** This near to the end, in pixels, counts as being there. */
const NEAR = 48;

export interface StickToEnd {
  readonly region: RefObject<HTMLDivElement | null>;
  readonly isAtEnd: boolean;
  readonly toEnd: () => void;
}

/**
 * Follows a growing conversation, but only for a reader who is at its end already. A new card (another `cardDigest`)
 * that is taller than the region is shown from its beginning: its answers stay in view by themselves. So is the summary
 * a tour ends with. A reader who has not moved since is still followed.
 */
export function useStickToEnd(cardDigest: string | null): StickToEnd {
  const region = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  /** Where the last placing left the region; null before. */
  const placedAt = useRef<number | null>(null);
  const [isAtEnd, setAtEnd] = useState(true);

  const settle = useCallback(() => {
    const element = region.current;
    if (element === null) return;
    const shown =
      element.querySelector<HTMLElement>('[data-waiting-card]') ?? closingSummary(element);
    const isTall = shown !== null && shown.offsetHeight > element.clientHeight - NEAR;
    element.scrollTop = isTall ? shown.offsetTop - 12 : element.scrollHeight;
    placedAt.current = element.scrollTop;
  }, []);

  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    const onScroll = () => {
      const distance = element.scrollHeight - element.scrollTop - element.clientHeight;
      const card = element.querySelector<HTMLElement>('[data-waiting-card]');
      const seesCard =
        card !== null && card.offsetTop < element.scrollTop + element.clientHeight - NEAR;
      follows.current = distance < NEAR || element.scrollTop === placedAt.current;
      setAtEnd(distance < NEAR || seesCard);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    // The region shrinks when the menu opens below it, and its content grows while text arrives.
    const observer = new ResizeObserver(() => {
      if (follows.current) settle();
      onScroll();
    });
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    const children = new MutationObserver(() => {
      for (const child of element.children) observer.observe(child);
    });
    children.observe(element, { childList: true });
    return () => {
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
      children.disconnect();
    };
  }, [settle]);

  useLayoutEffect(() => {
    if (follows.current) settle();
  }, [cardDigest, settle]);

  return {
    region,
    isAtEnd,
    toEnd: useCallback(() => {
      follows.current = true;
      settle();
      setAtEnd(true);
    }, [settle]),
  };
}

/** The summary of a tour, as long as nothing was said after it. */
function closingSummary(region: HTMLElement): HTMLElement | null {
  return region.querySelector<HTMLElement>('[data-tour-summary]:last-child');
}
