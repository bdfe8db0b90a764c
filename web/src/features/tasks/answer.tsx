import { useEffect, useRef } from 'react';
import type { TaskResult } from '../../../../src/contracts/index.ts';
import { Button, Loading, Note, useAnnounce, useCopy } from '../../components/index.ts';
import { Markdown } from '../../components/markdown.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { useErrorText } from '../../lib/error-text.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { compositionText } from '../../lib/notice-words.ts';
import { budgetText } from '../../lib/budget-text.ts';
import { strings } from './strings.ts';
import './tasks.css';

/** While the model is at work. */
export function Answering() {
  const t = useText(strings);
  return (
    <section className="v-part" aria-label={t.answer} aria-busy>
      <h2 className="v-group__title">{t.answer}</h2>
      <p className="v-muted" role="status">
        {t.running}
      </p>
      <Loading lines={3} />
    </section>
  );
}

/** An answer that has just come. */
export function Answer({ result }: { result: TaskResult }) {
  const t = useText(strings);
  const announce = useAnnounce();
  const heading = useRef<HTMLHeadingElement>(null);
  const isAnswered = result.status === 'completed';
  useEffect(() => {
    announce(isAnswered ? t.answer : t.failed);
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [announce, isAnswered, t]);
  return (
    <section className="v-part" aria-label={t.answer}>
      <h2 className="v-group__title" ref={heading}>
        {isAnswered ? t.answer : t.failed}
      </h2>
      <AnswerText result={result} />
      {isAnswered && result.keptAs !== 'full' && <p className="v-muted">{t.kept[result.keptAs]}</p>}
    </section>
  );
}

/** What was answered, as far as it is there, and what went into it. */
export function AnswerText({ result }: { result: TaskResult }) {
  const t = useText(strings);
  const { locale } = useLocale();
  const copy = useCopy();
  const text = result.text ?? '';
  return (
    <>
      {result.notices.map(({ code, data }) => (
        <Note key={`${code}-${String(data['skillUid'])}`}>
          {compositionText({ code, data }, locale) ?? t.notice}
        </Note>
      ))}
      {result.isJson === false && <Note tone="warn">{t.notJson}</Note>}
      {result.status !== 'completed' && (
        <Note tone="warn">
          <WhyNone result={result} />
        </Note>
      )}
      {result.status === 'completed' && result.text === null && (
        <Note>{result.isMine ? t.notKept(result.characters) : t.notYours}</Note>
      )}
      {result.status === 'completed' && result.text !== null && (
        <>
          <div className="v-card v-task__answer">
            {result.outputFormat === 'markdown' ? (
              <Markdown source={text} headingLevel={3} />
            ) : (
              <p className="v-answer-text">{text}</p>
            )}
          </div>
          <div className="v-acts">
            <Button icon="copy" onPress={() => void copy(text, t.copied)}>
              {t.copy}
            </Button>
          </div>
        </>
      )}
      <AnswerFacts result={result} />
    </>
  );
}

/** Before a call was made there is nobody to name, and no skill was sent. */
const UNASKED: readonly TaskResult['termination'][] = ['budget_exhausted', 'context_truncated'];

function AnswerFacts({ result }: { result: TaskResult }) {
  const t = useText(strings);
  const { model, usage, applied } = result;
  if (UNASKED.includes(result.termination)) return null;
  return (
    <p className="v-muted">
      {result.status === 'completed' ? t.answeredBy(model) : t.asked(model)}
      {usage !== null && ` ${t.tokens(usage.promptTokens, usage.completionTokens)}`}
      {applied.length > 0 &&
        ` ${t.applied(applied.map(({ name, as }) => `${name} (${t.as[as]})`).join(', '))}`}
    </p>
  );
}

/** In the reader's words where there are some; a provider's own are as they came. */
function WhyNone({ result: { termination, text, budget } }: { result: TaskResult }) {
  const errorText = useErrorText();
  const { locale } = useLocale();
  if (budget !== null) return budgetText(budget, locale);
  const said = text ?? '';
  return termination === 'budget_exhausted'
    ? errorText(new ApiError(termination, said, { status: 429 }))
    : said;
}
