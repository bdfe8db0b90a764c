import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { TaskResult } from '../../../../src/contracts/index.ts';
import {
  Button,
  ErrorState,
  Loading,
  Note,
  useAnnounce,
  useToast,
} from '../../components/index.ts';
import { Markdown } from '../../components/markdown.tsx';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/i18n.tsx';
import { strings } from './strings.ts';

const LOOK_MS = 700;
const OVER = ['completed', 'failed', 'cancelled'];

/** The answer of one run, as soon as there is one. */
export function Answer({ runUuid }: { runUuid: string }) {
  const t = useText(strings);
  const announce = useAnnounce();
  const result = useQuery({
    queryKey: ['task-run', runUuid],
    queryFn: ({ signal }) => api.taskResult(runUuid, signal),
    refetchInterval: ({ state }) =>
      state.data !== undefined && OVER.includes(state.data.status) ? false : LOOK_MS,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const isOver = result.data !== undefined && OVER.includes(result.data.status);
  useEffect(() => {
    if (!isOver) return;
    announce(t.answer);
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [announce, isOver, t]);
  return (
    <section className="v-section" aria-label={t.answer} aria-busy={!isOver}>
      <h2 className="v-group__title" ref={heading}>
        {t.answer}
      </h2>
      {result.error !== null && (
        <ErrorState error={result.error} onRetry={() => void result.refetch()} />
      )}
      {!isOver && result.error === null && (
        <>
          <p className="v-muted" role="status">
            {t.running}
          </p>
          <Loading lines={3} />
        </>
      )}
      {isOver && <Text result={result.data} />}
    </section>
  );
}

function Text({ result }: { result: TaskResult }) {
  const t = useText(strings);
  const toast = useToast();
  const text = result.text ?? '';
  return (
    <>
      {result.notices.map(({ code, data }) => (
        <Note key={`${code}-${String(data['skillUid'])}`}>
          {code === 'process_skipped' ? t.processSkipped(String(data['name'])) : t.notice(code)}
        </Note>
      ))}
      {result.isJson === false && <Note tone="warn">{t.notJson}</Note>}
      {result.status !== 'completed' && (
        <Note tone="warn">
          <b>{t.failed}</b> {text}
        </Note>
      )}
      {result.status === 'completed' && (
        <>
          <div className="v-card v-section">
            {result.outputFormat === 'markdown' ? (
              <Markdown source={text} headingLevel={3} />
            ) : (
              <p className="v-answer-text">{text}</p>
            )}
          </div>
          <div className="v-form__acts">
            <Button
              icon="copy"
              onPress={() => {
                void navigator.clipboard.writeText(text).then(() => {
                  toast(t.copied);
                });
              }}
            >
              {t.copy}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
