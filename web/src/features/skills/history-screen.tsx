import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { SkillHistoryEntry, SkillReview } from '../../../../src/contracts/index.ts';
import {
  AdministrationDetail,
  Badge,
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  Loading,
  Rich,
  Seal,
  Time,
} from '../../components/index.ts';
import { api } from '../../lib/api.ts';
import { shortDigest } from '../../lib/digest.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { FieldsTable } from './fields-table.tsx';
import { fieldDiffs } from './model/field-diff.ts';
import { TextLines } from './text-lines.tsx';
import { useStoreReview } from './use-store-review.ts';
import { skillWords } from './words.ts';
import { writingWords } from './writing-words.ts';

/** Every edit of a skill, with its difference, and the way back to an earlier text. */
export function HistoryScreen() {
  const t = useText(writingWords);
  const uid = Number(useParams()['uid']);
  const review = useQuery(queries.skillReview(uid));
  const history = useQuery({
    queryKey: ['skills', uid, 'history'],
    queryFn: ({ signal }) => api.skillHistory(uid, signal),
  });
  const [chosen, setChosen] = useState<SkillHistoryEntry | null>(null);
  const error = history.error ?? review.error;
  return (
    <AdministrationDetail
      title={t.history(review.data?.skill.name ?? '')}
      lead={t.historyLead}
      back={{ to: `/administration/skills/${String(uid)}`, label: t.backToSkill }}
    >
      <div className="v-section v-history">
        {error !== null && (
          <ErrorState
            error={error}
            onRetry={() => {
              void history.refetch();
              void review.refetch();
            }}
          />
        )}
        {error === null && (history.data === undefined || review.data === undefined) && (
          <Loading lines={6} />
        )}
        {history.data?.length === 0 && <EmptyState icon="history" title={t.noHistory} />}
        {review.data !== undefined &&
          history.data?.map((entry) => (
            <Entry
              key={entry.id}
              entry={entry}
              review={review.data}
              onRollback={() => {
                setChosen(entry);
              }}
            />
          ))}
      </div>
      {chosen !== null && review.data !== undefined && (
        <RollbackDialog
          entry={chosen}
          review={review.data}
          onClose={() => {
            setChosen(null);
          }}
        />
      )}
    </AdministrationDetail>
  );
}

function sealOf(review: SkillReview, digest: string) {
  return review.skill.versions.find((version) => version.digest === digest)?.seal ?? 'not_approved';
}

interface EntryProps {
  readonly entry: SkillHistoryEntry;
  readonly review: SkillReview;
  readonly onRollback: () => void;
}

function Entry({ entry, review, onRollback }: EntryProps) {
  const t = useText(writingWords);
  const words = useText(skillWords);
  const [isOpen, setOpen] = useState(false);
  const { before, after } = entry;
  const isCurrent = entry.digest === review.digest;
  const hasFieldChange = before !== null && fieldDiffs(before, after).some(({ same }) => !same);
  return (
    <section className="v-card v-history__entry">
      <header className="v-card__head v-history__head">
        <Seal state={sealOf(review, entry.digest)} digest={entry.digest} />
        <span className="v-muted">
          {before === null ? t.firstText : t.edited} · <Time atMs={entry.atMs} />
          {' · '}
          {entry.userName === '' ? words.system : entry.userName}
        </span>
        {isCurrent && <Badge tone="info">{t.isCurrent}</Badge>}
        <span className="v-history__acts">
          <Button
            size="sm"
            variant="quiet"
            aria-expanded={isOpen}
            onPress={() => {
              setOpen(!isOpen);
            }}
          >
            {isOpen ? t.hideChange : t.showChange}
          </Button>
          {!isCurrent && review.skill.source.type === 'backend' && (
            <Button size="sm" icon="undo" onPress={onRollback}>
              {t.rollback}
            </Button>
          )}
        </span>
      </header>
      {isOpen && (
        <div className="v-history__change">
          {(before === null || hasFieldChange) && (
            <FieldsTable
              before={before}
              after={after}
              columns={{ before: words.before, after: words.after }}
            />
          )}
          {before !== null && before.body === after.body ? (
            <p className="v-muted">{t.bodySame}</p>
          ) : (
            <TextLines before={before?.body ?? null} after={after.body} />
          )}
        </div>
      )}
    </section>
  );
}

interface RollbackDialogProps {
  readonly entry: SkillHistoryEntry;
  readonly review: SkillReview;
  readonly onClose: () => void;
}

/** Going back may make an approved text instruct again at once (APR-04); that is said before the click. */
function RollbackDialog({ entry, review, onClose }: RollbackDialogProps) {
  const t = useText(writingWords);
  const words = useText(skillWords);
  const navigate = useNavigate();
  const { uid } = review.skill;
  const store = useStoreReview();
  const rollback = useMutation({
    mutationFn: () => api.rollbackSkill(uid, entry.id),
    onSuccess: (after) => {
      store(after);
      void navigate(`/administration/skills/${String(uid)}`);
    },
  });
  const effect = {
    approved: t.rollbackApproved,
    not_approved: t.rollbackNotApproved,
    revoked: t.rollbackRevoked,
  }[sealOf(review, entry.digest)];
  return (
    <ConfirmDialog
      tone="plain"
      title={t.rollbackTitle}
      description={<Rich text={t.rollbackLead(shortDigest(entry.digest))} />}
      action={rollback.isPending ? t.saving : t.rollbackDo}
      isPending={rollback.isPending}
      error={rollback.error}
      onConfirm={() => {
        rollback.mutate();
      }}
      onClose={onClose}
    >
      <p>{effect}</p>
      {rollback.error !== null && <p className="v-strong">{words.notDone}</p>}
    </ConfirmDialog>
  );
}
