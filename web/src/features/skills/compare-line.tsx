import { withVisibleCharacters } from '../../../../src/contracts/index.ts';
import type { SealState, SkillReview } from '../../../../src/contracts/index.ts';
import { Digest, SealMark, Time } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import type { ShownVersion } from './model/shown-version.ts';
import { skillWords } from './words.ts';

const MODIFIER: Record<SealState, string> = {
  approved: 'v-seal',
  not_approved: 'v-seal v-seal--pending',
  revoked: 'v-seal v-seal--revoked',
};

/** Which version this is, what it is compared with, and who approved it or took that back. */
export function CompareLine({ review, shown }: { review: SkillReview; shown: ShownVersion }) {
  const t = useText(skillWords);
  const word = {
    approved: t.approvedVersion,
    not_approved: t.thisVersion,
    revoked: t.revokedVersion,
  }[shown.seal];
  return (
    <p className="v-review__compare">
      <span className={MODIFIER[shown.seal]}>
        <SealMark state={shown.seal} />
        {word} <Digest value={shown.digest} />
      </span>
      {shown.compared !== null && (
        <>
          <span className="v-subtle">
            {shown.compared.seal === 'revoked' ? t.comparedRevoked : t.compared}
          </span>
          <span className={MODIFIER[shown.compared.seal]}>
            <SealMark state={shown.compared.seal} />
            <Digest value={shown.compared.digest} />
          </span>
        </>
      )}
      <span className="v-subtle">
        {!shown.isCurrent && `${t.olderVersion} `}
        {shown.isCurrent && review.lastApproved === null && t.neverApproved}
        {shown.revoked !== null && (
          <>
            <Time atMs={shown.revoked.atMs} />, {shown.revoked.by}
            {shown.revoked.reason !== '' && <>: {withVisibleCharacters(shown.revoked.reason)}</>}
          </>
        )}
        {shown.revoked === null && shown.approvedAtMs !== null && shown.compared === null && (
          <>
            <Time atMs={shown.approvedAtMs} />
            {shown.approvedBy !== null && `, ${shown.approvedBy}`}
          </>
        )}
      </span>
    </p>
  );
}
