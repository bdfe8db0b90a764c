import fc from 'fast-check';
import { EditMap } from 'micromark-util-edit-map';
import { expect, it, vi } from 'vitest';
import { propertyRuns } from '../../../../test/support/property-runs.ts';
import { consumeEdits } from './edit-map.ts';

type Event = Parameters<EditMap['consume']>[0][number];

// Nothing here looks into an event.
const event = (name: string) => name as unknown as Event;
const named = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => event(`${prefix}${String(index)}`));

it('edits a list of events as micromark itself does', () => {
  const edits = fc.array(
    fc.record({
      skipped: fc.nat(6),
      removed: fc.nat(4),
      added: fc.nat(3),
      isBefore: fc.boolean(),
    }),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(edits, fc.nat(12), (given, rest) => {
      const length = given.reduce((sum, { skipped, removed }) => sum + skipped + removed, rest);
      const filled = () => {
        const map = new EditMap();
        let at = 0;
        given.forEach(({ skipped, removed, added, isBefore }, index) => {
          at += skipped;
          const events = named(`added${String(index)}-`, added);
          if (isBefore) map.addBefore(at, removed, events);
          else map.add(at, removed, events);
          at += removed;
        });
        return map;
      };
      const [own, theirs] = [named('e', length), named('e', length)];
      const map = filled();
      consumeEdits.call(map, own);
      filled().consume(theirs);
      expect(own).toEqual(theirs);
      expect([map.map.length, map.index.size]).toEqual([0, 0]);
    }),
    propertyRuns('edits of events'),
  );
});

it('touches nothing that stands before the first edit', () => {
  const events = named('e', 1_000);
  const slice = vi.spyOn(events, 'slice');
  const push = vi.spyOn(events, 'push');
  const map = new EditMap();
  map.add(990, 2, [event('new')]);
  consumeEdits.call(map, events);
  expect(events).toHaveLength(999);
  expect(slice.mock.calls).toEqual([[990]]);
  expect(push).toHaveBeenCalledTimes(9);
});
