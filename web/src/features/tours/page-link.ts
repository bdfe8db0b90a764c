import type { TourSeriesPage } from '../../../../src/contracts/index.ts';

/** The page with the conversation of its tour, whatever else was talked about there since. */
export function tourPageLink({ page, conversationUuid }: TourSeriesPage): string {
  const path = `/pages/${String(page)}`;
  return conversationUuid === null ? path : `${path}?conversation=${conversationUuid}`;
}
