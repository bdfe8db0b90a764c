import { expect, it } from 'vitest';
import { EMPTY_FORM, formOf, missingFields, skillOf, toolNames } from './skill-form.ts';

it('tool names are split at lines and commas, but not inside parentheses, and named once', () => {
  expect(toolNames('progress, highlight\nBash(git add:*, git rm:*)\nprogress,')).toEqual([
    'progress',
    'highlight',
    'Bash(git add:*, git rm:*)',
  ]);
});

it('no declaration and an empty one stay apart through the form', () => {
  const written = (allowedTools: string[] | null) =>
    skillOf(
      formOf({
        name: 'a',
        description: 'b',
        body: '',
        process: false,
        supportStatus: 'full',
        allowedTools,
      }),
    ).allowedTools;
  expect(written(null)).toBeNull();
  expect(written([])).toEqual([]);
  expect(written(['progress', 'a b'])).toEqual(['progress', 'a b']);
});

it('a skill needs a name and a description', () => {
  expect(missingFields(EMPTY_FORM)).toEqual(['name', 'description']);
  expect(missingFields({ ...EMPTY_FORM, name: 'a', description: ' ' })).toEqual(['description']);
});
