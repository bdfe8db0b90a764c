import { useCallback, useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import {
  OpenPageMessage,
  type ClearHighlightMessage,
  type HighlightMessage,
} from '../../../../src/contracts/index.ts';

/** What to mark: an element of the page, a sentence in it, and the number of the point. */
export type Mark = Omit<HighlightMessage, 'type' | 'version'>;

export interface PageFrameHandle {
  /** Scrolls to an element and marks it. The same mark is posted once; a reloaded page gets it again. */
  highlight: (mark: Mark) => void;
  /** Takes the mark away. */
  clear: () => void;
  /** Fetches the page again, and keeps where it was scrolled to and what was marked. */
  reload: () => void;
}

interface PageFrameProps {
  uid: number;
  /** Read aloud as the frame's name. */
  title: string;
  /** Where previews come from, and the only address the mark is posted to. Default: our own origin. */
  origin?: string;
  /** A reader followed a link within the site; the address as it is written on the page. */
  onOpenPage?: (href: string) => void;
  ref?: Ref<PageFrameHandle>;
}

/** The rendered page, as its readers see it. Nothing of ours styles it; only the mark is added, by the page's own script. */
export function PageFrame(props: PageFrameProps) {
  const { uid, title, origin = location.origin, onOpenPage, ref } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const mark = useRef<Mark | null>(null);
  const posted = useRef('');
  const isLoaded = useRef(false);
  const scrollTop = useRef(0);
  const [generation, setGeneration] = useState(0);

  const post = useCallback(() => {
    const target = frame.current?.contentWindow;
    if (target == null || !isLoaded.current) return;
    const key = mark.current === null ? '' : JSON.stringify(mark.current);
    if (key === posted.current) return;
    posted.current = key;
    const message: HighlightMessage | ClearHighlightMessage =
      mark.current === null
        ? { type: 'vouch:clear-highlight', version: 1 }
        : { type: 'vouch:highlight', version: 1, ...mark.current };
    target.postMessage(message, origin);
  }, [origin]);

  useImperativeHandle(
    ref,
    () => ({
      highlight: (next) => {
        mark.current = next;
        post();
      },
      clear: () => {
        mark.current = null;
        post();
      },
      reload: () => {
        scrollTop.current = scrolledTo(frame.current);
        isLoaded.current = false;
        posted.current = '';
        if (!reloadInPlace(frame.current)) setGeneration((count) => count + 1);
      },
    }),
    [post],
  );

  // Only the frame itself is listened to, only from where previews come, and only about the page it shows.
  useEffect(() => {
    const hear = (event: MessageEvent) => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
      const message = OpenPageMessage.safeParse(event.data);
      if (message.success && message.data.page === uid) onOpenPage?.(message.data.href);
    };
    window.addEventListener('message', hear);
    return () => {
      window.removeEventListener('message', hear);
    };
  }, [onOpenPage, origin, uid]);

  // Another page has its own marks, and starts at its top.
  useEffect(
    () => () => {
      mark.current = null;
      posted.current = '';
      isLoaded.current = false;
      scrollTop.current = 0;
    },
    [uid],
  );

  return (
    <iframe
      key={`${String(uid)}:${String(generation)}`}
      ref={frame}
      className="v-frame"
      src={new URL(`/preview/${String(uid)}`, origin).href}
      title={title}
      sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      onLoad={() => {
        isLoaded.current = true;
        if (scrollTop.current > 0) frame.current?.contentWindow?.scrollTo(0, scrollTop.current);
        post();
      }}
    />
  );
}

/** Reloads without showing an empty frame in between; says no where the frame is of another origin and may not be told. */
function reloadInPlace(frame: HTMLIFrameElement | null): boolean {
  try {
    const target = frame?.contentWindow;
    if (target == null) return false;
    target.location.reload();
    return true;
  } catch {
    return false;
  }
}

/** How far the page is scrolled; zero where the frame is of another origin and does not tell. */
function scrolledTo(frame: HTMLIFrameElement | null): number {
  try {
    return frame?.contentWindow?.scrollY ?? 0;
  } catch {
    return 0;
  }
}
