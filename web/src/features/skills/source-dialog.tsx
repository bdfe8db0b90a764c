import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SkillSourceView } from '../../../../src/contracts/index.ts';
import { FormDialog } from '../../components/index.ts';
import { hasCode } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { useForm } from '../../lib/use-form.ts';
import {
  newSourceOf,
  sourceChanges,
  sourceForm,
  wrongSourceFields,
  type SourceField,
  type SourceForm,
  type SourceType,
} from './model/source-form.ts';
import { SourceFields } from './source-fields.tsx';
import { sourceWords } from './source-words.ts';
import { writingWords } from './writing-words.ts';

interface SourceDialogProps {
  /** What may be added; the first one is chosen when the dialog opens. */
  readonly types: readonly [SourceType, ...SourceType[]];
  /** The source that is changed. Default `null`: a new one is added. */
  readonly source?: SkillSourceView | null;
  readonly onClose: () => void;
  readonly onDone: (source: SkillSourceView) => void;
}

/** Adds a source or changes one. The trust level has no default: somebody has to choose it (decisions §40). */
export function SourceDialog({ types, source = null, onClose, onDone }: SourceDialogProps) {
  const t = useText(sourceWords);
  const words = useText(writingWords);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (filled: SourceForm) => send(filled, source),
    onSuccess: async (saved) => {
      await client.invalidateQueries(queries.skillSources());
      void client.invalidateQueries({ queryKey: queries.skills().queryKey });
      void client.invalidateQueries({ queryKey: ['audit'] });
      onDone(saved);
    },
  });
  const refused = fieldOf(save.error);
  const { form, field, submit } = useForm<SourceForm>({
    initial: () => sourceForm(types[0], source),
    wrongFields: wrongSourceFields,
    onSubmit: save.mutate,
  });
  const isOwnOnly = source === null && types.length === 1 && types[0] === 'backend';
  return (
    <FormDialog
      isNew={source === null}
      title={
        source === null ? (isOwnOnly ? words.sourceTitle : t.addTitle) : t.editTitle(source.title)
      }
      description={source !== null ? undefined : isOwnOnly ? words.sourceLead : t.addLead}
      isPending={save.isPending}
      error={refused === null ? save.error : null}
      onClose={onClose}
      onSubmit={submit}
    >
      <SourceFields
        form={form}
        types={source === null ? types : []}
        hasToken={source?.remote?.hasToken ?? false}
        field={(name, sentence) => {
          const bound = field(name, sentence);
          return {
            value: bound.value,
            error: name === refused ? sentence : bound.error,
            onChange: (value) => {
              bound.onChange(value);
              if (refused !== null) save.reset();
            },
          };
        }}
      />
    </FormDialog>
  );
}

async function send(form: SourceForm, source: SkillSourceView | null): Promise<SkillSourceView> {
  if (source !== null) return api.changeSkillSource(source.uid, sourceChanges(form, source));
  const created = newSourceOf(form);
  if (created === null) throw new Error('a trust level is chosen before anything is sent');
  return 'type' in created ? api.addSkillSource(created) : api.createSkillSource(created);
}

/** The field the server refused; `null` when it was about no field. */
function fieldOf(error: unknown): SourceField | null {
  if (!hasCode(error, 'source_invalid')) return null;
  const field = error.data['field'];
  return field === 'url' || field === 'pathPrefix' || field === 'expectedFingerprint'
    ? field
    : null;
}
