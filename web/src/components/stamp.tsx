import { useId, type ReactNode } from 'react';
import type { SealState } from '../../../src/contracts/index.ts';
import { shortDigest, stampEdge } from '../lib/digest.ts';
import { useText } from '../lib/i18n.tsx';
import { strings } from './strings.ts';

const MODIFIER: Record<SealState, string> = {
  approved: '',
  not_approved: ' v-stamp--pending',
  revoked: ' v-stamp--revoked',
};

const HEARTS: Record<SealState, ReactNode> = {
  approved: (
    <>
      <circle cx="60" cy="60" r="27" fill="currentColor" />
      <path
        d="M48.3 50.8 58.7 72 73.6 47.4"
        fill="none"
        stroke="var(--v-seal-v)"
        strokeWidth="4.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  not_approved: (
    <circle
      cx="60"
      cy="60"
      r="26.5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeDasharray="4.16 4.16"
    />
  ),
  revoked: (
    <>
      <circle cx="60" cy="60" r="26.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M41.3 78.7 78.7 41.3" stroke="currentColor" strokeWidth="3" />
    </>
  ),
};

export interface StampProps {
  state: SealState;
  /** The full digest: its 64 hex digits are the edge. */
  digest: string;
  /** `md` 120 px, `sm` 88 px. Default `md`. */
  size?: 'md' | 'sm';
}

/** The seal at full size, for the places where one version is decided on. */
export function Stamp({ state, digest, size = 'md' }: StampProps) {
  const t = useText(strings);
  const id = useId();
  const word = {
    approved: t.stampApproved,
    not_approved: t.stampNotApproved,
    revoked: t.stampRevoked,
  }[state];
  const spoken = { approved: t.approved, not_approved: t.notApproved, revoked: t.revoked }[state];
  return (
    <svg
      className={`v-stamp${MODIFIER[state]}${size === 'sm' ? ' v-stamp--sm' : ''}`}
      viewBox="0 0 120 120"
      role="img"
      aria-label={t.stampLabel(spoken, shortDigest(digest))}
    >
      <path d={stampEdge(digest)} stroke="currentColor" strokeWidth="1.6" />
      <circle cx="60" cy="60" r="49.5" fill="none" stroke="currentColor" />
      <path id={`${id}a`} d="M22.7 60a37.3 37.3 0 0 1 74.6 0" fill="none" />
      <path id={`${id}b`} d="M15.7 60a44.3 44.3 0 0 0 88.6 0" fill="none" />
      <g aria-hidden="true">
        <text textAnchor="middle">
          <textPath href={`#${id}a`} startOffset="50%">
            {word}
          </textPath>
        </text>
        <text textAnchor="middle" className="v-stamp__digest">
          <textPath href={`#${id}b`} startOffset="50%">
            {shortDigest(digest)}
          </textPath>
        </text>
      </g>
      {HEARTS[state]}
    </svg>
  );
}
