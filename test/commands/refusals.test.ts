import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPTION_OF } from '../../src/cli/checked.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { createProgram } from '../../src/cli/program.ts';
import {
  Grant,
  ProviderKind,
  RemoteDataClass,
  RightsView,
  Scope,
  TaskCategory,
  TaskFormat,
  WebhookEventType,
} from '../../src/contracts/index.ts';
import { vouch } from '../e2e/support/command.ts';
import { temporaryFolder } from '../e2e/support/server.ts';

function commandAt(path: string): Command {
  return path
    .split(' ')
    .reduce((at, name) => at.commands.find((each) => each.name() === name) ?? at, createProgram());
}

function helpOf(path: string): string {
  let help = '';
  commandAt(path)
    .configureOutput({ writeOut: (text) => (help += text) })
    .outputHelp();
  return help;
}

function optionsOf(command: Command): (string | undefined)[] {
  return [...command.options.map(({ long }) => long), ...command.commands.flatMap(optionsOf)];
}

describe('API-05 what an option takes', () => {
  it.each<[string, readonly string[]]>([
    ['service-accounts add', [...Scope.options, ...Object.keys(RightsView.shape)]],
    ['service-accounts change', [...Scope.options, ...Object.keys(RightsView.shape)]],
    ['groups add', [...Grant.options, ...Object.keys(RightsView.shape)]],
    ['users invite', [...Grant.options, ...Object.keys(RightsView.shape)]],
    ['webhooks add', WebhookEventType.options],
    ['models add-provider', ProviderKind.options],
    ['mcp add', RemoteDataClass.options],
    ['tasks add', [...TaskCategory.options, ...TaskFormat.options]],
  ])('API-05 %s --help names every value', (path, values) => {
    const help = helpOf(path);
    for (const value of values) expect(help).toContain(value);
  });

  it('API-05 what is refused is named by an option there is', () => {
    const there = optionsOf(createProgram());
    const said = Object.values(OPTION_OF).filter((name) => name.startsWith('--'));
    expect(said.filter((name) => !there.includes(name))).toEqual([]);
  });
});

describe('API-05 a wrong value is refused with its option and what is right', () => {
  // What is refused changes nothing, so one installation does for all.
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const call = (args: readonly string[], input?: string) =>
    vouch(args, {
      cwd: folder.path,
      env: { VOUCH_DATA_DIR: join(folder.path, 'data'), VOUCH_LOG_LEVEL: 'silent' },
      input,
    });
  beforeAll(async () => {
    folder = await temporaryFolder();
    await call(['setup', '--name', 'Ada', '--email', 'ada@example.org'], 'correct horse');
    const rights = { pages: 'en', readTables: 'all', writeTables: [], fieldGrants: [], tables: [] };
    await writeFile(join(folder.path, 'rights.json'), JSON.stringify(rights));
  });
  afterAll(() => folder.remove());

  it.each<[readonly string[], string]>([
    [
      ['service-accounts', 'add', 'X', '--scope', 'nonsense', '--scope', 'agent:read'],
      `--scope takes one of ${Scope.options.join(', ')}; “nonsense” is none of them.\n`,
    ],
    [
      ['groups', 'add', 'X', '--grant', 'all'],
      `--grant takes one of ${Grant.options.join(', ')}; “all” is none of them.\n`,
    ],
    [
      ['service-accounts', 'add', 'X', '--rights', 'rights.json'],
      '--rights: pages takes “all” or a list.\n--rights: languages is missing; it takes “all” or a list.\n--rights has no field tables.\n',
    ],
    [
      ['webhooks', 'add', 'X', '--url', 'example.org', '--event', 'page.read'],
      `--url takes an address such as https://example.org.\n--event takes one of ${WebhookEventType.options.join(', ')}; “page.read” is none of them.\n`,
    ],
    [
      ['sign-in', 'add', 'Works!', '--name', 'W', '--issuer', 'x', '--client-id', 'c'],
      '--issuer takes an address such as https://example.org.\nThe id takes up to 40 small letters, digits and hyphens, a letter or digit first and last.\n',
    ],
    [['usage', 'show', '--from', 'today'], '--from takes a day as YYYY-MM-DD.\n'],
    [['users', 'invite', '--name', 'X', '--email', 'x'], '--email takes an e-mail address.\n'],
    [
      ['models', 'add-provider', 'X', 'other', '--set', 'name=X', '--set', 'trustZone=moon'],
      `The identifier takes up to 63 small letters, digits, hyphens and underscores, a letter or digit first.\nThe kind takes one of ${ProviderKind.options.join(', ')}; “other” is none of them.\n--set trustZone takes one of local, privateHosted, externalEu, externalGlobal; “moon” is none of them.\n`,
    ],
    [['playground', 'rehearse', 'Hi', '--snippet', 'tone'], '--snippet takes a number.\n'],
    [
      ['mcp', 'add', 'a-b', '--url', 'https://example.org', '--data-class', 'secret'],
      `The identifier takes up to 32 small letters, digits and underscores.\n--data-class takes one of ${RemoteDataClass.options.join(', ')}; “secret” is none of them.\n`,
    ],
    [
      ['mcp', 'add', 'every'],
      'Say where the server is: --url <address>, or after -- the command that starts it.\n',
    ],
    [
      ['sign-in', 'add', 'works'],
      'The name is missing; it takes a value.\n--issuer is missing; it takes a value.\n--client-id is missing; it takes a value.\n',
    ],
    [['sign-in', 'test', 'nope'], 'There is no provider nope; see: vouch sign-in list\n'],
    [['models', 'test', 'nope', 'x'], 'There is no provider nope; see: vouch models list\n'],
    [
      ['skills', 'attach', 'seo', '--configuration', 'nope'],
      'There is no configuration nope; see: vouch models list\n',
    ],
    [
      ['skills', 'add-source', 'example'],
      'An address is wanted, such as https://github.com/owner/repository.\n',
    ],
    [['runs', 'show', 'nope'], 'There is no run nope you may read; see: vouch runs list\n'],
    [['runs', 'events', 'nope', '--after', 'x'], '--after takes a whole number.\n'],
    [
      ['runs', 'deny', 'nope', '--card', 'c', '--reason', 'no'],
      '--reason takes one of variant, skip, keep; “no” is none of them.\n',
    ],
    [
      ['tasks', 'show', 'nope'],
      'There is no task nope, or you may not run it; see: vouch tasks list\n',
    ],
    [
      ['tools', 'explain', 'choice', '--skill', 'nope'],
      'There is no skill nope; see: vouch skills list\n',
    ],
    [['site', 'check', 'nowhere'], 'There is no folder nowhere.\n'],
    [
      ['snippets', 'add', '--name', 'X'],
      'The text is empty: give it with --text or on standard input.\n',
    ],
    ...[
      ['models', 'configure', 'default'],
      ['users', 'change', 'ada@example.org'],
    ].map((args): [readonly string[], string] => [
      args,
      'Nothing was said to be changed: --help lists what can be.\n',
    ]),
  ])('API-05 %j', async (args, sentences) => {
    const { code, stdout, stderr } = await call(args);
    expect([code, stdout, stderr]).toEqual([EXIT.refused, '', sentences]);
  });
});
