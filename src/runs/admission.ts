import type { RecordRef, SaidNotice } from '../contracts/index.ts';
import type { InstructionSection } from '../prompts/index.ts';
import type { Pin } from '../skills/index.ts';
import { withSystemMessage } from './assembly.ts';
import type { JournalHead } from './journal.ts';
import { admitSection, type Measure } from './rules/window.ts';
import type { SectionCandidate } from './section-candidates.ts';

export interface AdmissionFacts {
  readonly head: JournalHead;
  /** Sections the conversation holds already; they need no admission (CON-06). */
  readonly held: readonly InstructionSection[];
  readonly subject: RecordRef | null;
  readonly isContinuation: boolean;
  readonly measure: Measure;
}

export type Admission =
  | { readonly ok: true; readonly pins: readonly Pin[]; readonly notices: readonly SaidNotice[] }
  /** Names the skill that does not fit. */
  | { readonly ok: false; readonly skillUid: number; readonly name: string };

/**
 * Admits new sections one after the other, each against the smallest send with everything before it (CTX-02). One that
 * does not fit fails the start; only an always attachment new to a continuation is left out with a notice.
 */
export function admitSections(
  candidates: readonly SectionCandidate[],
  facts: AdmissionFacts,
): Admission {
  const sections = [...facts.held];
  const pins: Pin[] = [];
  const notices: SaidNotice[] = [];
  for (const { mayBeLeftOut, pin, section } of candidates) {
    const messages = withSystemMessage(
      { head: facts.head, sections: [...sections, section], subject: facts.subject },
      facts.head.messages,
    );
    if (admitSection(messages, facts.measure)) {
      sections.push(section);
      pins.push(pin);
    } else if (facts.isContinuation && mayBeLeftOut) {
      notices.push({
        code: 'section_skipped',
        data: { skillUid: pin.skillUid, name: pin.name },
      });
    } else {
      return { ok: false, skillUid: pin.skillUid, name: pin.name };
    }
  }
  return { ok: true, pins, notices };
}
