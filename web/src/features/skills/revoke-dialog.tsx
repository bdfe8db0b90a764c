import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { RevokeReach, SkillReview } from '../../../../src/contracts/index.ts';
import {
  Button,
  Dialog,
  ErrorLine,
  Icon,
  Loaded,
  Rich,
  Stamp,
  TextField,
  Time,
  type IconName,
} from '../../components/index.ts';
import { api } from '../../lib/api.ts';
import { shortDigest } from '../../lib/digest.ts';
import { useText } from '../../lib/i18n.tsx';
import { revokeWords } from './revoke-words.ts';
import { useStoreReview } from './use-store-review.ts';

interface RevokeDialogProps {
  readonly review: SkillReview;
  readonly digest: string;
  readonly onClose: () => void;
}

/** Characters of a reason. */
const LONGEST_REASON = 500;

/** What a revocation reaches and does, before the click (WEB-05). A refusal keeps the reason that was typed. */
export function RevokeDialog({ review, digest, onClose }: RevokeDialogProps) {
  const t = useText(revokeWords);
  const { uid, name } = review.skill;
  const [reason, setReason] = useState('');
  const store = useStoreReview();
  const reach = useQuery({
    queryKey: ['skills', uid, 'reach', digest],
    queryFn: ({ signal }) => api.revokeReach(uid, digest, signal),
    gcTime: 0,
    staleTime: 0,
  });
  const revoke = useMutation({
    mutationFn: () => api.revokeSkill(uid, digest, reason.trim()),
    onSuccess: (revoked) => {
      store(revoked);
      onClose();
    },
  });
  return (
    <Dialog
      kind="alert"
      isOpen
      onClose={onClose}
      title={t.title(name)}
      mark={<Stamp state="approved" digest={digest} size="sm" />}
      description={
        <>
          {t.lead}
          {review.digest !== digest && (
            <>
              {' '}
              <Rich text={t.newer(shortDigest(review.digest))} />
            </>
          )}
        </>
      }
      actions={
        <>
          <Button onPress={onClose}>{t.leave}</Button>
          <Button
            variant="danger"
            isPending={revoke.isPending}
            // Its reach comes first: nobody revokes what they have not seen.
            isDisabled={reach.data === undefined}
            onPress={() => {
              revoke.mutate();
            }}
          >
            {revoke.isPending ? t.revoking : t.revoke}
          </Button>
        </>
      }
    >
      <h3 className="v-h v-revoke__h">{t.reach}</h3>
      <Loaded query={reach} lines={3} label={t.reading}>
        {(data) => (
          <>
            <Reach reach={data} />
            <h3 className="v-h v-revoke__h">{t.happens}</h3>
            <ul className="v-effects">
              <Effect icon="bad" text={t.runsStop(data.waitingRuns.length)} />
              <Effect icon="chat" text={t.conversationsStay(data.conversations.length)} />
              <Effect icon="check" text={t.savedStays} />
              <Effect icon="lock" text={t.onlyApproval} />
            </ul>
          </>
        )}
      </Loaded>
      <div className="v-revoke__reason">
        {revoke.error !== null && <ErrorLine error={revoke.error} />}
        <TextField
          label={t.reason}
          help={t.reasonHelp}
          value={reason}
          onChange={setReason}
          maxLength={LONGEST_REASON}
          autoFocus
        />
      </div>
    </Dialog>
  );
}

function Effect({ icon, text }: { icon: IconName; text: string }) {
  return (
    <li>
      <Icon name={icon} size="sm" />
      <span>{text}</span>
    </li>
  );
}

/** Longer lists are counted, not shown. */
const SHOWN_ROWS = 5;

function Reach({ reach }: { reach: RevokeReach }) {
  const t = useText(revokeWords);
  const { conversations, waitingRuns, configurations } = reach;
  return (
    <ul className="v-reach">
      <Reached
        count={conversations.length}
        what={t.conversations(conversations.length)}
        does={t.hold(conversations.length)}
        rows={conversations.map(({ uuid, owner, pageTitle }) => ({
          id: uuid,
          term: pageTitle ?? t.noPage,
          detail: owner,
        }))}
      />
      <Reached
        count={waitingRuns.length}
        what={t.runs(waitingRuns.length)}
        does={t.wait(waitingRuns.length)}
        rows={waitingRuns.map(({ uuid, status, createdAtMs, owner, pageTitle }) => ({
          id: uuid,
          term: (status === 'waiting_for_input' ? t.inputWaits : t.approvalWaits)(pageTitle),
          detail: (
            <>
              {owner !== null && `${owner}, `}
              {t.since} <Time atMs={createdAtMs} />
            </>
          ),
        }))}
      />
      <Reached
        count={configurations.length}
        what={t.configurations(configurations.length)}
        does={t.attach(configurations.length)}
        rows={configurations.map(({ uid, name }) => ({ id: String(uid), term: name, detail: '' }))}
      />
    </ul>
  );
}

interface ReachedProps {
  readonly count: number;
  readonly what: string;
  readonly does: string;
  readonly rows: readonly { id: string; term: string; detail: ReactNode }[];
}

function Reached({ count, what, does, rows }: ReachedProps) {
  const t = useText(revokeWords);
  const rest = rows.length - SHOWN_ROWS;
  return (
    <li>
      <span className="v-reach__no">{count}</span>
      <div>
        <b>{what}</b> {does}
      </div>
      {rows.length > 0 && (
        <dl>
          {rows.slice(0, SHOWN_ROWS).map(({ id, term, detail }) => (
            <div key={id} className="v-reach__row">
              <dt>{term}</dt>
              <dd>{detail}</dd>
            </div>
          ))}
          {rest > 0 && (
            <div className="v-reach__row">
              <dt className="v-subtle">{t.andMore(rest)}</dt>
            </div>
          )}
        </dl>
      )}
    </li>
  );
}
