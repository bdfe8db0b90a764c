/** Counts calls to other servers, segment by segment of a run (facts §4). */
export interface CallBudget {
  /** Takes one call; `false` when none is left in this segment, of all servers together or of this one. */
  take(
    segment: object,
    server: { readonly uid: number; readonly callsPerSegment: number },
  ): boolean;
}

export function createCallBudget(callsPerSegment: number): CallBudget {
  const spent = new WeakMap<object, Map<number, number>>();
  return {
    take: (segment, { uid, callsPerSegment: ofServer }) => {
      const calls = spent.get(segment) ?? new Map<number, number>();
      spent.set(segment, calls);
      const all = [...calls.values()].reduce((sum, count) => sum + count, 0);
      const own = calls.get(uid) ?? 0;
      if (all >= callsPerSegment || own >= ofServer) return false;
      calls.set(uid, own + 1);
      return true;
    },
  };
}
