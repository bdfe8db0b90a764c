import type { SkillSourceView, SkillSyncState, SyncProgress } from '../contracts/index.ts';
import { printable } from './tour-screen.ts';

/** A source as one line. */
export function sourceLine({
  uid,
  title,
  type,
  trustLevel,
  enabled,
  remote,
}: SkillSourceView): string {
  return [
    String(uid).padEnd(5),
    type.padEnd(13),
    trustLevel.padEnd(13),
    (remote?.sync.status ?? '-').padEnd(13),
    (remote?.sync.pinnedCommit?.slice(0, 10) ?? '').padEnd(12),
    enabled ? '' : '(off) ',
    printable(title),
  ].join('');
}

/** How a sync ended: counts, every remark, and what to paste as the expected fingerprint. */
export function syncText(source: SkillSourceView, state: SkillSyncState): string {
  const { counts, problem, lines } = state;
  if (problem !== null) {
    const paste =
      problem.code === 'fingerprint_mismatch' && state.computedFingerprint !== null
        ? [`  computed fingerprint: ${state.computedFingerprint}`]
        : [];
    return [`${printable(source.title)}: ${problem.code}: ${problem.message}`, ...paste, ''].join(
      '\n',
    );
  }
  const said =
    counts === null
      ? ''
      : [
          `${String(counts.created)} new`,
          `${String(counts.updated)} changed`,
          `${String(counts.disabledOnChange)} switched off until reviewed`,
          `${String(counts.orphaned)} gone`,
          `${String(counts.unchanged)} unchanged`,
          `${String(counts.refused)} refused`,
        ].join(', ');
  return [
    `${printable(source.title)}: ${state.status}: ${said}`,
    ...(state.pinnedCommit === null ? [] : [`  commit ${state.pinnedCommit}`]),
    ...(state.computedFingerprint === null ? [] : [`  fingerprint ${state.computedFingerprint}`]),
    ...lines.map(({ level, code, place, line, message, hint }) =>
      printable(
        `  ${level} ${place}${line === null ? '' : `:${String(line)}`} ${code}: ${message}${hint === null ? '' : ` (${hint})`}`,
      ),
    ),
    '',
  ].join('\n');
}

/** Progress on a terminal as one line that is written over, elsewhere as a line now and then. */
export function progressWriter(
  title: string,
  output: NodeJS.WritableStream & { readonly isTTY?: boolean },
): { readonly show: (progress: SyncProgress) => void; readonly end: () => void } {
  const isTerminal = output.isTTY === true;
  let shown = false;
  return {
    show: ({ phase, file, files, place }) => {
      const what =
        phase === 'listing'
          ? `listing ${printable(place)}`
          : phase === 'reading'
            ? `${String(file)} of ${String(files)} ${printable(place)}`
            : 'writing';
      const text = `${printable(title)}: ${what}`;
      if (isTerminal) {
        output.write(`\r\u001b[K${text.slice(0, 100)}`);
        shown = true;
      } else if (phase !== 'reading' || file % 25 === 0 || file === files)
        output.write(`${text}\n`);
    },
    end: () => {
      if (shown) output.write('\r\u001b[K');
    },
  };
}
