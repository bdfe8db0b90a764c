import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { SkillReview } from '../../../../src/contracts/index.ts';
import {
  Button,
  ButtonLink,
  ErrorLine,
  ErrorState,
  Loading,
  Note,
} from '../../components/index.ts';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { BackToSkill } from './history-screen.tsx';
import { formOf, missingFields, skillOf } from './model/skill-form.ts';
import { SkillFields } from './skill-form.tsx';
import { useFormDraft } from './use-form-draft.ts';
import { useStoreReview } from './use-store-review.ts';
import { writingWords } from './writing-words.ts';

/** Changing a skill that was written here. Saving makes a new version and approves nothing (APR-05). */
export function EditScreen() {
  const uid = Number(useParams()['uid']);
  const review = useQuery(queries.skillReview(uid));
  return (
    <main className="v-main v-admin__wide" id="content" tabIndex={-1}>
      {review.isPending && <Loading lines={9} />}
      {review.data === undefined && review.error !== null && (
        <ErrorState error={review.error} onRetry={() => void review.refetch()} />
      )}
      {review.data !== undefined && <EditForm key={uid} review={review.data} />}
    </main>
  );
}

function EditForm({ review }: { review: SkillReview }) {
  const t = useText(writingWords);
  const navigate = useNavigate();
  const { uid, name, source } = review.skill;
  const isApproved = review.skill.versions.some(
    ({ current, seal }) => current && seal === 'approved',
  );
  const path = `/administration/skills/${String(uid)}`;
  const store = useStoreReview();
  const draft = useFormDraft(`skill-${String(uid)}`, formOf(review.version));
  const [missing, setMissing] = useState<readonly string[]>([]);
  const save = useMutation({
    mutationFn: () => api.writeSkill(uid, skillOf(draft.form)),
    onSuccess: (after) => {
      draft.forget();
      store(after);
      void navigate(path);
    },
  });
  return (
    <>
      <div className="v-section v-review__head">
        <div className="v-review__title">
          <BackToSkill uid={uid} />
          <h1 className="v-title">{t.editTitle(name)}</h1>
          <p className="v-muted">{t.lead}</p>
        </div>
      </div>
      <form
        className="v-section v-form"
        // A field that is marked as wrong must not keep the browser from submitting.
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const lacks = missingFields(draft.form);
          setMissing(lacks);
          if (lacks.length === 0) save.mutate();
        }}
      >
        {source.type !== 'backend' && <Note tone="warn">{t.readOnly}</Note>}
        {draft.isRestored && (
          <Note icon="history">
            {t.unsavedKept}{' '}
            <Button size="sm" onPress={draft.reset}>
              {t.discard}
            </Button>
          </Note>
        )}
        <SkillFields form={draft.form} missing={missing} onChange={draft.change} />
        {save.error !== null && (
          <div role="alert">
            <p className="v-strong">{t.unsaved}</p>
            <ErrorLine error={save.error} />
          </div>
        )}
        {isApproved && source.type === 'backend' && (
          <Note tone="warn">{t.losesApproval(review.version.process)}</Note>
        )}
        <div className="v-form__acts">
          <Button
            type="submit"
            variant="primary"
            isPending={save.isPending}
            isDisabled={source.type !== 'backend'}
          >
            {save.isPending ? t.saving : t.save}
          </Button>
          <ButtonLink to={path} variant="quiet">
            {t.cancel}
          </ButtonLink>
        </div>
      </form>
    </>
  );
}
