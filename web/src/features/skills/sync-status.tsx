import { withVisibleCharacters } from '../../../../src/contracts/index.ts';
import type { SkillSourceView, SkillSyncState, SyncLine } from '../../../../src/contracts/index.ts';
import { Note, State, Table, Time, type IconName } from '../../components/index.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { countWords } from './model/sync-summary.ts';
import { sourceWords } from './source-words.ts';
import { syncCodeText } from './sync-code-words.ts';

const LOOK: Record<
  SkillSyncState['status'],
  { readonly tone: 'plain' | 'ok' | 'warn' | 'bad' | 'wait'; readonly icon: IconName }
> = {
  never_synced: { tone: 'plain', icon: 'minus' },
  syncing: { tone: 'wait', icon: 'clock' },
  ok: { tone: 'ok', icon: 'ok' },
  partial: { tone: 'warn', icon: 'alert' },
  error: { tone: 'bad', icon: 'bad' },
};

/** How the last sync ended, or that one runs. */
export function SyncMark({ status }: { status: SkillSyncState['status'] }) {
  const t = useText(sourceWords);
  return (
    <State tone={LOOK[status].tone} icon={LOOK[status].icon}>
      {t.status[status]}
    </State>
  );
}

/** A sync while it runs, or what the last one did: its counts, why it stopped, and every remark about a file. */
export function SyncStatus({ source, sync }: { source: SkillSourceView; sync: SkillSyncState }) {
  const t = useText(sourceWords);
  const { locale } = useLocale();
  if (sync.status === 'syncing') return <Progress title={source.title} sync={sync} />;
  const { problem, counts, lines } = sync;
  return (
    <>
      {problem !== null && (
        <Note tone="warn">
          {syncCodeText('source', problem, locale)}
          {problem.resetAtMs !== null && (
            <>
              {' '}
              {t.resetAt} <Time atMs={problem.resetAtMs} />
            </>
          )}
        </Note>
      )}
      {problem === null && counts !== null && (
        <ul className="v-source__counts" aria-label={t.result}>
          {countWords(counts, locale).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {problem === null && lines.length > 0 && <Lines title={source.title} lines={lines} />}
    </>
  );
}

function Progress({ title, sync }: { title: string; sync: SkillSyncState }) {
  const t = useText(sourceWords);
  const { progress } = sync;
  const isCounted = progress !== null && progress.files > 0 && progress.phase !== 'listing';
  return (
    <div className="v-source__progress">
      <progress
        aria-label={t.progress(title)}
        {...(isCounted
          ? {
              max: progress.files,
              value: progress.phase === 'writing' ? progress.files : progress.file,
            }
          : {})}
      />
      <p>
        {progress === null ? (
          t.starting
        ) : (
          <>
            <b>{t.phase[progress.phase]}</b>
            {progress.phase === 'reading' && (
              <span className="v-num"> {t.fileOf(progress.file, progress.files)}</span>
            )}
            {progress.place !== '' && (
              <span className="v-mono v-subtle"> {withVisibleCharacters(progress.place)}</span>
            )}
          </>
        )}
      </p>
    </div>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly SyncLine[] }) {
  const t = useText(sourceWords);
  const { locale } = useLocale();
  return (
    <Table
      label={t.lines(title)}
      rows={lines.map((line, index) => ({ ...line, key: index }))}
      rowKey={({ key }) => key}
      columns={[
        {
          id: 'file',
          label: t.file,
          cell: ({ place }) =>
            place === '' ? (
              t.wholeSource
            ) : (
              <span className="v-mono v-source__place">{withVisibleCharacters(place)}</span>
            ),
        },
        {
          id: 'line',
          label: t.line,
          numeric: true,
          cell: ({ line }) => (line === null ? '–' : String(line)),
        },
        {
          id: 'reason',
          label: t.reason,
          cell: (line) => (
            <>
              <State
                tone={line.level === 'error' ? 'bad' : 'plain'}
                icon={line.level === 'error' ? 'bad' : 'info'}
              >
                <span className="v-sr">{line.level === 'error' ? t.error : t.note}: </span>
                {syncCodeText('line', line, locale)}
              </State>
              {/* The server's own words about this one file, which may quote it. */}
              <span className="v-caption v-source__detail" lang="en">
                {withVisibleCharacters(line.message)}
                {line.hint !== null && ` (${line.hint})`}
              </span>
            </>
          ),
        },
      ]}
    />
  );
}
