import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import type { SkillReview } from '../../../../src/contracts/index.ts';
import {
  EmptyState,
  ErrorLine,
  ErrorState,
  Icon,
  IconButton,
  Loading,
  Menu,
  Segments,
  type MenuEntry,
} from '../../components/index.ts';
import { Markdown } from '../../components/markdown.tsx';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { useTitle } from '../../lib/use-title.ts';
import { ApproveFoot } from './approve-foot.tsx';
import { attachmentWords } from './attachment-words.ts';
import { AuditRows } from './audit-rows.tsx';
import { CompareLine } from './compare-line.tsx';
import { DecideColumn } from './decide-column.tsx';
import { changedFields, FieldsTable } from './fields-table.tsx';
import { countLines, diffLines } from './model/line-diff.ts';
import { shownVersion, type ShownVersion } from './model/shown-version.ts';
import { TextLines } from './text-lines.tsx';
import { useAuditNames } from './use-audit-names.ts';
import { useStoreReview } from './use-store-review.ts';
import { skillWords } from './words.ts';

/** One version under review: what changed, what it is made of, and the decision beside it. */
export function ReviewScreen() {
  const uid = Number(useParams()['uid']);
  const [search] = useSearchParams();
  const t = useText(skillWords);
  // What is rendered is what an approval names: it is read on arrival and never exchanged under the reader's eyes.
  const review = useQuery({
    ...queries.skillReview(uid),
    staleTime: Infinity,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const digest = search.get('version');
  const history = useQuery({
    queryKey: ['skills', uid, 'history'],
    queryFn: ({ signal }) => api.skillHistory(uid, signal),
    enabled: digest !== null,
  });
  if (review.data === undefined || (review.isFetching && !review.isFetchedAfterMount)) {
    return (
      <main className="v-main v-admin__wide" id="content" tabIndex={-1}>
        {review.error === null ? (
          <Loading lines={9} label={t.loading} />
        ) : (
          <ErrorState error={review.error} onRetry={() => void review.refetch()} />
        )}
      </main>
    );
  }
  const shown = shownVersion(review.data, digest, history.data ?? []);
  // The same key while the text moves under a refused approval: its explanation must stay.
  return (
    <Review key={`${String(uid)}-${digest ?? 'current'}`} review={review.data} shown={shown} />
  );
}

type TextView = 'changes' | 'full' | 'stored';

function Review({ review, shown }: { review: SkillReview; shown: ShownVersion }) {
  const t = useText(skillWords);
  useTitle(review.skill.name);
  const names = useAuditNames();
  const change = useSkillChange(review.skill.uid);
  const [chosen, setView] = useState<TextView | null>(null);
  const canCompare = shown.compared !== null;
  // Once approved there is nothing to compare with any more.
  const view =
    chosen === null || (chosen === 'changes' && !canCompare)
      ? canCompare
        ? 'changes'
        : 'full'
      : chosen;
  return (
    <>
      <main className="v-main" id="content" tabIndex={-1} aria-labelledby="skill-name">
        <div className="v-section v-review__head">
          <div className="v-review__title">
            <Link className="v-admin__back" to="/administration/skills">
              <Icon name="chev-l" size="sm" /> {t.back}
            </Link>
            <h1 className="v-title" id="skill-name">
              {review.skill.name}
            </h1>
          </div>
          <Segments<TextView>
            label={t.show}
            value={view}
            onChange={setView}
            segments={[
              ...(canCompare ? [{ id: 'changes' as const, label: t.changes }] : []),
              { id: 'full', label: t.full },
              { id: 'stored', label: t.stored },
            ]}
          />
          <SkillMenu review={review} onChange={change.mutate} />
        </div>
        {change.error !== null && (
          <div className="v-section">
            <ErrorLine error={change.error} />
          </div>
        )}
        <div className="v-section">
          <CompareLine review={review} shown={shown} />
        </div>
        {shown.version === null ? (
          <EmptyState icon="skills" title={t.textUnknown}>
            {t.textUnknownHint}
          </EmptyState>
        ) : (
          <VersionText review={review} shown={shown} version={shown.version} view={view} />
        )}
        <section className="v-section v-audit" aria-labelledby="audit-trail">
          <h2 className="v-h v-review__h" id="audit-trail">
            {t.auditTrail} <span className="v-caption">{t.appendOnly}</span>
          </h2>
          {review.audit.length === 0 ? (
            <p className="v-muted">{t.noAudit}</p>
          ) : (
            <AuditRows label={t.auditTrail} entries={review.audit} names={names} />
          )}
        </section>
      </main>
      <DecideColumn
        review={review}
        shown={shown}
        foot={<ApproveFoot review={review} shown={shown} />}
      />
    </>
  );
}

interface VersionTextProps {
  readonly review: SkillReview;
  readonly shown: ShownVersion;
  readonly version: SkillReview['version'];
  readonly view: TextView;
}

function VersionText({ review, shown, version, view }: VersionTextProps) {
  const t = useText(skillWords);
  const before = view === 'changes' ? (shown.compared?.version ?? null) : null;
  const flagged = new Set(shown.isCurrent ? review.findings.map(({ line }) => line) : []);
  const counts = before === null ? null : countLines(diffLines(before.body, version.body));
  return (
    <>
      <section className="v-section" aria-labelledby="fields">
        <h2 className="v-h v-review__h" id="fields">
          {t.fields}{' '}
          <span className="v-caption">
            {before === null ? t.fieldsAll : t.fieldsChanged(changedFields(before, version), 5)}
          </span>
        </h2>
        <FieldsTable before={before} after={version} />
      </section>
      <section className="v-section" aria-labelledby="text">
        <h2 className="v-h v-review__h" id="text">
          {t.text}{' '}
          <span className="v-caption">
            {counts === null
              ? t.lines(version.body.split('\n').length)
              : t.lineCounts(counts.added, counts.removed, counts.same)}
          </span>
        </h2>
        {view === 'full' ? (
          <div className="v-card v-skill-text">
            <Markdown everything source={version.body} headingLevel={3} />
          </div>
        ) : (
          <TextLines before={before?.body ?? null} after={version.body} flagged={flagged} />
        )}
      </section>
    </>
  );
}

/** Carries out a change of the skill and shows what it is then. */
function useSkillChange(uid: number) {
  const store = useStoreReview();
  return useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSuccess: async () => {
      store(await api.skillReview(uid));
    },
  });
}

interface SkillMenuProps {
  readonly review: SkillReview;
  readonly onChange: (work: () => Promise<unknown>) => void;
}

/** What one can do with the skill besides deciding about this version. */
function SkillMenu({ review, onChange }: SkillMenuProps) {
  const t = useText(skillWords);
  const attachments = useText(attachmentWords);
  const navigate = useNavigate();
  const { uid, enabled, process, source } = review.skill;
  const entry = (label: string, work: () => Promise<unknown>): MenuEntry => ({
    id: label,
    label,
    onAction: () => {
      onChange(work);
    },
  });
  const path = `/administration/skills/${String(uid)}`;
  return (
    <div className="v-review__menu">
      <Menu
        label={t.more}
        trigger={<IconButton icon="more" label={t.more} variant="default" />}
        groups={[
          {
            id: t.more,
            entries: [
              {
                id: 'edit',
                label: t.edit,
                icon: 'draft',
                isDisabled: source.type !== 'backend',
                onAction: () => void navigate(`${path}/edit`),
              },
              {
                id: 'history',
                label: t.history,
                icon: 'history',
                onAction: () => void navigate(`${path}/history`),
              },
              entry(enabled ? t.disable : t.enable, () => api.setSkillEnabled(uid, !enabled)),
            ],
          },
          {
            id: 'attachment',
            label: t.attachment,
            entries: [
              entry(t.attachOnDemand, () => api.setSkillAttachment(uid, 'on_demand')),
              // A process is started by a person, never given along.
              ...(process
                ? []
                : [entry(t.attachAlways, () => api.setSkillAttachment(uid, 'always'))]),
              entry(t.detach, () => api.setSkillAttachment(uid, null)),
              {
                id: 'attachments',
                label: attachments.open,
                onAction: () => void navigate('/administration/attachments'),
              },
            ],
          },
        ]}
      />
    </div>
  );
}
