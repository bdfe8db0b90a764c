import type { DenialReason, ProposalOutcomeKind, RecordRef } from '../contracts/index.ts';
import type { DecidedCard } from './conversation.ts';

/** What names an open point: the process, its subject, the record and one field (empty for a field-less write). */
export interface OpenPointKey {
  readonly skillUid: number;
  readonly subject: RecordRef;
  readonly target: RecordRef;
  readonly field: string;
}

/** A skipped finding that is offered again. It holds no value and no text of the proposal. */
export interface OpenPoint extends OpenPointKey {
  readonly id: string;
  readonly recordedBy: string;
  readonly atMs: number;
}

export type OpenPointEffect =
  | { readonly kind: 'none' }
  | { readonly kind: 'record'; readonly keys: readonly OpenPointKey[] }
  /** Delete every point on these fields of the record, whichever process and subject recorded it. */
  | { readonly kind: 'close'; readonly target: RecordRef; readonly fields: readonly string[] };

export interface DecidedFacts {
  readonly card: DecidedCard;
  readonly approved: boolean;
  readonly reason: DenialReason | null;
  /** How the card ended; `undecided` when it was handed back. */
  readonly ended: ProposalOutcomeKind | 'undecided';
  /** The record the process works on; `null` when unknown. */
  readonly subject: RecordRef | null;
}

const NONE: OpenPointEffect = { kind: 'none' };

/**
 * What a carried-out decision does to the open points (ADR-214 item 9, ADR-022 and its amendment; OPN-01 to OPN-03).
 * A denial has ended as its reason only once it was accepted and the run went on; everything else records nothing.
 */
export function openPointEffect(facts: DecidedFacts): OpenPointEffect {
  const { card, subject } = facts;
  if (!card.isProcessWrite || card.callCount !== 1 || card.target === null) return NONE;
  const target = { table: card.target.table, uid: card.target.uid };
  const fields = card.target.fields.length > 0 ? [...new Set(card.target.fields)] : [''];
  if (facts.approved) return facts.ended === 'applied' ? { kind: 'close', target, fields } : NONE;
  if (facts.reason === 'keep' && facts.ended === 'kept') return { kind: 'close', target, fields };
  if (facts.reason !== 'skip' || facts.ended !== 'skipped') return NONE;
  const skillUid = card.processSkillUid;
  if (skillUid === null || subject === null) return NONE;
  return { kind: 'record', keys: fields.map((field) => ({ skillUid, subject, target, field })) };
}
