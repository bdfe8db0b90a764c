import { useQuery } from '@tanstack/react-query';
import type { Locale, OpenPointView } from '../../../../src/contracts/index.ts';
import { queries } from '../../lib/queries.ts';
import type { PagePoints } from './by-page.ts';

/** Where it is, and which one that is: "Image 2, Alternative text". */
export function placeOf({ place }: Pick<OpenPointView, 'place'>, locale: Locale): string {
  const number = place.number === null ? '' : ` ${String(place.number)}`;
  const record = `${place.record[locale]}${number}`;
  return place.field === null ? record : `${record}, ${place.field[locale]}`;
}

/** What the process is called; its command where it may not be started any more. */
export function useProcessName(group: Pick<PagePoints, 'skillUid' | 'skillIdentifier'>): string {
  const { data: catalogue } = useQuery(queries.catalogue(null));
  const process = catalogue?.find(({ uid }) => uid === group.skillUid);
  return process?.name ?? `/${group.skillIdentifier}`;
}
