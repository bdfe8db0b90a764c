import type { ReactNode } from 'react';
import type { SealState } from '../../../src/contracts/index.ts';
import { useText } from '../lib/i18n.tsx';
import { shortDigest } from '../lib/digest.ts';
import { Icon } from './icon.tsx';
import { strings } from './strings.ts';

const MODIFIER: Record<SealState, string> = {
  approved: '',
  not_approved: ' v-seal--pending',
  revoked: ' v-seal--revoked',
};

const MARKS: Record<SealState, ReactNode> = {
  approved: (
    <>
      <circle cx="12" cy="12" r="10.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <circle cx="12" cy="12" r="8" fill="currentColor" />
      <path
        d="M8.3 8.9 11.5 15.6 15.9 7.9"
        fill="none"
        stroke="var(--v-seal-v)"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  not_approved: (
    <circle
      cx="12"
      cy="12"
      r="10.5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeDasharray="2.75 2.75"
    />
  ),
  revoked: (
    <>
      <circle cx="12" cy="12" r="10.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <circle cx="12" cy="12" r="7.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M4.4 19.6 19.6 4.4" stroke="currentColor" strokeWidth="1.75" />
    </>
  ),
};

/** The bare mark, for rows and menus that say the state in words beside it. Inherits `v-seal--…` from its parent. */
export function SealMark({ state }: { state: SealState }) {
  return (
    <svg className="v-seal__mark" viewBox="0 0 24 24" aria-hidden="true">
      {MARKS[state]}
    </svg>
  );
}

/** The beginning of a digest, in the type digests are always set in. */
export function Digest({ value }: { value: string }) {
  return <span className="v-seal__digest">{shortDigest(value)}</span>;
}

function useSealWord(state: SealState): string {
  const t = useText(strings);
  return { approved: t.approved, not_approved: t.notApproved, revoked: t.revoked }[state];
}

/** Mark, word and digest of one version: what is stored about it, never what a click is about to do. */
export function Seal({ state, digest }: { state: SealState; digest: string }) {
  const word = useSealWord(state);
  return (
    <span className={`v-seal${MODIFIER[state]}`}>
      <SealMark state={state} />
      {word} <Digest value={digest} />
    </span>
  );
}

/** The seal at 32 px with the skill's name above it, for a header or a waiting card. */
export function SealLockup(props: { state: SealState; digest: string; name: string }) {
  const { state, digest, name } = props;
  const t = useText(strings);
  const word = useSealWord(state);
  return (
    <span className={`v-seal v-seal--lockup${MODIFIER[state]}`}>
      <SealMark state={state} />
      <span className="v-seal__text">
        <span className="v-seal__name">{name}</span>
        {state === 'approved' ? t.approvedVersion : word} <Digest value={digest} />
      </span>
    </span>
  );
}

/** Text that only serves as reference material: a bracket and the word, never a seal. */
export function ReferenceOnly({ digest }: { digest?: string }) {
  const t = useText(strings);
  return (
    <span className="v-seal">
      <Icon name="reference" className="v-subtle" />
      {t.referenceOnly} {digest !== undefined && <Digest value={digest} />}
    </span>
  );
}
