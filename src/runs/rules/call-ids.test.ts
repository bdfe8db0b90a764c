import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { withUniqueIds } from './call-ids.ts';

const call = (id: string) => ({ id, name: 'read', arguments: {}, rawArguments: '{}' });

it('TRN-03 ids become unique in the transcript; the first use of one stays as it is', () => {
  const calls = ['call_0', 'call_0', '', 'b'].map(call);
  const ids = withUniqueIds(calls, new Set(['b'])).map(({ id }) => id);
  expect(ids).toEqual(['call_0', 'call_0-2', 'call-1', 'b-2']);
});

it('TRN-03 whatever ids a provider sends, no two results can meet', () => {
  const ids = fc.array(fc.constantFrom('', 'a', 'a-2', 'call-1', 'call-2', 'b'), { maxLength: 12 });
  fc.assert(
    fc.property(ids, ids, (sent, used) => {
      const unique = withUniqueIds(sent.map(call), new Set(used)).map(({ id }) => id);
      expect(new Set(unique).size).toBe(unique.length);
      expect(unique.every((id) => !new Set<string>(used).has(id) && id !== '')).toBe(true);
    }),
    propertyRuns('withUniqueIds'),
  );
});
