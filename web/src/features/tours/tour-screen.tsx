import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { TourSeriesPage, TourSeriesView } from '../../../../src/contracts/index.ts';
import {
  Badge,
  Button,
  ButtonLink,
  ErrorLine,
  ErrorState,
  Loading,
  Note,
} from '../../components/index.ts';
import { hasCode } from '../../lib/api-error.ts';
import { languageName } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { useTitle } from '../../lib/use-title.ts';
import { stopAdvice } from '../chat/index.ts';
import { tourPageLink } from './page-link.ts';
import { StopDialog } from './stop-dialog.tsx';
import { strings } from './strings.ts';
import { TourOutcomes } from './tour-outcomes.tsx';
import { tourQueries } from './tour-queries.ts';
import { useTourAction } from './use-tour-action.ts';
import './tours.css';

/** One tour over several pages: its pages in order, and what was done on all of them. */
export function TourScreen() {
  const t = useText(strings);
  const uuid = useParams()['uuid'] ?? '';
  const tour = useQuery({ ...tourQueries.one(uuid), refetchOnMount: 'always' });
  useTitle(tour.data?.skillName ?? t.title);
  return (
    <main className="v-main" id="content" tabIndex={-1}>
      <div className="v-page">
        {tour.data !== undefined ? (
          <Tour tour={tour.data} />
        ) : tour.error === null ? (
          <Loading lines={8} />
        ) : (
          <ErrorState
            error={tour.error}
            {...(!hasCode(tour.error, 'not_found') && { onRetry: () => void tour.refetch() })}
          />
        )}
      </div>
    </main>
  );
}

function Tour({ tour }: { tour: TourSeriesView }) {
  const t = useText(strings);
  const action = useTourAction(tour.uuid);
  const isOver = tour.state === 'finished' || tour.state === 'stopped';
  return (
    <>
      <header className="v-page__head">
        <div>
          <h1 className="v-title">{tour.skillName}</h1>
          <p className="v-muted">
            {t.bar} · {t.states[tour.state]}
          </p>
        </div>
        <ButtonLink variant="quiet" to="/tours">
          {t.toTours}
        </ButtonLink>
      </header>
      {tour.state === 'paused' && <PausedNote code={tour.code} />}
      {!isOver && <Acts tour={tour} action={action} />}
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

type Action = ReturnType<typeof useTourAction>;

function Acts({ tour, action }: { tour: TourSeriesView; action: Action }) {
  const t = useText(strings);
  const [asksStop, setAsksStop] = useState(false);
  const current = tour.pages.find(({ state }) => state === 'running');
  return (
    <div className="v-touracts">
      {current !== undefined && current.title !== null && (
        <ButtonLink variant="primary" icon="play" to={tourPageLink(current)}>
          {t.toPage}
        </ButtonLink>
      )}
      {tour.state === 'paused' ? (
        <Button
          {...(current === undefined ? { variant: 'primary' as const } : {})}
          icon="play"
          isPending={action.isPending && action.variables.do === 'resume'}
          onPress={() => {
            action.mutate({ do: 'resume' });
          }}
        >
          {t.resume}
        </Button>
      ) : (
        <Button
          icon="clock"
          isPending={action.isPending && action.variables.do === 'pause'}
          onPress={() => {
            action.mutate({ do: 'pause' });
          }}
        >
          {t.later}
        </Button>
      )}
      <Button
        variant="quiet"
        icon="close"
        onPress={() => {
          setAsksStop(true);
        }}
      >
        {t.stop}
      </Button>
      <StopDialog
        uuid={tour.uuid}
        isOpen={asksStop}
        onClose={() => {
          setAsksStop(false);
        }}
      />
    </div>
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

function PageLine(props: { page: TourSeriesPage; isOver: boolean; action: Action }) {
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
