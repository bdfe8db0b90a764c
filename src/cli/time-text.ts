/** A time as commands print it, to the second, UTC. */
export function timeText(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replace('T', ' ');
}
