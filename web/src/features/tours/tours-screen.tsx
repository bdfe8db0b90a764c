import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { TourSeriesView } from '../../../../src/contracts/index.ts';
import {
  Badge,
  ButtonLink,
  EmptyState,
  ErrorState,
  Loading,
  Time,
} from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { useTitle } from '../../lib/use-title.ts';
import { strings } from './strings.ts';
import { tourQueries } from './tour-queries.ts';
import './tours.css';

/** One's tours over several pages, the newest first: the way back to one that was left. */
export function ToursScreen() {
  const t = useText(strings);
  useTitle(t.title);
  const tours = useQuery({ ...tourQueries.list(), refetchOnMount: 'always' });
  return (
    <main className="v-main" id="content" tabIndex={-1}>
      <div className="v-page">
        <header className="v-page__head">
          <div>
            <h1 className="v-title">{t.title}</h1>
            <p className="v-muted">{t.intro}</p>
          </div>
          <ButtonLink variant="primary" icon="plus" to="/tours/new">
            {t.new}
          </ButtonLink>
        </header>
        {tours.isPending && <Loading lines={5} />}
        {tours.data === undefined && tours.error !== null && (
          <ErrorState error={tours.error} onRetry={() => void tours.refetch()} />
        )}
        {tours.data?.length === 0 && (
          <EmptyState title={t.none} icon="play">
            {t.noneHint}
          </EmptyState>
        )}
        <ul className="v-tours">
          {tours.data?.map((tour) => (
            <TourLine key={tour.uuid} tour={tour} />
          ))}
        </ul>
      </div>
    </main>
  );
}

function TourLine({ tour }: { tour: TourSeriesView }) {
  const t = useText(strings);
  const over = tour.pages.filter(({ state }) => state !== 'queued' && state !== 'running').length;
  return (
    <li className="v-card v-tours__line">
      <h2 className="v-group__title">
        <Link to={`/tours/${tour.uuid}`}>{tour.skillName}</Link>
      </h2>
      <Badge tone={tour.state === 'active' ? 'info' : 'plain'}>{t.states[tour.state]}</Badge>
      <span className="v-caption">
        {t.pagesDone(over, tour.pages.length)} · <Time atMs={tour.createdAtMs} form="relative" />
      </span>
    </li>
  );
}
