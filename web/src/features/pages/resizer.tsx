import { useCallback, useState, type KeyboardEvent, type PointerEvent } from 'react';

const KEY = 'vouch.chat-width';
const STEP_PX = 24;

export interface PanelWidth {
  widthPx: number;
  setWidthPx: (widthPx: number) => void;
}

export const CHAT_WIDTH = { least: 340, usual: 472, most: 760 } as const;

const within = (widthPx: number) =>
  Math.round(Math.min(CHAT_WIDTH.most, Math.max(CHAT_WIDTH.least, widthPx)));

/** The width the reader gave the assistant, kept between visits. */
export function usePanelWidth(): PanelWidth {
  const [widthPx, setState] = useState(() => {
    const stored = Number(localStorage.getItem(KEY));
    return stored > 0 ? within(stored) : CHAT_WIDTH.usual;
  });
  const setWidthPx = useCallback((next: number) => {
    localStorage.setItem(KEY, String(within(next)));
    setState(within(next));
  }, []);
  return { widthPx, setWidthPx };
}

/** The line between page and assistant: dragged, or moved with the arrow keys; a double click takes it back. */
export function Resizer({ label, widthPx, setWidthPx }: PanelWidth & { label: string }) {
  const [isDragging, setDragging] = useState(false);
  const keys: Readonly<Record<string, number>> = {
    ArrowLeft: widthPx + STEP_PX,
    ArrowRight: widthPx - STEP_PX,
    Home: CHAT_WIDTH.most,
    End: CHAT_WIDTH.least,
  };
  return (
    <div
      className="v-resizer"
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={widthPx}
      aria-valuemin={CHAT_WIDTH.least}
      aria-valuemax={CHAT_WIDTH.most}
      tabIndex={0}
      data-dragging={isDragging || undefined}
      onKeyDown={(event: KeyboardEvent) => {
        const next = keys[event.key];
        if (next === undefined) return;
        event.preventDefault();
        setWidthPx(next);
      }}
      onDoubleClick={() => {
        setWidthPx(CHAT_WIDTH.usual);
      }}
      onPointerDown={(event: PointerEvent) => {
        // Captured, so that the page's frame does not swallow the movement.
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragging(true);
      }}
      onPointerMove={(event: PointerEvent) => {
        if (isDragging) setWidthPx(window.innerWidth - event.clientX);
      }}
      onPointerUp={() => {
        setDragging(false);
      }}
      onPointerCancel={() => {
        setDragging(false);
      }}
    />
  );
}
