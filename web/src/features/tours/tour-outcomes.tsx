import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import type { TourSeriesView } from '../../../../src/contracts/index.ts';
import { Button, Count } from '../../components/index.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { outcomeLine, UndoButton, UndoRefusal, useUndo, type Undo } from '../chat/index.ts';
import { tourPageLink } from './page-link.ts';
import { strings } from './strings.ts';
import { seriesSummary, type EndedPoint } from './tour-summary.ts';

/** What was done on all pages, by how it ended, with the way back for each change and for all (CHT-09). */
export function TourOutcomes({ tour }: { tour: TourSeriesView }) {
  const t = useText(strings);
  const client = useQueryClient();
  const undo = useUndo(
    useCallback(() => {
      for (const key of ['tours', 'page', 'site', 'conversations', 'conversation']) {
        void client.invalidateQueries({ queryKey: [key] });
      }
    }, [client]),
  );
  const summary = seriesSummary(tour.pages);
  return (
    <section className="v-card v-tourdone" aria-labelledby="tour-done">
      <header className="v-card__head">
        <h2 className="v-group__title" id="tour-done">
          {t.summary}
        </h2>
        <UndoAll historyIds={summary.undoable} undo={undo} />
      </header>
      {summary.points === 0 && <p className="v-tourdone__none v-muted">{t.nothing}</p>}
      {summary.groups.map(({ end, points }) => (
        <div key={end} className="v-summary__group">
          <h3 className={`v-summary__label v-summary__label--${end}`}>
            {t.ends[end]} <Count value={points.length} />
          </h3>
          {points.map((point) => (
            <Line key={point.outcome.id} point={point} undo={undo} />
          ))}
        </div>
      ))}
    </section>
  );
}

function Line({ point: { page, outcome }, undo }: { point: EndedPoint; undo: Undo }) {
  const t = useText(strings);
  const { locale } = useLocale();
  const line = outcomeLine(outcome, locale);
  const isUndone =
    line.undone ||
    (outcome.historyId !== null && undo.states[outcome.historyId]?.status === 'done');
  return (
    <div className="v-summary__item">
      <span>
        {page.title === null ? (
          <span className="v-muted">{t.gone}</span>
        ) : (
          <>
            <Link to={tourPageLink(page)}>{page.title}</Link> · {line.what}
          </>
        )}
        {isUndone && <span className="v-muted"> · {t.undone}</span>}
      </span>
      <UndoRefusal undo={undo} historyId={line.undoHistoryId} />
      {!isUndone && (
        <span className="v-summary__acts">
          <UndoButton line={line} undo={undo} />
        </span>
      )}
    </div>
  );
}

/** Newest first, one after the other: a change under a later one can only go once that is gone. */
function UndoAll({ historyIds, undo }: { historyIds: readonly string[]; undo: Undo }) {
  const t = useText(strings);
  const [ended, setEnded] = useState<{ done: number; all: number } | null>(null);
  const pending = historyIds.filter((id) => undo.states[id]?.status !== 'done');
  const isRunning = pending.some((id) => undo.states[id]?.status === 'running');
  return (
    <>
      {ended !== null && (
        <span className="v-caption" role="status">
          {t.undoneOf(ended.done, ended.all)}
        </span>
      )}
      {pending.length > 1 && (
        <Button
          size="sm"
          icon="undo"
          isPending={isRunning}
          onPress={() => {
            void undo.undo(pending).then((done) => {
              setEnded({ done, all: pending.length });
            });
          }}
        >
          {isRunning ? t.undoing : t.undoAll(pending.length)}
        </Button>
      )}
    </>
  );
}
