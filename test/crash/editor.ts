import type { Chance } from './chance.ts';
import type { Life } from './crew.ts';
import type { Card, Report } from './protocol.ts';

/** A decision the person was told is carried out. */
export interface Acknowledged extends Card {
  readonly approved: boolean;
}

interface Sent extends Card {
  readonly approved: boolean;
  readonly life: string;
  repliesDue: number;
}

/** What two decisions on one card may be told. */
const CONFLICTS = ['already_resuming', 'not_awaiting_approval', 'stale_approval'];

/** The person in front of the servers: decides every card once, sometimes clicks twice, and asks again when no answer came. */
export function createEditor(chance: Chance) {
  const sent = new Map<string, Sent>();
  const acknowledged = new Map<string, Acknowledged>();
  const faults: string[] = [];
  let decisions = 0;
  let conflicts = 0;

  const decide = (life: Life, card: Card) => {
    const approved = chance.in100(80);
    const times = chance.in100(20) ? 2 : 1;
    sent.set(card.digest, { ...card, approved, life: life.name, repliesDue: times });
    decisions += 1;
    life.send({ kind: 'decide', run: card.run, digest: card.digest, approved, times });
  };

  const replied = (digest: string) => {
    const decision = sent.get(digest);
    if (decision === undefined) return;
    decision.repliesDue -= 1;
    if (decision.repliesDue === 0) sent.delete(digest);
  };

  return {
    acknowledged,
    faults,
    counts: () => ({ decisions, acknowledged: acknowledged.size, conflicts }),
    /** The decisions a killed process was carrying out have no answer and are made anew. */
    lost: (life: Life) => {
      for (const [digest, decision] of sent) if (decision.life === life.name) sent.delete(digest);
    },
    hears: (life: Life, report: Report) => {
      switch (report.kind) {
        case 'seen': {
          for (const card of report.cards) if (!sent.has(card.digest)) decide(life, card);
          const late = [...acknowledged.values()][chance.below(Math.max(1, acknowledged.size))];
          // A second tab that still shows a card of before, and says the opposite.
          if (late !== undefined && chance.in100(5)) {
            const { run, digest, approved } = late;
            life.send({ kind: 'decide', run, digest, approved: !approved, times: 1 });
          }
          return;
        }
        case 'answered': {
          const decision = sent.get(report.digest);
          if (acknowledged.has(report.digest)) {
            faults.push(`a card of ${report.run} was decided twice`);
          } else if (decision === undefined) {
            faults.push(`an answer nobody waited for: ${JSON.stringify(report)}`);
          } else if (report.outcome !== 'lease_lost' && !report.resuspended) {
            const { run, digest, steps, approved } = decision;
            acknowledged.set(digest, { run, digest, steps, approved });
          }
          replied(report.digest);
          return;
        }
        case 'refused':
          if (CONFLICTS.includes(report.code)) conflicts += 1;
          else faults.push(`${report.run} was refused with ${report.code}`);
          replied(report.digest);
          return;
        case 'complaint':
          faults.push(report.text);
          return;
        case 'warm':
        case 'passed':
        case 'dying':
        case 'skill':
      }
    },
  };
}
