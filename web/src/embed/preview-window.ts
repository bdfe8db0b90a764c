import type { ClearHighlightMessage, HighlightMessage } from '../../../src/contracts/index.ts';

export type Mark = Omit<HighlightMessage, 'type' | 'version'>;

export interface PreviewWindow {
  /** Marks this, `null` = nothing. A preview that is loaded anew gets it again. */
  readonly show: (mark: Mark | null) => void;
  readonly close: () => void;
}

/**
 * Speaks to the frame a page names as its preview, by the frame's id: to the origin of the frame's address alone, wherever
 * it has been led since.
 */
export function previewWindow(owner: Document, id: string): PreviewWindow {
  let current: Mark | null = null;
  const post = () => {
    const frame = id === '' ? null : owner.getElementById(id);
    if (!(frame instanceof HTMLIFrameElement) || !URL.canParse(frame.src)) return;
    const { origin } = new URL(frame.src);
    if (origin === 'null') return;
    const message: HighlightMessage | ClearHighlightMessage =
      current === null
        ? { type: 'vouch:clear-highlight', version: 1 }
        : { type: 'vouch:highlight', version: 1, ...current };
    frame.contentWindow?.postMessage(message, origin);
  };
  const loaded = ({ target }: Event) => {
    if (current !== null && target instanceof HTMLIFrameElement && target.id === id) post();
  };
  // A frame's `load` does not bubble; it is seen on the way down.
  owner.addEventListener('load', loaded, true);
  return {
    show: (mark) => {
      current = mark;
      post();
    },
    close: () => {
      owner.removeEventListener('load', loaded, true);
      if (current === null) return;
      current = null;
      post();
    },
  };
}
