import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { TourSeriesView } from '../../../../src/contracts/index.ts';
import { Badge, ButtonLink, EmptyState, Loaded, Screen, Time } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { strings } from './strings.ts';
import { tourQueries } from './tour-queries.ts';
import './tours.css';

/** One's tours over several pages, the newest first: the way back to one that was left. */
export function ToursScreen() {
  const t = useText(strings);
  const tours = useQuery({ ...tourQueries.list(), refetchOnMount: 'always' });
  return (
    <Screen
      title={t.title}
      lead={t.intro}
      acts={
        <ButtonLink variant="primary" icon="plus" to="/tours/new">
          {t.new}
        </ButtonLink>
      }
    >
      <Loaded query={tours} lines={5}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t.none} icon="play">
              {t.noneHint}
            </EmptyState>
          ) : (
            <ul className="v-tours">
              {all.map((tour) => (
                <TourLine key={tour.uuid} tour={tour} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Screen>
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
