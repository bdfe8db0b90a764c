import type { ConversationView, PageView, Progress } from '../../../../src/contracts/index.ts';
import { Button } from '../../components/index.ts';
import { languageName } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { chatWords } from './words.ts';

interface TourHeaderProps {
  readonly conversation: ConversationView;
  readonly page: Pick<PageView, 'title' | 'language'>;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

/** Where the process stands: page, language, point n of m, and the way out (FOC-01, CHT-09). */
export function TourHeader({ conversation, page, isEnding, onEnd }: TourHeaderProps) {
  const t = useText(chatWords);
  const { locale } = useLocale();
  const { process, progress } = conversation;
  if (process === null && progress?.completed !== true) return null;
  const isDone = progress?.completed === true;
  const counter = counterText(conversation, t);
  return (
    <div className="v-tour">
      <div className="v-tour__line">
        <b>{conversation.pageTitle ?? page.title}</b> ·{' '}
        <span>{languageName(locale, conversation.language ?? page.language)}</span>
        {counter !== null && (
          <>
            {' '}
            · <strong className="v-num">{counter}</strong>
          </>
        )}
        <span className="v-tour__gap" />
        {process !== null && !isDone && (
          <Button
            variant="quiet"
            size="sm"
            icon="close"
            isPending={isEnding}
            aria-label={t.tour.end}
            onPress={onEnd}
          >
            <span className="v-narrow-hide">{isEnding ? t.tour.ending : t.tour.end}</span>
          </Button>
        )}
      </div>
      <PointsBar progress={progress} label={t.tour.label} text={counter ?? ''} />
    </div>
  );
}

/** `null` for a process that tells no points and is not at work. */
function counterText(
  { progress, status }: ConversationView,
  t: (typeof chatWords)['en'],
): string | null {
  if (progress === null || progress.current === 0) {
    if (progress?.completed === true) return t.tour.nothing;
    return status === 'processing' ? t.tour.starting : null;
  }
  if (progress.completed) return t.tour.done(progress.total);
  return t.tour.point(progress.current, progress.total);
}

function PointsBar(props: { progress: Progress | null; label: string; text: string }) {
  const { progress, label, text } = props;
  const total = progress?.total ?? 0;
  if (progress === null || total === 0) return null;
  const done = progress.completed ? total : Math.max(0, progress.current - 1);
  return (
    <div
      className="v-points"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={progress.completed ? total : progress.current}
      aria-valuetext={text}
    >
      {Array.from({ length: total }, (_, index) => (
        <i
          key={index}
          {...(index < done ? { 'data-done': true } : {})}
          {...(!progress.completed && index === progress.current - 1
            ? { 'data-current': true }
            : {})}
        />
      ))}
    </div>
  );
}
