import { useCallback, useMemo, useState } from 'react';
import { api } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';

export type UndoState =
  | { readonly status: 'running' | 'done' }
  | { readonly status: 'refused'; readonly code: string; readonly message: string };

export interface Undo {
  /** By history id; what is not in it was never tried here. */
  readonly states: Readonly<Record<string, UndoState>>;
  /** Takes back one change after the other, in the given order; resolves to how many went through. */
  readonly undo: (historyIds: readonly string[]) => Promise<number>;
}

/** Taking back applied changes (decisions §75). `onUndone` after each that went through. */
export function useUndo(onUndone: () => void): Undo {
  const [states, setStates] = useState<Readonly<Record<string, UndoState>>>({});
  const undo = useCallback(
    async (historyIds: readonly string[]) => {
      let done = 0;
      for (const historyId of historyIds) {
        const mark = (state: UndoState) => {
          setStates((before) => ({ ...before, [historyId]: state }));
        };
        mark({ status: 'running' });
        try {
          await api.undo(historyId);
          mark({ status: 'done' });
          done += 1;
          onUndone();
        } catch (error) {
          const code = error instanceof ApiError ? error.code : 'internal';
          const message = error instanceof Error ? error.message : '';
          mark({ status: 'refused', code, message });
        }
      }
      return done;
    },
    [onUndone],
  );
  return useMemo(() => ({ states, undo }), [states, undo]);
}
