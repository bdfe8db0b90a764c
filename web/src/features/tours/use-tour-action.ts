import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { TourSeriesView } from '../../../../src/contracts/index.ts';
import { tourApi, tourQueries, type TourAction, type TourPageAction } from './tour-queries.ts';

export type TourStep =
  { readonly do: TourAction } | { readonly do: TourPageAction; readonly position: number };

/** Puts a tour as the server answered with it where every screen finds it. */
export function useTakeInTour(): (tour: TourSeriesView) => void {
  const client = useQueryClient();
  return (tour) => {
    client.setQueryData(tourQueries.one(tour.uuid).queryKey, tour);
    void client.invalidateQueries({ queryKey: tourQueries.list().queryKey, exact: true });
    // The next page's conversation is new.
    void client.invalidateQueries({ queryKey: ['conversations'] });
  };
}

/** One action on a tour; what came of it is shown at once. */
export function useTourAction(uuid: string) {
  const client = useQueryClient();
  const takeIn = useTakeInTour();
  return useMutation({
    mutationFn: (step: TourStep) =>
      step.do === 'skip' || step.do === 'retry'
        ? tourApi.actOnPage(uuid, step.do, step.position)
        : tourApi.act(uuid, step.do),
    onSuccess: takeIn,
    // It is not as it was shown: what it is now is the answer.
    onError: () => void client.invalidateQueries({ queryKey: tourQueries.list().queryKey }),
  });
}

export type TourActing = ReturnType<typeof useTourAction>;

/** A card was answered or a tour ended by hand: the server takes it over at once, and the bar shows it. */
export function useLookAtTours(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    const { queryKey } = tourQueries.list();
    const active = client.getQueryData(queryKey)?.find(({ state }) => state === 'active');
    if (active === undefined) return;
    void tourApi
      .act(active.uuid, 'look')
      .catch(() => null)
      .then(() => client.invalidateQueries({ queryKey, exact: true }));
  }, [client]);
}
