import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SkillReview, type SkillSummary } from '../../../../src/contracts/index.ts';
import {
  Button,
  ButtonLink,
  ErrorLine,
  Loaded,
  Note,
  Rich,
  Seal,
  SealMark,
  Segments,
  Select,
  Stamp,
  useAnnounce,
} from '../../components/index.ts';
import { hasCode } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { currentSeal } from './choices.ts';
import { ProcessText } from './process-text.tsx';
import { strings } from './strings.ts';

interface ProcessSheetProps {
  processes: readonly SkillSummary[];
  process: SkillSummary;
  onChoose: (uid: number) => void;
}

/** One process to read, and the button that approves exactly what stands there. */
export function ProcessSheet({ processes, process, onChoose }: ProcessSheetProps) {
  const t = useText(strings);
  const review = useQuery(queries.skillReview(process.uid));
  const [view, setView] = useState<'text' | 'stored'>('text');
  const seal = currentSeal(process);
  return (
    <div className="v-card v-step__sheet">
      <div className="v-card__head v-sheet__head">
        {review.data !== undefined && <Seal state={seal} digest={review.data.digest} />}
        <span className="v-sheet__tools">
          {processes.length > 1 && (
            <Select
              label={t.which}
              size="sm"
              options={processes.map(({ uid, name }) => ({ id: String(uid), label: name }))}
              value={String(process.uid)}
              onChange={(uid) => {
                onChoose(Number(uid));
              }}
            />
          )}
          <Segments
            label={t.view}
            segments={[
              { id: 'text', label: t.viewText },
              { id: 'stored', label: t.viewStored },
            ]}
            value={view}
            onChange={setView}
          />
        </span>
      </div>
      <Loaded query={review} lines={9}>
        {(data) => (
          <>
            <ProcessText review={data} view={view} />
            <Signature key={data.skill.uid} review={data} isApproved={seal === 'approved'} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Signature({ review, isApproved }: { review: SkillReview; isApproved: boolean }) {
  const t = useText(strings);
  const announce = useAnnounce();
  const client = useQueryClient();
  const { uid } = review.skill;
  const approve = useMutation({
    mutationFn: () => api.approveSkill(uid, review.digest),
    onSuccess: async (approved) => {
      client.setQueryData(queries.skillReview(uid).queryKey, approved);
      await client.invalidateQueries({ queryKey: queries.skills().queryKey, exact: true });
      void client.invalidateQueries({ queryKey: ['catalogue'] });
      announce(t.signed.replaceAll('**', ''));
    },
    onError: (error) => {
      // The text moved while it was read: show the new one, and let the person decide again.
      const fresh = hasCode(error, 'skill_changed')
        ? SkillReview.safeParse(error.data['review'])
        : null;
      if (fresh?.success) client.setQueryData(queries.skillReview(uid).queryKey, fresh.data);
    },
  });
  const moved = hasCode(approve.error, 'skill_changed');
  return (
    <div className="v-sign">
      <Stamp state={isApproved ? 'approved' : 'not_approved'} digest={review.digest} size="sm" />
      <div className="v-sign__text">
        {moved && (
          <Note tone="warn">
            <Rich text={t.changed} />
          </Note>
        )}
        {approve.error !== null && !moved && <ErrorLine error={approve.error} />}
        <p>
          <Rich text={isApproved ? t.signed : t.sign} />
        </p>
      </div>
      {!isApproved && (
        <div className="v-sign__acts">
          <Button
            variant="primary"
            isPending={approve.isPending}
            onPress={() => {
              approve.mutate();
            }}
          >
            <SealMark state="approved" />
            {approve.isPending ? t.approving : t.approve}
          </Button>
          <ButtonLink variant="quiet" to="/pages">
            {t.later}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}
