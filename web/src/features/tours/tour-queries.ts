import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { TourSeriesView, type CreateTourSeries } from '../../../../src/contracts/index.ts';
import { requestAs } from '../../lib/request.ts';

const one = (uuid: string) => `/api/tours/${encodeURIComponent(uuid)}`;
const post = (path: string, body: unknown = {}) =>
  requestAs(TourSeriesView, path, { method: 'POST', body });

export type TourAction = 'look' | 'pause' | 'resume' | 'stop';
export type TourPageAction = 'skip' | 'retry';

/** What the server offers for tours over several pages. All of them throw `ApiError`. */
export const tourApi = {
  create: (body: CreateTourSeries) =>
    requestAs(TourSeriesView, '/api/tours', { method: 'POST', body, once: true }),
  act: (uuid: string, action: TourAction) => post(`${one(uuid)}/${action}`),
  actOnPage: (uuid: string, action: TourPageAction, position: number) =>
    post(`${one(uuid)}/${action}`, { position }),
};

/** While the assistant is at work. */
const WORKING_MS = 2_000;
/** While a card waits, or nothing goes on: somebody may act in another tab. */
const WAITING_MS = 15_000;

/** How soon to look again at these tours; never, when none is active. */
export function lookAgainMs(tours: readonly TourSeriesView[]): number | false {
  const active = tours.find(({ state }) => state === 'active');
  if (active === undefined) return false;
  return active.pages.some(({ waits }) => waits) ? WAITING_MS : WORKING_MS;
}

export const tourQueries = {
  list: () =>
    queryOptions({
      queryKey: ['tours'],
      queryFn: ({ signal }) => requestAs(z.array(TourSeriesView), '/api/tours', { signal }),
      refetchInterval: ({ state }) => lookAgainMs(state.data ?? []),
    }),
  one: (uuid: string) =>
    queryOptions({
      queryKey: ['tours', uuid],
      queryFn: ({ signal }) => requestAs(TourSeriesView, one(uuid), { signal }),
      refetchInterval: ({ state }) => lookAgainMs(state.data === undefined ? [] : [state.data]),
    }),
};
