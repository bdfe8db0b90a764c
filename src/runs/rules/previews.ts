import { canonicalJson, excerpt } from '../../base/index.ts';
import type { PendingCall } from '../../contracts/index.ts';
import type { CallPreview } from '../../tools/index.ts';

/** Bounds of a card's prose (facts §4). */
const MAX_LINES = 20;
const MAX_LINE_CHARACTERS = 500;

/** A preview within its bounds; what was left out is counted on a last line. Fields are never cut: they are the change. */
export function boundPreview(preview: CallPreview): CallPreview {
  const lines = preview.lines.map((line) => excerpt(line, MAX_LINE_CHARACTERS));
  const more = lines.length - MAX_LINES;
  return {
    ...preview,
    lines: more > 0 ? [...lines.slice(0, MAX_LINES), `(${String(more)} more lines)`] : lines,
  };
}

/** The preview of a call that could not say what it would do. */
export const FAILED_PREVIEW: CallPreview = { lines: [], fields: [], target: null, failed: true };

/** The preview of a call that changes nothing and waits beside one that does: there is nothing it would have to show. */
export const NOTHING_TO_SHOW: CallPreview = { lines: [], fields: [], target: null, failed: false };

/**
 * Whether what would happen now is no longer what the card showed (DEC-02). Asked call by call, in order. A call whose
 * preview had failed and still fails does not bind; one that can be shown by now has to be, before anybody says yes to it.
 */
export function previewsDiffer(
  shown: readonly Pick<PendingCall, 'preview' | 'target'>[],
  now: readonly CallPreview[],
): boolean {
  return shown.some((call, index) => {
    const fresh = now[index];
    if (call.preview.failed) return fresh?.failed === false;
    return (
      fresh === undefined || binding(call.preview, call.target) !== binding(fresh, fresh.target)
    );
  });
}

function binding(
  preview: Pick<CallPreview, 'lines' | 'fields' | 'failed'>,
  target: CallPreview['target'],
): string {
  const { lines, fields, failed } = preview;
  return canonicalJson({ lines, fields, failed, target });
}
