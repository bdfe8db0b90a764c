import { useMutation, useQueryClient } from '@tanstack/react-query';
import { SnippetDataClass, type SkillReview } from '../../../../src/contracts/index.ts';
import { ErrorLine, Select } from '../../components/index.ts';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/i18n.tsx';
import { useMe } from '../../lib/queries.ts';
import { snippetWords } from '../snippets/words.ts';
import { skillWords } from './words.ts';

const NOT_DECLARED = 'none';

/** How confidential the skill's text is: models its class is too high for never see it. */
export function SkillDataClass({ review }: { review: SkillReview }) {
  const t = useText(skillWords);
  const words = useText(snippetWords);
  const { isAdministrator } = useMe();
  const client = useQueryClient();
  const { uid, dataClass = null } = review.skill;
  const declare = useMutation({
    mutationFn: (declared: SnippetDataClass | null) => api.setSkillDataClass(uid, declared),
    onSettled: () => client.invalidateQueries({ queryKey: ['skills'] }),
  });
  if (!isAdministrator) return null;
  return (
    <section className="v-decide__part" aria-label={words.dataClass}>
      <Select
        label={words.dataClass}
        showLabel
        value={dataClass ?? NOT_DECLARED}
        onChange={(chosen) => {
          declare.mutate(SnippetDataClass.safeParse(chosen).data ?? null);
        }}
        options={[
          { id: NOT_DECLARED, label: words.dataClassNone },
          ...SnippetDataClass.options.map((id) => ({ id, label: words.dataClasses[id] })),
        ]}
      />
      <p className="v-muted">{t.dataClassHelp}</p>
      {declare.error !== null && <ErrorLine error={declare.error} />}
    </section>
  );
}
