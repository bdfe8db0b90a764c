import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SkillReview, SnippetDataClass } from '../../../../src/contracts/index.ts';
import { DataClassSelect, dataClassFieldWords } from '../../components/data-class-select.tsx';
import { ErrorLine } from '../../components/index.ts';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/i18n.tsx';
import { useMe } from '../../lib/queries.ts';
import { skillWords } from './words.ts';

/** How confidential the skill's text is: models its class is too high for never see it. */
export function SkillDataClass({ review }: { review: SkillReview }) {
  const t = useText(skillWords);
  const words = useText(dataClassFieldWords);
  const { isAdministrator } = useMe();
  const client = useQueryClient();
  const { uid, dataClass = null } = review.skill;
  const declare = useMutation({
    mutationFn: (declared: SnippetDataClass | null) => api.setSkillDataClass(uid, declared),
    onSettled: () => client.invalidateQueries({ queryKey: ['skills'] }),
  });
  if (!isAdministrator) return null;
  return (
    <section className="v-decide__part" aria-label={words.label}>
      <DataClassSelect value={dataClass} onChange={declare.mutate} />
      <p className="v-muted">{t.dataClassHelp}</p>
      {declare.error !== null && <ErrorLine error={declare.error} />}
    </section>
  );
}
