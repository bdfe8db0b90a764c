import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import type { CallPreview } from '../../tools/index.ts';
import { boundPreview, FAILED_PREVIEW, NOTHING_TO_SHOW, previewsDiffer } from './previews.ts';

const preview = (more: Partial<CallPreview> = {}): CallPreview => ({
  lines: ['title: a → b'],
  fields: [],
  target: { table: 'pages', uid: 1, fields: ['title'] },
  failed: false,
  ...more,
});
const shown = (given: CallPreview) => {
  const { target, lines, fields, failed } = given;
  return { target, preview: { lines: [...lines], fields: [...fields], failed } };
};

it('DEC-02 a preview binds by lines, fields and target; one that had failed binds to nothing that can be shown', () => {
  const card = [shown(preview())];
  expect(previewsDiffer(card, [preview()])).toBe(false);
  expect(previewsDiffer(card, [preview({ lines: ['title: c → b'] })])).toBe(true);
  expect(previewsDiffer(card, [preview({ target: null })])).toBe(true);
  expect(previewsDiffer(card, [preview({ lines: [], failed: true })])).toBe(true);
  expect(previewsDiffer(card, [])).toBe(true);
  const failed = preview({ failed: true });
  expect(previewsDiffer([shown(failed)], [preview()])).toBe(true);
  // Still failed, whatever it says of why: there is nothing to show.
  expect(previewsDiffer([shown(failed)], [preview({ lines: ['gone'], failed: true })])).toBe(false);
  expect(previewsDiffer([shown(failed)], [FAILED_PREVIEW])).toBe(false);
  expect(previewsDiffer([shown(failed)], [NOTHING_TO_SHOW])).toBe(true);
});

it('TOL-01 a card shows at most 20 lines of 500 characters, and says what it leaves out', () => {
  const long = boundPreview(preview({ lines: Array.from({ length: 25 }, () => 'x'.repeat(600)) }));
  expect(long.lines).toHaveLength(21);
  expect(long.lines[0]).toHaveLength(500);
  expect(long.lines.at(-1)).toBe('(5 more lines)');
});

it('DEC-02 a card holds exactly while every call would still do what it showed, or still cannot be shown', () => {
  const one = fc.record({
    lines: fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }),
    uid: fc.integer({ min: 1, max: 2 }),
    failed: fc.boolean(),
  });
  const made = ({ lines, uid, failed }: { lines: string[]; uid: number; failed: boolean }) =>
    preview({ lines, failed, target: { table: 'pages', uid, fields: [] } });
  fc.assert(
    fc.property(fc.array(fc.tuple(one, one), { maxLength: 4 }), (pairs) => {
      const differ = previewsDiffer(
        pairs.map(([before]) => shown(made(before))),
        pairs.map(([, now]) => made(now)),
      );
      const moved = pairs.some(
        ([before, now]) =>
          !(before.failed && now.failed) && JSON.stringify(before) !== JSON.stringify(now),
      );
      expect(differ).toBe(moved);
    }),
    propertyRuns('previewsDiffer'),
  );
});
