import encodeQR from 'qr';
import { useMemo } from 'react';

/** Modules left white around it, so that a camera finds its edge. */
const MARGIN = 4;

/** A text as a QR code: one path in an SVG, dark on white whatever the colours of the screen. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => pathOf(text), [text]);
  return (
    <svg
      className="v-people__qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${String(size)} ${String(size)}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The dark modules, each a square of one. */
function pathOf(text: string): { readonly size: number; readonly path: string } {
  const rows = encodeQR(text, 'raw', { border: MARGIN });
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${String(x)} ${String(y)}h1v1h-1z`] : [])),
  );
  return { size: rows.length, path: squares.join('') };
}
