import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { SkillSourceView } from '../../../../src/contracts/index.ts';
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorLine,
  ErrorState,
  Loading,
  Note,
  Select,
} from '../../components/index.ts';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { BackToSkill } from './history-screen.tsx';
import { EMPTY_FORM, missingFields, skillOf } from './model/skill-form.ts';
import { SkillFields } from './skill-form.tsx';
import { SourceDialog } from './source-dialog.tsx';
import { useFormDraft } from './use-form-draft.ts';
import { useStoreReview } from './use-store-review.ts';
import { skillWords } from './words.ts';
import { writingWords } from './writing-words.ts';

/** Writing a skill into a source of one's own. */
export function NewSkillScreen() {
  const t = useText(writingWords);
  const words = useText(skillWords);
  const [isSourceOpen, setSourceOpen] = useState(false);
  const sources = useQuery(queries.skillSources());
  const own = sources.data?.filter(({ type }) => type === 'backend');
  return (
    <main className="v-main v-admin__wide" id="content" tabIndex={-1}>
      <div className="v-section v-review__head">
        <div className="v-review__title">
          <BackToSkill uid={null} />
          <h1 className="v-title">{t.newTitle}</h1>
          <p className="v-muted">{t.lead}</p>
        </div>
      </div>
      {sources.isPending && <Loading lines={6} />}
      {sources.data === undefined && sources.error !== null && (
        <ErrorState error={sources.error} onRetry={() => void sources.refetch()} />
      )}
      {own?.length === 0 && (
        <EmptyState
          icon="skills"
          title={t.noSource}
          action={
            <Button
              onPress={() => {
                setSourceOpen(true);
              }}
            >
              {words.addSource}
            </Button>
          }
        >
          {t.noSourceHint}
        </EmptyState>
      )}
      {own !== undefined && own.length > 0 && <NewForm sources={own} />}
      {isSourceOpen && (
        <SourceDialog
          types={['backend']}
          onClose={() => {
            setSourceOpen(false);
          }}
          onDone={() => {
            setSourceOpen(false);
          }}
        />
      )}
    </main>
  );
}

function NewForm({ sources }: { sources: readonly SkillSourceView[] }) {
  const t = useText(writingWords);
  const words = useText(skillWords);
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string | null>(null);
  // The newest source first: it is most likely the one that was just made for this.
  const sourceUid = Number(chosen ?? sources.at(-1)?.uid);
  const draft = useFormDraft('new-skill', EMPTY_FORM);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const store = useStoreReview();
  const create = useMutation({
    mutationFn: () => api.createSkill({ ...skillOf(draft.form), sourceUid }),
    onSuccess: (review) => {
      draft.forget();
      store(review);
      void navigate(`/administration/skills/${String(review.skill.uid)}`);
    },
  });
  return (
    <form
      className="v-section v-form"
      // A field that is marked as wrong must not keep the browser from submitting.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const lacks = missingFields(draft.form);
        setMissing(lacks);
        if (lacks.length === 0) create.mutate();
      }}
    >
      {draft.isRestored && (
        <Note icon="history">
          {t.unsavedKept}{' '}
          <Button size="sm" onPress={draft.reset}>
            {t.discard}
          </Button>
        </Note>
      )}
      <Select
        label={t.source}
        showLabel
        value={String(sourceUid)}
        onChange={setChosen}
        options={sources.map(({ uid, title, trustLevel }) => ({
          id: String(uid),
          label: `${title} · ${words.trustLevel[trustLevel]}`,
        }))}
      />
      <SkillFields form={draft.form} missing={missing} onChange={draft.change} />
      {create.error !== null && (
        <div role="alert">
          <p className="v-strong">{t.unsaved}</p>
          <ErrorLine error={create.error} />
        </div>
      )}
      <div className="v-form__acts">
        <Button type="submit" variant="primary" isPending={create.isPending}>
          {create.isPending ? t.saving : t.create}
        </Button>
        <ButtonLink to="/administration/skills" variant="quiet">
          {t.cancel}
        </ButtonLink>
      </div>
    </form>
  );
}
