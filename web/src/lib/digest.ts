/** A version's digest as people see it: the scheme and the first eight hex digits, `1:3fa9c1d2`. */
export function shortDigest(digest: string): string {
  const colon = digest.indexOf(':');
  return digest.slice(0, colon + 9);
}

/** Centre, and radius at which every stroke of the stamp's edge begins, in a 120-unit square. */
const CENTRE = 60;
const OUTER = 58.6;

const round = (value: number) => String(Math.round(value * 10) / 10);

/**
 * The edge of the stamp: one stroke a hex digit, clockwise from twelve, 1.6 + 0.3 × digit long, so that two versions
 * never look alike. An SVG path for a 120-unit square.
 */
export function stampEdge(digest: string): string {
  const hex = digest.slice(digest.indexOf(':') + 1);
  return Array.from(hex, (digit, index) => {
    const angle = (index / hex.length) * 2 * Math.PI;
    const inner = OUTER - 1.6 - 0.3 * Number.parseInt(digit, 16);
    const point = (radius: number) =>
      `${round(CENTRE + radius * Math.sin(angle))} ${round(CENTRE - radius * Math.cos(angle))}`;
    return `M${point(OUTER)} ${point(inner)}`;
  }).join('');
}
