import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { TrialEvent, TrySkill } from '../../../../src/contracts/index.ts';
import { api } from '../../lib/api.ts';
import { afterTrialEvent, EMPTY_TRIAL, type TrialView } from './model/trial-view.ts';

export interface RunningTrial {
  readonly view: TrialView;
  readonly state: 'idle' | 'running' | 'over';
  readonly error: unknown;
  readonly start: (request: TrySkill) => void;
  readonly stop: () => void;
}

/** One trial at a time, for as long as the screen shows it: leaving ends it, because the request is the trial. */
export function useTrial(uid: number): RunningTrial {
  const [view, tell] = useReducer(afterTrialEvent, EMPTY_TRIAL);
  const [state, setState] = useState<RunningTrial['state']>('idle');
  const [error, setError] = useState<unknown>(null);
  const hangUp = useRef<AbortController | null>(null);

  useEffect(
    () => () => {
      hangUp.current?.abort();
    },
    [],
  );

  const start = useCallback(
    (request: TrySkill) => {
      hangUp.current?.abort();
      const call = new AbortController();
      hangUp.current = call;
      setError(null);
      setState('running');
      const onEvent = (event: TrialEvent) => {
        if (!call.signal.aborted) tell(event);
      };
      const { signal } = call;
      api
        .trySkill(uid, request, { signal, onEvent })
        .catch((failure: unknown) => {
          if (!signal.aborted) setError(failure);
        })
        .finally(() => {
          if (hangUp.current === call) setState('over');
        });
    },
    [uid],
  );

  const stop = useCallback(() => {
    hangUp.current?.abort();
    setState('over');
  }, []);

  return { view, state, error, start, stop };
}
