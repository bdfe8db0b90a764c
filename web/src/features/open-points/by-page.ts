import type { OpenPointView } from '../../../../src/contracts/index.ts';

/** The open points of one page that one process recorded: what starting it there offers again. */
export interface PagePoints {
  readonly page: number;
  readonly pageTitle: string;
  readonly language: string;
  readonly skillUid: number;
  readonly skillIdentifier: string;
  readonly points: readonly OpenPointView[];
}

/** Together by page and process, in the order the first of each comes (the server's: newest first). */
export function byPage(points: readonly OpenPointView[]): PagePoints[] {
  const groups = new Map<string, PagePoints & { points: OpenPointView[] }>();
  for (const point of points) {
    const key = `${String(point.page)}:${String(point.skillUid)}`;
    const { page, pageTitle, language, skillUid, skillIdentifier } = point;
    const group = groups.get(key) ?? {
      page,
      pageTitle,
      language,
      skillUid,
      skillIdentifier,
      points: [],
    };
    group.points.push(point);
    groups.set(key, group);
  }
  return [...groups.values()];
}
