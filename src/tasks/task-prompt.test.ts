import fc from 'fast-check';
import { expect, it } from 'vitest';
import { attachmentRefusal, pickRefusal } from './attachment-rules.ts';
import { renderPrompt, unknownPlaceholders } from './task-prompt.ts';

const NAMES = ['a', 'b_2', 'topic'] as const;

it('TSK-01 a value fills its own place and is never read as a template', () => {
  const part = fc.oneof(
    fc.constantFrom(...NAMES).map((name) => ({ name })),
    fc.string().map((text) => ({ text: text.replaceAll('{', '') })),
  );
  const value = fc.oneof(fc.string(), fc.constantFrom('{{a}}', '{{topic}} $& $1', '{{ b_2 }}'));
  fc.assert(
    fc.property(fc.array(part), fc.tuple(value, value, value), (parts, given) => {
      const values = new Map(NAMES.map((name, index) => [name as string, given[index] ?? '']));
      const template = parts
        .map((each) => ('name' in each ? `{{${each.name}}}` : each.text))
        .join('');
      const expected = parts
        .map((each) => ('name' in each ? (values.get(each.name) ?? '') : each.text))
        .join('');
      const task = { promptTemplate: template, outputFormat: 'plain' as const };
      expect(renderPrompt(task, values)).toBe(expected);
    }),
  );
});

it('names the placeholders no field fills, each once', () => {
  expect(unknownPlaceholders('{{a}} {{b}} {{ b }} {{A}}', [{ name: 'a' }])).toEqual(['b']);
});

it.each([
  [null, 'always', 'not_found'],
  [{ process: true }, 'always', 'process_in_task'],
  [{ process: true }, 'on_demand', null],
  [{ process: false }, 'always', null],
] as const)('PRC-02 attaching %j %s: %s', (skill, loadMode, code) => {
  expect(attachmentRefusal(skill, loadMode)).toBe(code);
});

it.each([
  [null, 'on_demand', 'skill_not_attached'],
  [{ process: false }, null, 'skill_not_attached'],
  [{ process: true }, 'on_demand', 'process_in_task'],
  [{ process: false }, 'on_demand', null],
] as const)('TSK-01 picking %j attached %s: %s', (skill, attached, code) => {
  expect(pickRefusal(skill, attached)).toBe(code);
});
