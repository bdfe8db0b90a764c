import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { SkillReview, WriteSkill } from '../../../../src/contracts/index.ts';
import { Button, ErrorLine, Form, FormActs, Note } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { missingFields, skillOf, type SkillForm } from './model/skill-form.ts';
import { SkillFields } from './skill-form.tsx';
import { useFormDraft } from './use-form-draft.ts';
import { useStoreReview } from './use-store-review.ts';
import { writingWords } from './writing-words.ts';

interface SkillWritingProps {
  /** Where this browser keeps what is typed until it is saved. */
  readonly draftName: string;
  readonly stored: SkillForm;
  readonly save: (skill: WriteSkill) => Promise<SkillReview>;
  /** The word of the button that saves. */
  readonly submit: string;
  readonly isReadOnly?: boolean;
  /** Where one goes without saving. */
  readonly back: string;
  /** Before the fields. */
  readonly above?: ReactNode;
  /** What saving does, before the buttons. */
  readonly below?: ReactNode;
}

/** The text of a skill in a form that survives a reload; saved, the skill is shown. */
export function SkillWriting(props: SkillWritingProps) {
  const { draftName, stored, submit, isReadOnly = false, back, above, below } = props;
  const t = useText(writingWords);
  const navigate = useNavigate();
  const store = useStoreReview();
  const draft = useFormDraft(draftName, stored);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const save = useMutation({
    mutationFn: () => props.save(skillOf(draft.form)),
    onSuccess: (review) => {
      draft.forget();
      store(review);
      void navigate(`/administration/skills/${String(review.skill.uid)}`);
    },
  });
  return (
    <Form
      className="v-section v-form"
      onSubmit={() => {
        const lacks = missingFields(draft.form);
        setMissing(lacks);
        if (lacks.length === 0) save.mutate();
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
      {above}
      <SkillFields form={draft.form} missing={missing} onChange={draft.change} />
      {save.error !== null && (
        <div role="alert">
          <p className="v-strong">{t.unsaved}</p>
          <ErrorLine error={save.error} />
        </div>
      )}
      {below}
      <FormActs isPending={save.isPending} isDisabled={isReadOnly} submit={submit} back={back} />
    </Form>
  );
}
