import { useMutation } from '@tanstack/react-query';
import {
  PlaygroundRun,
  Rehearsal,
  type PlaygroundRequest,
} from '../../../../src/contracts/index.ts';
import { requestAs } from '../../lib/request.ts';

/** Asks what would be sent; nothing is. */
export function useRehearsal() {
  return useMutation({
    mutationFn: (body: PlaygroundRequest) =>
      requestAs(Rehearsal, '/api/playground/rehearsal', { method: 'POST', body }),
  });
}

/** Starts a run; sent again without an answer, it starts the same one. */
export function useStart() {
  return useMutation({
    mutationFn: (body: PlaygroundRequest) =>
      requestAs(PlaygroundRun, '/api/playground/runs', { method: 'POST', body, once: true }),
  });
}
