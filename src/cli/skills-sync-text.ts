import type { SkillSourceView, SkillSyncState, SyncProgress } from '../contracts/index.ts';
import { printable } from './tour-screen.ts';

/** A source as one line. */
function sourceLine({ uid, title, type, trustLevel, enabled, remote }: SkillSourceView): string {
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

/** Where a source is read: address, branch, tag or commit, and folder. */
function placeText({ url, ref, pathPrefix }: NonNullable<SkillSourceView['remote']>): string {
  const at = ref ?? '(default branch)';
  const folder = pathPrefix ?? '(all)';
  return `      ${printable(url)}  ref ${printable(at)}  folder ${printable(folder)}`;
}

/** A source with where it is read, and what stopped its last sync, or how many files that left out. */
export function sourceText(source: SkillSourceView): string {
  const sync = source.remote?.sync;
  const refused = sync?.lines.filter(({ level }) => level === 'error').length ?? 0;
  const reason =
    sync?.problem == null
      ? sync?.status === 'partial' && refused > 0
        ? `${String(refused)} not taken; why: vouch skills sources --json, or sync again`
        : null
      : `${sync.problem.code}: ${sync.problem.message}`;
  return [
    sourceLine(source),
    ...(source.remote === null ? [] : [placeText(source.remote)]),
    ...(reason === null ? [] : [printable(`      ${reason}`)]),
    '',
  ].join('\n');
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

/** How far a sync is. */
export function syncProgress(
  { title }: SkillSourceView,
  { phase, file, files, place }: SyncProgress,
): string {
  if (phase === 'listing') return `${title}: listing ${place}`;
  return phase === 'reading'
    ? `${title}: ${String(file)} of ${String(files)} ${place}`
    : `${title}: writing`;
}
