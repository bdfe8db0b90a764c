import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { withVisibleCharacters } from '../../../../src/contracts/index.ts';
import type { SkillSourceView } from '../../../../src/contracts/index.ts';
import { Badge, Button, ErrorLine, IconButton, Menu, Time } from '../../components/index.ts';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { safeLink } from '../../lib/safe-link.ts';
import { Fingerprint } from './copy-value.tsx';
import { commitPage } from './model/sync-summary.ts';
import { sourceWords } from './source-words.ts';
import { SyncMark, SyncStatus } from './sync-status.tsx';
import { useSourceSync } from './use-source-sync.ts';
import { skillWords } from './words.ts';

interface SourceCardProps {
  readonly source: SkillSourceView;
  readonly onEdit: () => void;
}

/** One source: what it is and how far it is trusted, its sync, and what the last one found. */
export function SourceCard({ source, onEdit }: SourceCardProps) {
  const t = useText(sourceWords);
  const words = useText(skillWords);
  const { title, type, trustLevel, enabled, remote } = source;
  const sync = useSourceSync(source);
  const titleId = `source-${String(source.uid)}`;
  return (
    <li>
      <article className="v-card" aria-labelledby={titleId}>
        <div className="v-card__head v-source__head">
          <div className="v-source__title">
            <h2 className="v-h" id={titleId}>
              {withVisibleCharacters(title)}
            </h2>
            <p className="v-caption">
              {words.sourceType[type]} · {words.trustLevel[trustLevel]}
            </p>
          </div>
          {!enabled && <Badge tone="draft">{t.off}</Badge>}
          {remote !== null && <SyncMark status={remote.sync.status} />}
          <div className="v-source__acts">
            {remote !== null && <SyncButton source={source} sync={sync} />}
            <SourceMenu source={source} onEdit={onEdit} />
          </div>
        </div>
        <div className="v-card__body v-source__body">
          {remote === null ? (
            <p className="v-muted">
              {enabled ? t.writtenHere : t.offHintOwn}{' '}
              <Link to="/administration/skills/new">{t.write}</Link>
            </p>
          ) : (
            <>
              <div className="v-source__state">
                {sync.error !== null && <ErrorLine error={sync.error} />}
                {!enabled && <p className="v-muted">{t.offHint}</p>}
                <SyncStatus source={source} sync={remote.sync} />
              </div>
              <Facts remote={remote} />
            </>
          )}
        </div>
      </article>
    </li>
  );
}

interface SyncButtonProps {
  readonly source: SkillSourceView;
  readonly sync: ReturnType<typeof useSourceSync>;
}

/** The same button begins a sync and calls it off, so that the focus stays where it was. */
function SyncButton({ source, sync: { start, stop } }: SyncButtonProps) {
  const t = useText(sourceWords);
  const { title, enabled, remote } = source;
  const isSyncing = remote?.sync.status === 'syncing';
  const { reset } = stop;
  // What was called off is forgotten with its sync: the next one may be somebody else's.
  useEffect(() => {
    if (!isSyncing) reset();
  }, [isSyncing, reset]);
  const isStopping = isSyncing && (stop.isPending || stop.isSuccess);
  return (
    <Button
      size="sm"
      isDisabled={!enabled && !isSyncing}
      isPending={start.isPending || isStopping}
      aria-label={isSyncing ? t.stopOf(title) : t.syncOf(title)}
      onPress={() => {
        if (isSyncing) stop.mutate();
        else start.mutate();
      }}
    >
      {isStopping ? t.stopping : isSyncing ? t.stop : t.sync}
    </Button>
  );
}

function SourceMenu({ source, onEdit }: SourceCardProps) {
  const t = useText(sourceWords);
  const navigate = useNavigate();
  const client = useQueryClient();
  const { uid, title, enabled } = source;
  const toggle = useMutation({
    mutationFn: () => api.changeSkillSource(uid, { enabled: !enabled }),
    onSuccess: async () => {
      await client.invalidateQueries(queries.skillSources());
      void client.invalidateQueries({ queryKey: queries.skills().queryKey });
      void client.invalidateQueries({ queryKey: ['catalogue'] });
    },
  });
  return (
    <>
      <Menu
        label={t.more(title)}
        trigger={<IconButton icon="more" label={t.more(title)} variant="default" />}
        groups={[
          {
            id: title,
            entries: [
              { id: 'edit', label: t.edit, icon: 'draft', onAction: onEdit },
              {
                id: 'enabled',
                label: enabled ? t.switchOff : t.switchOn,
                onAction: () => {
                  toggle.mutate();
                },
              },
              {
                id: 'skills',
                label: t.review,
                icon: 'skills',
                onAction: () => void navigate('/administration/skills'),
              },
            ],
          },
        ]}
      />
      {toggle.error !== null && <ErrorLine error={toggle.error} />}
    </>
  );
}

function Facts({ remote }: { remote: NonNullable<SkillSourceView['remote']> }) {
  const t = useText(sourceWords);
  const { url, ref, pathPrefix, hasToken, sync } = remote;
  const { expectedFingerprint: expected, computedFingerprint: computed } = sync;
  return (
    <dl className="v-facts v-source__facts">
      <dt>{t.address}</dt>
      <dd>
        <Outside href={safeLink(url)}>{url}</Outside>
      </dd>
      <dt>{t.version}</dt>
      <dd>
        {ref === null ? t.defaultBranch : <span className="v-mono">{ref}</span>}
        {sync.pinnedCommit !== null && (
          <>
            {', '}
            <Outside href={commitPage(url, sync.pinnedCommit)}>
              {t.commit(sync.pinnedCommit.slice(0, 7))}
            </Outside>
          </>
        )}
      </dd>
      {pathPrefix !== null && (
        <>
          <dt>{t.folder}</dt>
          <dd className="v-mono">{pathPrefix}</dd>
        </>
      )}
      <dt>{t.lastSync}</dt>
      <dd>{sync.lastSyncedAtMs === null ? t.never : <Time atMs={sync.lastSyncedAtMs} />}</dd>
      {hasToken && (
        <>
          <dt>{t.token}</dt>
          <dd>{t.stored}</dd>
        </>
      )}
      {expected !== null && (
        <>
          <dt>{t.expected}</dt>
          <dd>
            <Fingerprint value={expected} label={t.copyExpected} done={t.copied} />
          </dd>
        </>
      )}
      {computed !== null && (
        <>
          <dt>{t.computed}</dt>
          <dd>
            <Fingerprint value={computed} label={t.copyFingerprint} done={t.copied} />{' '}
            <span className={isOther(expected, computed) ? 'v-warn-text' : 'v-subtle'}>
              {expected === null
                ? t.computedHint
                : isOther(expected, computed)
                  ? t.differs
                  : t.holds}
            </span>
          </dd>
        </>
      )}
    </dl>
  );
}

function isOther(expected: string | null, computed: string): boolean {
  return expected !== null && expected.toLowerCase() !== computed.toLowerCase();
}

/** A link that leaves the application; plain text when it leads nowhere safe. */
export function Outside({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return children;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
