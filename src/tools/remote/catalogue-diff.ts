import { boundText, type RemoteToolSpec } from './catalogue.ts';

export interface ToolChange {
  readonly change: 'same' | 'added' | 'changed' | 'removed';
  readonly before: RemoteToolSpec | null;
  readonly now: RemoteToolSpec | null;
}

/** What an administrator has to look at: every tool of either catalogue once, by name, what changed first. */
export function catalogueDiff(
  before: readonly RemoteToolSpec[],
  now: readonly RemoteToolSpec[],
): readonly ToolChange[] {
  const names = [...new Set([...before, ...now].map(({ name }) => name))].sort();
  const changes = names.map((name): ToolChange => {
    const old = before.find((tool) => tool.name === name) ?? null;
    const fresh = now.find((tool) => tool.name === name) ?? null;
    if (old === null) return { change: 'added', before: null, now: fresh };
    if (fresh === null) return { change: 'removed', before: old, now: null };
    return {
      change: boundText(old) === boundText(fresh) ? 'same' : 'changed',
      before: old,
      now: fresh,
    };
  });
  return [
    ...changes.filter(({ change }) => change !== 'same'),
    ...changes.filter(({ change }) => change === 'same'),
  ];
}
