import { expect, it } from 'vitest';
import { lintSkill } from './lint.ts';
import type { SkillVersion } from './skill.ts';
import { supportStatusOf } from './support-status.ts';

const known = ['progress', 'get_page_content'];
const lint = (fields: Partial<SkillVersion>) => {
  const version: SkillVersion = {
    name: 'a',
    description: 'b',
    body: 'c',
    allowedTools: null,
    process: false,
    supportStatus: 'partial',
    ...fields,
  };
  return lintSkill({ ...version, supportStatus: supportStatusOf(version) }, (name) =>
    known.includes(name),
  );
};

it('a process lists progress, or declares nothing (decisions §67)', () => {
  expect(lint({ process: true, allowedTools: ['get_page_content'] })).toEqual([
    { code: 'process_without_progress' },
  ]);
  expect(lint({ process: true, allowedTools: known })).toEqual([]);
  expect(lint({ process: true })).toEqual([]);
  expect(lint({ allowedTools: ['get_page_content'] })).toEqual([]);
});

it('names tools that do not exist here, and says when nothing is granted (decisions §48)', () => {
  expect(lint({ allowedTools: ['progress', 'Read'] })).toEqual([
    { code: 'tools_unknown', names: ['Read'] },
  ]);
  expect(lint({ allowedTools: ['Read'] })).toEqual([
    { code: 'tools_unknown', names: ['Read'] },
    { code: 'grants_nothing' },
  ]);
  expect(lint({ allowedTools: [] })).toEqual([{ code: 'grants_nothing' }]);
});

it('tells of lines that will be left out, an empty text and a long description', () => {
  expect(lint({ body: 'one\nsee references/a.md\nrun x.sh' })).toEqual([
    { code: 'lines_left_out', lines: [2, 3] },
  ]);
  expect(lint({ body: ' ' })).toEqual([{ code: 'body_empty' }]);
  expect(lint({ description: 'x'.repeat(401) })).toEqual([
    { code: 'description_cut', maxCharacters: 400 },
  ]);
});
