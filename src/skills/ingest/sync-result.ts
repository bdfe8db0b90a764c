import type { SyncCounts, SyncLine } from '../../contracts/index.ts';
import { sameNameNotes, syncLine } from './sync-line.ts';
import type { SyncAction } from './sync-plan.ts';

/** Remarks that are kept of a sync: more than anybody reads, and a row that stays small. */
const MAX_LINES = 200;

/** Every remark about a sync; at most 200 and one that counts the rest, errors before notes when there are more. */
export function linesOf(read: readonly SyncLine[], actions: readonly SyncAction[]): SyncLine[] {
  const names = actions.flatMap((action) => {
    switch (action.action) {
      case 'create':
      case 'update':
      case 'disable_on_change':
      case 'block':
        return [{ identifier: action.identifier, name: action.text.version.name }];
      case 'keep':
        return [{ identifier: action.identifier, name: action.skill.version.name }];
      case 'orphan':
      case 'retry':
        return [];
    }
  });
  return capped([
    ...read,
    ...actions
      .filter(({ action }) => action === 'retry')
      .map(({ identifier }) =>
        syncLine('error', 'changed_meanwhile', {
          place: identifier,
          message: 'The row changed while the sync was running; it was left alone.',
          hint: 'sync again',
        }),
      ),
    ...sameNameNotes(names),
  ]);
}

function capped(lines: readonly SyncLine[]): SyncLine[] {
  if (lines.length <= MAX_LINES) return [...lines];
  const errors = lines.filter(({ level }) => level === 'error');
  const notes = lines.filter(({ level }) => level === 'note');
  const count = lines.length - MAX_LINES;
  return [
    ...[...errors, ...notes].slice(0, MAX_LINES),
    {
      ...syncLine(errors.length > MAX_LINES ? 'error' : 'note', 'more_lines', {
        place: '',
        message:
          count === 1 ? 'There is 1 more remark.' : `There are ${String(count)} more remarks.`,
      }),
      count,
    },
  ];
}

/** What a sync did, in numbers. */
export function countsOf(actions: readonly SyncAction[], refused: number): SyncCounts {
  const count = (...kinds: readonly SyncAction['action'][]) =>
    actions.filter(({ action }) => kinds.includes(action)).length;
  return {
    created: count('create'),
    updated: count('update'),
    disabledOnChange: count('disable_on_change', 'block'),
    orphaned: count('orphan'),
    unchanged: count('keep'),
    refused,
  };
}
