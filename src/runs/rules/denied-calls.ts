import { canonicalJson } from '../../base/index.ts';
import type { DenialReason } from '../../contracts/index.ts';
import type { ToolArguments } from '../../tools/index.ts';

/** What a declined call is recognised by when the model asks for it again. */
export function callKey(tool: string, args: ToolArguments): string {
  return canonicalJson([tool, args]);
}

export interface DeniedCall {
  readonly key: string;
  readonly reason: DenialReason | null;
  /** How often the identical call came back since. */
  readonly repeats: number;
}

/**
 * What becomes of a call that was declined earlier in this run (decisions §77): an error without a card the first time,
 * the end of the run the second. Declined for another variant, only the variant declined last counts: an editor may want
 * an earlier one back (decisions §82).
 */
export function repeatVerdict(
  key: string,
  denied: readonly DeniedCall[],
): 'new' | 'refuse' | 'end_run' {
  const last = denied.at(-1);
  const match = denied.findLast(
    (call) => call.key === key && (call.reason !== 'variant' || call === last),
  );
  if (match === undefined) return 'new';
  return match.repeats === 0 ? 'refuse' : 'end_run';
}
