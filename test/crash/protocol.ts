import type { DatabaseConfig } from '../../src/adapters/storage/index.ts';
import type { FaultPoint } from '../../src/runs/index.ts';
import type { Act } from './plans.ts';

/** What the test and its processes say to each other. */

/** Where a process can be told to die: the runtime's points, those of the tools, and both sides of every commit. */
export const POINTS = [
  'run.claimed',
  'model.before',
  'model.answered',
  'answer.recorded',
  'decision.claimed',
  'decision.recorded',
  'effect.before',
  'effect.stamped',
  'read.begins',
  'read.done',
  'set.begins',
  'set.done',
  'once.begins',
  'once.done',
  'effect.executed',
  'result.recorded',
  'suspend.before',
  'suspended',
  'finish.before',
  'commit.before',
  'commit.after',
] as const satisfies readonly (FaultPoint | OwnPoint)[];

type OwnPoint = `${Act}.begins` | `${Act}.done` | 'commit.before' | 'commit.after';
export type Point = (typeof POINTS)[number];
export type Reach = (point: Point) => Promise<void>;

export interface Place {
  readonly database: DatabaseConfig;
  /** Folder of the ledger. */
  readonly ledger: string;
}

/** What a process that was kept warm is to be from now on. */
export interface Role {
  /** Names the process in leases and ledger. */
  readonly life: string;
  readonly leaseMs: number;
  /** No other process shares the database: leases of before are nobody's. */
  readonly alone: boolean;
  /** A server shows cards and takes decisions; a worker only takes runs up. */
  readonly serves: boolean;
  /** Dies by SIGKILL when it reaches the point for the n-th time. */
  readonly dies: { readonly at: Point; readonly nth: number } | null;
}

export type Order =
  | { readonly kind: 'start'; readonly place: Place; readonly role: Role }
  | {
      readonly kind: 'decide';
      readonly run: string;
      readonly digest: string;
      readonly approved: boolean;
      /** As often, all at once. */
      readonly times: number;
    }
  | {
      readonly kind: 'skill';
      readonly as: 'ada' | 'ben';
      readonly steps: readonly ('approve' | 'revoke')[];
      readonly uid: number;
      readonly digest: string;
    };

export interface Card {
  readonly run: string;
  readonly digest: string;
  readonly steps: readonly string[];
}

export type Report =
  | { readonly kind: 'warm' }
  /** It reached a point and goes on. */
  | { readonly kind: 'passed' }
  /** One look at the database: the cards that wait, and how many runs have not ended. */
  | { readonly kind: 'seen'; readonly open: number; readonly cards: readonly Card[] }
  | { readonly kind: 'dying'; readonly at: Point }
  | {
      readonly kind: 'answered';
      readonly run: string;
      readonly digest: string;
      readonly outcome: string;
      readonly resuspended: boolean;
    }
  | {
      readonly kind: 'refused';
      readonly run: string;
      readonly digest: string;
      readonly code: string;
    }
  | { readonly kind: 'skill'; readonly refused: readonly string[] }
  /** Something the runtime or a server had to say that no test expects. */
  | { readonly kind: 'complaint'; readonly text: string };
