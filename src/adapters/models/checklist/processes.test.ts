import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { namesAsset } from '../../../skills/index.ts';
import { CHECK_IDS, namedChecks } from './checks.ts';
import { CHECKLIST_TOOLS } from './transcript.ts';

const read = (name: string) =>
  readFileSync(new URL(`../../../../processes/${name}`, import.meta.url), 'utf8');

const NAMES = ['seo.en.md', 'seo.de.md', 'text.en.md', 'text.de.md'] as const;

it.each(NAMES)('%s is a process that declares what it needs and loses no line', (name) => {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/su.exec(read(name)) ?? [];
  expect(head).toMatch(/^process: true$/mu);
  const tools = (/^allowed-tools: (.*)$/mu.exec(head)?.[1] ?? '').split(', ');
  expect(tools).toEqual(expect.arrayContaining(['get_page_content', 'progress', 'highlight']));
  expect(tools.filter((tool) => !CHECKLIST_TOOLS.includes(tool))).toEqual(['list_open_points']);
  expect(body.split('\n').filter((line) => namesAsset(line))).toEqual([]);
  expect(namedChecks(body).length).toBe([...body.matchAll(/check: /gu)].length);
});

it.each(['seo', 'text'])('%s names the same checks in both languages', (name) => {
  expect(namedChecks(read(`${name}.de.md`))).toEqual(namedChecks(read(`${name}.en.md`)));
});

it('together the processes name every check there is', () => {
  expect(new Set(NAMES.flatMap((name) => namedChecks(read(name))))).toEqual(new Set(CHECK_IDS));
});
