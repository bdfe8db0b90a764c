import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { TourSeriesPage, TourSeriesView } from '../../../../src/contracts/index.ts';
import { Button, ButtonLink, ErrorLine, useAnnounce } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { tourPageLink } from './page-link.ts';
import { strings } from './strings.ts';
import { TourActs } from './tour-acts.tsx';
import { tourQueries } from './tour-queries.ts';
import { useTourAction } from './use-tour-action.ts';
import './tours.css';

/** What the bar above a page is about: the active tour, else one that paused on this very page. */
export function tourFor(tours: readonly TourSeriesView[], pageUid: number): TourSeriesView | null {
  const active = tours.find(({ state }) => state === 'active');
  if (active !== undefined) return active;
  const isHere = ({ page, state }: TourSeriesPage) =>
    page === pageUid && ['running', 'ended', 'failed'].includes(state);
  return tours.find(({ state, pages }) => state === 'paused' && pages.some(isHere)) ?? null;
}

/** Where a tour over several pages stands, above the page; it goes along to the next page by itself. */
export function TourBar({ pageUid }: { pageUid: number }) {
  const { data: tours } = useQuery({ ...tourQueries.list(), refetchOnMount: 'always' });
  useFollow(tours, pageUid);
  const tour = tours === undefined ? null : tourFor(tours, pageUid);
  return tour === null ? null : <Bar key={tour.uuid} tour={tour} pageUid={pageUid} />;
}

function Bar({ tour, pageUid }: { tour: TourSeriesView; pageUid: number }) {
  const t = useText(strings);
  const action = useTourAction(tour.uuid);
  const current = tour.pages.find(({ state }) => state === 'running');
  const at = current ?? tour.pages.find(({ page }) => page === pageUid);
  const isHere = current?.page === pageUid;
  const all = tour.pages.length;
  return (
    <section className="v-tourbar" aria-label={t.bar}>
      <span className="v-tourbar__where">
        {isHere || current === undefined ? (
          <b className="v-strong v-num">{t.position(at?.position ?? 1, all)}</b>
        ) : (
          t.now(current.position, all, current.title ?? t.gone)
        )}{' '}
        <span className="v-caption">
          {tour.skillName}
          {tour.state === 'paused' && ` · ${t.states.paused}`}
        </span>
      </span>
      {current !== undefined && !isHere && current.title !== null && (
        <ButtonLink size="sm" to={tourPageLink(current)}>
          {t.goThere}
        </ButtonLink>
      )}
      {isHere && (
        <Button
          size="sm"
          icon="skip"
          isPending={action.isPending && action.variables.do === 'skip'}
          onPress={() => {
            action.mutate({ do: 'skip', position: current.position });
          }}
        >
          {t.skipPage}
        </Button>
      )}
      <TourActs tour={tour} action={action} size="sm" />
      <ButtonLink size="sm" variant="quiet" to={`/tours/${tour.uuid}`}>
        {t.overview}
      </ButtonLink>
      {action.error !== null && <ErrorLine error={action.error} />}
    </section>
  );
}

/** When the tour under way on this page is over, on to the next page, and from the last to the summary. */
function useFollow(tours: readonly TourSeriesView[] | undefined, pageUid: number) {
  const t = useText(strings);
  const navigate = useNavigate();
  const announce = useAnnounce();
  const followed = useRef<string | null>(null);
  useEffect(() => {
    if (tours === undefined) return;
    const here = tours.find(({ pages }) =>
      pages.some(({ state, page }) => state === 'running' && page === pageUid),
    );
    if (here !== undefined) {
      followed.current = here.uuid;
      return;
    }
    const tour = tours.find(({ uuid }) => uuid === followed.current);
    if (tour === undefined) return;
    const next = tour.pages.find(({ state }) => state === 'running');
    if (next !== undefined) {
      followed.current = null;
      announce(t.nextPage(next.position, tour.pages.length, next.title ?? ''));
      void navigate(tourPageLink(next));
    } else if (tour.state === 'finished' || tour.state === 'stopped') {
      followed.current = null;
      void navigate(`/tours/${tour.uuid}`);
    }
  }, [announce, navigate, pageUid, t, tours]);
}
