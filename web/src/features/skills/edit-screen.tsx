import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { SkillReview } from '../../../../src/contracts/index.ts';
import { AdministrationDetail, Loaded, Note } from '../../components/index.ts';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { formOf } from './model/skill-form.ts';
import { SkillWriting } from './skill-writing.tsx';
import { writingWords } from './writing-words.ts';

/** Changing a skill that was written here. Saving makes a new version and approves nothing (APR-05). */
export function EditScreen() {
  const t = useText(writingWords);
  const uid = Number(useParams()['uid']);
  const review = useQuery(queries.skillReview(uid));
  const path = `/administration/skills/${String(uid)}`;
  return (
    <AdministrationDetail
      title={t.editTitle(review.data?.skill.name ?? '')}
      lead={t.lead}
      back={{ to: path, label: t.backToSkill }}
    >
      <Loaded query={review} lines={9}>
        {(data) => <EditForm key={uid} review={data} back={path} />}
      </Loaded>
    </AdministrationDetail>
  );
}

function EditForm({ review, back }: { review: SkillReview; back: string }) {
  const t = useText(writingWords);
  const { uid, source, versions } = review.skill;
  const isApproved = versions.some(({ current, seal }) => current && seal === 'approved');
  const isReadOnly = source.type !== 'backend';
  return (
    <SkillWriting
      draftName={`skill-${String(uid)}`}
      stored={formOf(review.version)}
      save={(skill) => api.writeSkill(uid, skill)}
      submit={t.save}
      isReadOnly={isReadOnly}
      back={back}
      above={isReadOnly && <Note tone="warn">{t.readOnly}</Note>}
      below={
        isApproved &&
        !isReadOnly && <Note tone="warn">{t.losesApproval(review.version.process)}</Note>
      }
    />
  );
}
