import { Badge, Icon, Note, WordDiff } from '../../components/index.ts';
import { Markdown } from '../../components/markdown.tsx';
import { useErrorText } from '../../lib/error-text.ts';
import { ApiError } from '../../lib/api-error.ts';
import { withVisibleChanges } from '../../lib/hidden-characters.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import type { TrialItem, TrialView } from './model/trial-view.ts';
import { trialWords } from './trial-words.ts';
import './trial.css';

/** What a trial has shown so far, marked as a trial wherever one looks. */
export function TrialResults({ view, isRunning }: { view: TrialView; isRunning: boolean }) {
  const t = useText(trialWords);
  const { items, rounds, maxRounds, progress } = view;
  return (
    <section className="v-trial" aria-label={t.results}>
      <p className="v-trial__progress" role="status" aria-busy={isRunning}>
        {isRunning
          ? [
              t.working,
              ...(progress === null ? [] : [t.point(progress.current, progress.total)]),
              ...(rounds === 0 ? [] : [t.rounds(rounds, maxRounds)]),
            ].join(' · ')
          : `${t.ending[view.ended?.ending ?? 'cancelled']} ${t.cards(view.cards)}`}
      </p>
      {isRunning && (
        <progress
          className="v-trial__bar"
          aria-label={t.working}
          {...(progress === null || progress.total === 0
            ? {}
            : { value: progress.current, max: progress.total })}
        />
      )}
      <ol className="v-trial__items">
        {items.map((item, index) => (
          <li key={index} className="v-card v-trial__item">
            {item.kind === 'card' ? <TrialCard card={item} /> : <Question item={item} />}
          </li>
        ))}
      </ol>
      {view.ended !== null && <Ending view={view} />}
    </section>
  );
}

function TrialCard({ card }: { card: Extract<TrialItem, { kind: 'card' }> }) {
  const t = useText(trialWords);
  const { locale } = useLocale();
  return (
    <>
      <h3 className="v-h v-trial__h">
        {t.card(card.number)}{' '}
        <Badge tone="info" icon="info">
          {t.badge}
        </Badge>
      </h3>
      {card.said !== '' && <Markdown source={card.said} headingLevel={4} />}
      {card.calls.map((call) => (
        <div key={call.callId}>
          {call.preview.failed && <Note tone="warn">{t.failedPreview}</Note>}
          {call.preview.fields.length === 0 &&
            call.preview.lines.map((line, index) => <p key={index}>{line}</p>)}
          {call.preview.fields.map((field) => {
            const { before, after } = withVisibleChanges(field.before, field.after);
            return (
              <div key={`${field.table}-${String(field.uid)}-${field.field}`}>
                <p className="v-trial__field">
                  {field.label[locale]}
                  {field.place !== null && <span className="v-caption"> {field.place}</span>}
                </p>
                <WordDiff before={before} after={after} />
                {(before === null || before === '') && <span className="v-caption">{t.fresh}</span>}
              </div>
            );
          })}
        </div>
      ))}
      <p className="v-caption">{t.notSaved}</p>
    </>
  );
}

function Question({ item }: { item: Extract<TrialItem, { kind: 'question' }> }) {
  const t = useText(trialWords);
  return (
    <>
      <h3 className="v-h v-trial__h">{t.question}</h3>
      <p>{item.question}</p>
      <p className="v-caption">
        {t.options}: {item.options.join(', ')}
      </p>
      <p className="v-caption">{t.chose(item.chosen)}</p>
    </>
  );
}

function Ending({ view }: { view: TrialView }) {
  const t = useText(trialWords);
  const errorText = useErrorText();
  const { ended } = view;
  if (ended === null) return null;
  const text =
    ended.code === null
      ? ended.text
      : errorText(new ApiError(ended.code, ended.text, { status: 409 }));
  if (text === '') return null;
  return ended.ending === 'completed' ? (
    <div className="v-trial__said">
      <h3 className="v-h v-trial__h">{t.said}</h3>
      <Markdown source={text} headingLevel={4} />
    </div>
  ) : (
    <Note tone="warn">
      <Icon name="info" size="sm" /> {text}
    </Note>
  );
}
