import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../test/support/property-runs.ts';
import { blockedInput, exceeds, HIGHEST_DATA_CLASS, type InputSource } from './data-class.ts';
import type { DataClass } from './tool.ts';

const ORDER: readonly DataClass[] = [
  'publicContent',
  'editorContent',
  'sourceCode',
  'internalConfiguration',
  'systemDiagnostics',
  'secretAdjacent',
];
const dataClass = fc.constantFrom(...ORDER);
const source = fc.record({
  kind: fc.constantFrom('skill' as const, 'snippet' as const),
  uid: fc.nat(9),
  name: fc.string(),
  dataClass: fc.option(dataClass, { nil: null }),
});

it('TOL-05 a text is blocked exactly when its declared class is above the ceiling; undeclared constrains nothing', () => {
  fc.assert(
    fc.property(fc.array(source), dataClass, (sources, ceiling) => {
      const tooHigh = (each: InputSource) =>
        each.dataClass !== null && ORDER.indexOf(each.dataClass) > ORDER.indexOf(ceiling);
      expect(blockedInput(sources, ceiling)).toBe(sources.find(tooHigh) ?? null);
    }),
    propertyRuns('blockedInput'),
  );
});

it('TOL-02 the classes are in one order, and nothing exceeds the highest', () => {
  for (const [index, each] of ORDER.entries()) {
    expect(exceeds(each, HIGHEST_DATA_CLASS)).toBe(false);
    expect(ORDER.filter((other) => exceeds(other, each))).toEqual(ORDER.slice(index + 1));
  }
});
