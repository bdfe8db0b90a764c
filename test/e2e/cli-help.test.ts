import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';

/** What answers with no data: it serves, talks, asks for a secret, or writes a file as it is. */
const NO_DATA = new Set(['worker', 'setup', 'tour', 'skills export']);

function leaves(command: Command, path: string): { path: string; command: Command }[] {
  if (command.commands.length === 0) return [{ path, command }];
  return command.commands.flatMap((each) => leaves(each, `${path} ${each.name()}`.trim()));
}

it('every command says what it does, and every option what it is for', () => {
  const found = leaves(createProgram(), '');
  expect(found.length).toBeGreaterThan(40);
  for (const { path, command } of found) {
    expect([path, command.description()]).not.toEqual([path, '']);
    for (const option of command.options) {
      expect([path, option.long, option.description]).not.toEqual([path, option.long, '']);
    }
  }
});

it('every command that prints data prints it for machines too', () => {
  const without = leaves(createProgram(), '')
    .filter(({ command }) => !command.options.some(({ long }) => long === '--json'))
    .map(({ path }) => path);
  expect(without.filter((path) => !NO_DATA.has(path))).toEqual([]);
});
