import { expect, it } from 'vitest';
import { createSchemaCheck } from './argument-check.ts';

const choiceOf = (...options: readonly string[]) => ({
  type: 'object',
  properties: { choice: { enum: [...options] } },
  required: ['choice'],
});

/** A check that counts what it compiles. */
function counting(mostKept: number) {
  const compiled: unknown[] = [];
  const check = createSchemaCheck({
    mostKept,
    compile: (schema) => {
      compiled.push(schema);
      return () => null;
    },
  });
  return { check, compiled };
}

it('a schema that is opened again and again is compiled once', () => {
  const { check, compiled } = counting(2);
  for (let time = 0; time < 50; time += 1) check(structuredClone(choiceOf('yes', 'no')), {});
  expect(compiled).toHaveLength(1);
});

it('no more schemas are kept than told; what was used longest ago is compiled anew', () => {
  const { check, compiled } = counting(2);
  const [a, b, c] = [choiceOf('a'), choiceOf('b'), choiceOf('c')];
  for (const schema of [a, b, a, c]) check(schema, {});
  expect(compiled).toEqual([a, b, c]);
  check(a, {});
  expect(compiled).toHaveLength(3);
  check(b, {});
  expect(compiled).toEqual([a, b, c, b]);
});

it('a value is told what is wrong with it; a schema that cannot be used matches nothing', () => {
  const check = createSchemaCheck();
  expect(check(choiceOf('yes'), { choice: 'yes' })).toBeNull();
  expect(check(choiceOf('yes'), {})).toBe("value must have required property 'choice'");
  const named = { ...choiceOf('yes'), $id: 'https://example.org/choice', $schema: 'about:blank' };
  for (let time = 0; time < 2; time += 1) expect(check({ ...named }, {})).not.toBeNull();
  expect(check(named, { choice: 'yes' })).toBeNull();
  expect(check({ type: 'nothing like it' }, {})).toBe('its schema cannot be used');
});
