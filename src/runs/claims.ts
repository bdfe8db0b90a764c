import type { RuntimeContext } from './deps.ts';

/** A fresh lease for one segment of this process. */
export function leaseOf(context: RuntimeContext): {
  readonly owner: string;
  readonly nowMs: number;
  readonly leaseMs: number;
} {
  const { owner, leaseMs } = context.settings;
  return { owner: `${owner}:${context.ids.uuid()}`, nowMs: context.clock.now(), leaseMs };
}
