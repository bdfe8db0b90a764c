import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SkillReview } from '../../../../src/contracts/index.ts';
import { Button, ErrorLine, Note, Rich, SealMark, useAnnounce } from '../../components/index.ts';
import { hasCode } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { shortDigest } from '../../lib/digest.ts';
import { formatList } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { codeText } from './code-words.ts';
import { decideWords } from './decide-words.ts';
import { approveState, type ShownVersion } from './model/shown-version.ts';
import { RevokeDialog } from './revoke-dialog.tsx';
import { TryOnPage } from './try-on-page.tsx';
import { useStoreReview } from './use-store-review.ts';
import { skillWords } from './words.ts';

interface FootProps {
  readonly review: SkillReview;
  readonly shown: ShownVersion;
}

/** The decision itself: approving posts exactly the digest that was rendered (APR-02); revoking shows its reach first. */
export function ApproveFoot({ review, shown }: FootProps) {
  return (
    <>
      {shown.isCurrent && approveState(review, shown.seal).kind !== 'impossible' && (
        <TryOnPage key={shown.digest} review={review} digest={shown.digest} />
      )}
      {shown.isCurrent && <Approve key={review.skill.uid} review={review} shown={shown} />}
      {shown.seal === 'approved' && <Revoke review={review} shown={shown} />}
    </>
  );
}

function Approve({ review, shown }: FootProps) {
  const t = useText(decideWords);
  const { locale } = useLocale();
  const announce = useAnnounce();
  const client = useQueryClient();
  const store = useStoreReview();
  const state = approveState(review, shown.seal);
  const approve = useMutation({
    mutationFn: () => api.approveSkill(review.skill.uid, shown.digest),
    onSuccess: (approved) => {
      store(approved);
      announce(t.approvedNow.replaceAll('**', ''));
    },
    onError: (error) => {
      // The text moved while it was read: show the new one, and let the person decide again.
      const fresh = hasCode(error, 'skill_changed')
        ? SkillReview.safeParse(error.data['review'])
        : null;
      if (fresh?.success === true) store(fresh.data);
      else void client.invalidateQueries(queries.skillReview(review.skill.uid));
    },
  });
  // The only thing missing has its button right below.
  const isOnlyOff =
    state.kind !== 'ready' && state.reasons.length === 1 && state.reasons[0] === 'disabled';
  const isMoved = hasCode(approve.error, 'skill_changed');
  const reasons =
    state.kind === 'ready'
      ? ''
      : formatList(
          locale,
          state.reasons.map((reason) => codeText('reason', reason, locale)),
        );
  return (
    <>
      {isMoved && (
        <div role="alert">
          <Note tone="warn">
            <Rich text={t.changedWhileReading} />
          </Note>
        </div>
      )}
      {approve.error !== null && !isMoved && <ErrorLine error={approve.error} />}
      {state.kind === 'approved' ? (
        <p className="v-caption">
          <Rich
            text={
              reasons === ''
                ? t.approvedNow
                : isOnlyOff
                  ? t.approvedOff
                  : `${t.approvedLater} ${reasons}.`
            }
          />
        </p>
      ) : (
        <>
          <Button
            variant="primary"
            wide
            isPending={approve.isPending}
            isDisabled={state.kind === 'impossible'}
            onPress={() => {
              approve.mutate();
            }}
          >
            <SealMark state="approved" />
            {approve.isPending ? t.approving : t.approve(shortDigest(shown.digest))}
          </Button>
          <p className="v-caption">
            {state.kind === 'impossible' && `${t.cannotApprove} ${reasons}.`}
            {state.kind === 'later' && (isOnlyOff ? t.approveOff : `${t.approveLater} ${reasons}.`)}
            {state.kind === 'ready' &&
              (shown.seal === 'revoked' ? t.approveAgain : t.approveEffect)}
          </p>
        </>
      )}
      {!review.skill.enabled && state.kind !== 'impossible' && <SwitchOn review={review} />}
    </>
  );
}

/** A skill that was written here starts switched off: the step that is otherwise looked for in the menu. */
function SwitchOn({ review }: { review: SkillReview }) {
  const t = useText(skillWords);
  const { uid } = review.skill;
  const store = useStoreReview();
  const enable = useMutation({
    mutationFn: async () => {
      await api.setSkillEnabled(uid, true);
      return api.skillReview(uid);
    },
    onSuccess: store,
  });
  return (
    <>
      {enable.error !== null && <ErrorLine error={enable.error} />}
      <Button
        wide
        isPending={enable.isPending}
        onPress={() => {
          enable.mutate();
        }}
      >
        {t.enable}
      </Button>
    </>
  );
}

function Revoke({ review, shown }: FootProps) {
  const t = useText(decideWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        wide
        onPress={() => {
          setOpen(true);
        }}
      >
        {t.revoke}
      </Button>
      <p className="v-caption">{t.revokeHint}</p>
      {isOpen && (
        <RevokeDialog
          review={review}
          digest={shown.digest}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
