import type { ModelToolCall } from '../../models/index.ts';

/**
 * The calls of one answer with ids that are unique in the whole transcript: providers start over with `call_0` each turn,
 * send one id twice, or none, and others refuse a transcript that repeats one (TRN-03). An id nobody used stays as it is.
 */
export function withUniqueIds(
  calls: readonly ModelToolCall[],
  usedIds: ReadonlySet<string>,
): readonly ModelToolCall[] {
  const given = new Set<string>();
  return calls.map((call) => {
    const wanted = call.id === '' ? 'call' : call.id;
    let id = call.id === '' ? 'call-1' : call.id;
    for (let n = 2; usedIds.has(id) || given.has(id); n += 1) id = `${wanted}-${String(n)}`;
    given.add(id);
    return id === call.id ? call : { ...call, id };
  });
}
