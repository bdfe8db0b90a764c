import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { TourSeriesPage, TourSeriesView } from '../../../../src/contracts/index.ts';
import {
  Badge,
  Button,
  ButtonLink,
  ErrorLine,
  Loaded,
  Note,
  Screen,
} from '../../components/index.ts';
import { languageName } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { stopAdvice } from '../chat/index.ts';
import { tourPageLink } from './page-link.ts';
import { strings } from './strings.ts';
import { TourActs } from './tour-acts.tsx';
import { TourOutcomes } from './tour-outcomes.tsx';
import { tourQueries } from './tour-queries.ts';
import { useTourAction, type TourActing } from './use-tour-action.ts';
import './tours.css';

/** One tour over several pages: its pages in order, and what was done on all of them. */
export function TourScreen() {
  const t = useText(strings);
  const uuid = useParams()['uuid'] ?? '';
  const tour = useQuery({ ...tourQueries.one(uuid), refetchOnMount: 'always' });
  return (
    <Screen
      title={tour.data?.skillName ?? t.title}
      lead={tour.data !== undefined && `${t.bar} · ${t.states[tour.data.state]}`}
      back={{ to: '/tours', label: t.toTours }}
    >
      <Loaded query={tour} lines={8}>
        {(data) => <Tour tour={data} />}
      </Loaded>
    </Screen>
  );
}

function Tour({ tour }: { tour: TourSeriesView }) {
  const t = useText(strings);
  const action = useTourAction(tour.uuid);
  const isOver = tour.state === 'finished' || tour.state === 'stopped';
  return (
    <>
      {tour.state === 'paused' && <PausedNote code={tour.code} />}
      {!isOver && (
        <div className="v-touracts">
          <Current tour={tour} />
          <TourActs tour={tour} action={action} />
        </div>
      )}
      {action.error !== null && <ErrorLine error={action.error} />}
      <section aria-labelledby="tour-pages">
        <h2 className="v-group__title v-tourpages__title" id="tour-pages">
          {t.pages}
        </h2>
        <ol className="v-tourpages v-card">
          {tour.pages.map((page) => (
            <PageLine key={page.position} page={page} isOver={isOver} action={action} />
          ))}
        </ol>
      </section>
      <TourOutcomes tour={tour} />
    </>
  );
}

/** The way to the page the tour is at. */
function Current({ tour }: { tour: TourSeriesView }) {
  const t = useText(strings);
  const current = tour.pages.find(({ state }) => state === 'running');
  if (current === undefined || current.title === null) return null;
  return (
    <ButtonLink variant="primary" icon="play" to={tourPageLink(current)}>
      {t.toPage}
    </ButtonLink>
  );
}

function PausedNote({ code }: { code: string | null }) {
  const t = useText(strings);
  const { locale } = useLocale();
  if (code === null) return <Note icon="clock">{t.pausedHint}</Note>;
  if (code === 'tour_ended') return <Note icon="clock">{t.tourEnded}</Note>;
  const { what, next } = stopAdvice(code, '', locale);
  return (
    <Note tone="warn">
      {t.pausedBy} {what} {next}
    </Note>
  );
}

function PageLine(props: { page: TourSeriesPage; isOver: boolean; action: TourActing }) {
  const { page, isOver, action } = props;
  const t = useText(strings);
  const { locale } = useLocale();
  const { position, title, language, state, code } = page;
  const why = code === null || title === null ? null : stopAdvice(code, '', locale);
  return (
    <li className="v-tourpages__line" aria-current={state === 'running' ? 'step' : undefined}>
      <span className="v-tourpages__name">
        {title === null ? (
          <span className="v-muted">{t.gone}</span>
        ) : (
          <Link to={tourPageLink(page)}>{title}</Link>
        )}
        {language !== null && <span className="v-caption"> {languageName(locale, language)}</span>}
        {why !== null && <span className="v-caption"> {why.what}</span>}
      </span>
      <Badge tone={TONES[state]}>{t.pageStates[state]}</Badge>
      {page.waits && <span className="v-caption">{t.waits}</span>}
      {!isOver && (state === 'failed' || state === 'ended' || state === 'skipped') && (
        <Button
          size="sm"
          onPress={() => {
            action.mutate({ do: 'retry', position });
          }}
        >
          {t.retry}
        </Button>
      )}
      {!isOver && (state === 'queued' || state === 'running') && (
        <Button
          size="sm"
          variant="quiet"
          aria-label={`${t.leaveOut}: ${title ?? t.gone}`}
          onPress={() => {
            action.mutate({ do: 'skip', position });
          }}
        >
          {t.leaveOut}
        </Button>
      )}
    </li>
  );
}

const TONES = {
  queued: 'plain',
  running: 'info',
  done: 'ok',
  skipped: 'plain',
  ended: 'warn',
  failed: 'warn',
} as const;
