import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ConversationEntry, ProposalOutcome } from '../../../../src/contracts/index.ts';
import {
  Button,
  ButtonLink,
  Count,
  Icon,
  OpenPointCount,
  TextButton,
} from '../../components/index.ts';
import { formatDuration } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { cardWords } from './card-words.ts';
import { nextPage } from './model/next-page.ts';
import { OUTCOME_ICON, outcomeLine } from './model/outcome-line.ts';
import { tourSummary, withLaterUndo, type SummaryGroup } from './model/tour-summary.ts';
import { isDone, UndoButton, UndoRefusal } from './outcome-row.tsx';
import type { Undo } from './use-undo.ts';

interface TourSummaryCardProps {
  readonly entry: ConversationEntry;
  readonly entries: readonly ConversationEntry[];
  readonly pageUid: number;
  readonly undo: Undo;
}

/** What the process did, by outcome, with the way back for each change and for all (CHT-09). */
export function TourSummaryCard({ entry, entries, pageUid, undo }: TourSummaryCardProps) {
  const t = useText(cardWords);
  const { locale } = useLocale();
  const headingId = useId();
  const [isClosed, setClosed] = useState(false);
  const { body } = entry;
  if (body.kind !== 'tour_finished') return null;
  const summary = tourSummary(withLaterUndo(body.outcomes, entries));
  if (isClosed) {
    return (
      <div className="v-outcome">
        <Icon name="ok" />
        <span className="v-outcome__what">{t.summary.title}</span>
        <TextButton
          onPress={() => {
            setClosed(false);
          }}
        >
          {t.summary.reopen}
        </TextButton>
      </div>
    );
  }
  const duration = formatDuration(locale, entry.atMs - startedAtMs(entries, entry));
  return (
    <section className="v-card v-summary" data-tour-summary aria-labelledby={headingId}>
      <header className="v-card__head v-summary__head">
        <div>
          <h3 className="v-title" id={headingId}>
            {t.summary.title}
          </h3>
          <p className="v-caption">
            {body.outcomes.length === 0
              ? t.summary.nothing
              : summary.points === 0
                ? t.summary.noneAnswered
                : t.summary.lead(summary.points, duration)}
          </p>
        </div>
      </header>
      {summary.groups.map((group) => (
        <Group key={group.kind} group={group} undo={undo} />
      ))}
      <footer className="v-card__foot">
        <NextPage pageUid={pageUid} />
        <UndoAll undoable={summary.undoable} undo={undo} />
        <Button
          variant="quiet"
          onPress={() => {
            setClosed(true);
          }}
        >
          {t.summary.close}
        </Button>
      </footer>
    </section>
  );
}

function Group({ group, undo }: { group: SummaryGroup; undo: Undo }) {
  const t = useText(cardWords);
  return (
    <div className="v-summary__group">
      <h4 className={`v-summary__label v-summary__label--${group.kind}`}>
        <Icon
          name={group.kind === 'unanswered' ? OUTCOME_ICON.variant : OUTCOME_ICON[group.kind]}
        />
        {t.summary[group.kind]} <Count value={group.outcomes.length} />
      </h4>
      {group.outcomes.map((outcome) => (
        <Item key={outcome.id} outcome={outcome} undo={undo} />
      ))}
    </div>
  );
}

function Item({ outcome, undo }: { outcome: ProposalOutcome; undo: Undo }) {
  const t = useText(cardWords);
  const { locale } = useLocale();
  const line = outcomeLine(outcome, locale);
  const isUndone = line.undone || isDone(undo, outcome.historyId);
  const explained = line.word in t.explain ? t.explain[line.word as keyof typeof t.explain] : null;
  return (
    <div className="v-summary__item">
      <span>
        {line.what}
        {isUndone && <span className="v-muted"> · {t.undone}</span>}
      </span>
      {explained !== null && <p>{explained}</p>}
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
function UndoAll({ undoable, undo }: { undoable: readonly ProposalOutcome[]; undo: Undo }) {
  const t = useText(cardWords);
  const [left, setLeft] = useState<number | null>(null);
  const [total, setTotal] = useState(0);
  const pending = undoable.filter(({ historyId }) => !isDone(undo, historyId));
  const isRunning = pending.some(
    ({ historyId }) => historyId !== null && undo.states[historyId]?.status === 'running',
  );
  if (pending.length < 2 && !isRunning && left === null) return null;
  const start = async () => {
    const ids = pending.flatMap(({ historyId }) => (historyId === null ? [] : [historyId]));
    setTotal(ids.length);
    setLeft(null);
    const done = await undo.undo(ids);
    setLeft(ids.length - done);
  };
  return (
    <>
      {pending.length > 0 && (
        <Button isPending={isRunning} icon="undo" onPress={() => void start()}>
          {isRunning && total > 0
            ? t.summary.undoAllRunning(total - pending.length, total)
            : t.summary.undoAll(pending.length)}
        </Button>
      )}
      {left !== null && left > 0 && (
        <span className="v-caption" role="status">
          {t.summary.undoAllPart(left)}
        </span>
      )}
    </>
  );
}

/** The next page in the tree that has open points, from what the page tree already read. */
function NextPage({ pageUid }: { pageUid: number }) {
  const t = useText(cardWords);
  const site = useQuery(queries.site());
  const next = site.data === undefined ? null : nextPage(site.data.roots, pageUid);
  if (next === null) return null;
  return (
    <ButtonLink to={`/pages/${String(next.uid)}`}>
      {t.summary.next(next.title)} <OpenPointCount value={next.openPoints} />
    </ButtonLink>
  );
}

/** When the process of this summary was started: the last message before it that picked a skill, else its first entry. */
function startedAtMs(entries: readonly ConversationEntry[], entry: ConversationEntry): number {
  const before = entries.filter(({ sequence }) => sequence < entry.sequence);
  const start = before.findLast(({ body }) => body.kind === 'user' && body.skillName !== null);
  return (start ?? before[0] ?? entry).atMs;
}
