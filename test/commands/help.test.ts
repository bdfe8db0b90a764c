import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../src/cli/examples.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { createProgram } from '../../src/cli/program.ts';
import { SkillReview } from '../../src/contracts/index.ts';
import { commandLine, type CommandLine } from '../e2e/support/command.ts';
import { freePort, MAIN } from '../e2e/support/server.ts';

/** What answers with no data: it serves, talks, asks for a secret, or writes a file as it is. */
const NO_DATA = new Set(['worker', 'setup', 'tour', 'skills export']);

interface Leaf {
  readonly path: string;
  readonly command: Command;
}

function leaves(command: Command, path = ''): Leaf[] {
  if (command.commands.length === 0) return [{ path, command }];
  return command.commands.flatMap((each) => leaves(each, `${path} ${each.name()}`.trim()));
}

describe('API-05 the program can be walked', () => {
  it('API-05 every command says what it does, and every option what it is for', () => {
    const found = leaves(createProgram());
    expect(found.length).toBeGreaterThan(40);
    for (const { path, command } of found) {
      expect([path, command.description()]).not.toEqual([path, '']);
      for (const option of command.options) {
        expect([path, option.long, option.description]).not.toEqual([path, option.long, '']);
      }
    }
  });

  it('can be started by name, as npm links it, also after it was built again', async () => {
    const { mode } = await stat(MAIN);
    expect(mode & 0o111).toBe(0o111);
  });

  it('names the version of the package', async () => {
    const { version } = JSON.parse(
      await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
    ) as { version: string };
    expect(createProgram().version()).toBe(version);
  });

  it('API-05 every command that prints data prints it for machines too', () => {
    const without = leaves(createProgram())
      .filter(({ command }) => !command.options.some(({ long }) => long === '--json'))
      .map(({ path }) => path);
    expect(without.filter((path) => !NO_DATA.has(path))).toEqual([]);
  });

  it('API-05 the help of every command shows how it is called, and of nothing else there is an example', () => {
    const found = leaves(createProgram());
    expect(Object.keys(EXAMPLES).sort()).toEqual(found.map(({ path }) => path).sort());
    for (const { path, command } of found) {
      let help = '';
      command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
      const shown = EXAMPLES[path] ?? [];
      expect(shown.length, path).toBeGreaterThan(0);
      for (const example of shown) expect(help).toContain(`\n  ${example}\n`);
    }
  });

  it.each(Object.entries(EXAMPLES).flatMap(([path, lines]) => lines.map((line) => [path, line])))(
    'API-05 %s takes its example: %s',
    async (path, example) => {
      const program = createProgram();
      const reached: string[] = [];
      for (const leaf of leaves(program)) {
        leaf.command.configureOutput({ writeErr: () => undefined }).action(() => {
          reached.push(leaf.path);
        });
      }
      await program.parseAsync(argumentsOf(example), { from: 'user' });
      expect(reached).toEqual([path]);
    },
  );
});

/** The words behind `vouch`, as a shell would hand them over. */
function argumentsOf(example: string): string[] {
  const called = /(?:^|\| )vouch (.*?)(?: [<>] \S+)?$/.exec(example)?.[1] ?? '';
  const words = called.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  return words.map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

const ADA = ['--name', 'Ada', '--email', 'ada@example.org'];

async function withAda(): Promise<CommandLine> {
  const line = await commandLine();
  expect((await line.call(['setup', ...ADA], { input: 'correct horse' })).code).toBe(EXIT.done);
  return line;
}

/** A tour whose first card waits, since nobody answers. */
async function unfinishedTour({ call }: CommandLine): Promise<number | null> {
  const shown = await call(['skills', 'show', 'seo', '--json']);
  const { digest } = SkillReview.parse(JSON.parse(shown.stdout));
  await call(['skills', 'approve', 'seo', '--digest', digest]);
  return (await call(['tour', 'en/opening-hours.md', '--json'])).code;
}

/** A call that ends with each code there is. */
const ENDINGS: Readonly<Record<keyof typeof EXIT, () => Promise<number | null>>> = {
  done: async () => {
    const { call } = await commandLine();
    const { code, stdout } = await call(['skills', 'sync', '--help']);
    expect(stdout).toContain('Examples:\n  vouch skills sync\n');
    return code;
  },
  failed: async () => {
    const { call, folder } = await withAda();
    const database = new SQLite(join(folder, 'data/vouch.db'));
    database.exec('alter table skill rename to gone');
    database.close();
    const { code, stderr } = await call(['skills', 'list']);
    expect(stderr).toContain('no such table');
    return code;
  },
  refused: async () => {
    const { call } = await withAda();
    const { code, stderr } = await call(['skills', 'show', 'nothing']);
    expect(stderr).toBe('There is no skill nothing; see: vouch skills list\n');
    return code;
  },
  unfinished: async () => unfinishedTour(await withAda()),
  toMend: async () => {
    const { call, folder } = await commandLine();
    await writeFile(join(folder, 'vouch.config.json'), '{"nothing": 1}');
    const { code, stdout } = await call(['doctor', '--json']);
    expect(JSON.parse(stdout)).toMatchObject([{ check: 'settings', status: 'problem' }]);
    return code;
  },
  interrupted: async () => {
    const { call } = await commandLine();
    const { code } = await call(['serve', '--json'], {
      env: { VOUCH_PORT: String(await freePort()) },
      started: (child) => {
        child.stdout?.once('data', () => {
          child.kill('SIGINT');
          child.kill('SIGTERM');
        });
      },
    });
    return code;
  },
};

describe('API-05 exit codes', () => {
  it.each(Object.entries(ENDINGS))('API-05 %s', async (name, end) => {
    expect(await end()).toBe(EXIT[name as keyof typeof EXIT]);
  });

  it('API-05 the help lists every code', async () => {
    const { call } = await commandLine();
    const { stdout } = await call(['--help']);
    for (const code of Object.values(EXIT)) {
      expect(stdout).toMatch(new RegExp(`^ {2}${String(code)} +\\S`, 'm'));
    }
  });

  it.each([
    ['a command there is not', ['nothing']],
    ['an option there is not', ['purge', '--nothing']],
    ['an option without its value', ['skills', 'approve', 'seo', '--digest']],
    ['a value that is none', ['purge', '--days', '0']],
    ['a choice there is not', ['users', 'add', ...ADA, '--locale', 'fr']],
    [
      'a file there is not',
      ['tasks', 'add', '--identifier', 'a', '--name', 'A', '--prompt-file', 'gone'],
    ],
  ])('API-05 %s is refused with a sentence', async (_, args) => {
    const { call } = await commandLine();
    const { code, stdout, stderr } = await call(args);
    expect([code, stdout]).toEqual([EXIT.refused, '']);
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
  });
});

it('what is kept for good by its setting is removed only when it is said how long it is kept', async () => {
  const { call } = await withAda();
  const env = { VOUCH_PRIVACY_RUN_DAYS: '0' };
  const refused = await call(['purge'], { env });
  expect([refused.code, refused.stderr]).toEqual([
    EXIT.refused,
    expect.stringContaining('--days') as string,
  ]);
  expect((await call(['purge', '--days', '30'], { env })).code).toBe(EXIT.done);
});

describe('API-05 long work tells how far it is, apart from what it answers', () => {
  it('API-05 backup, keys rotate, purge, restore', async () => {
    const line = await withAda();
    const { call, folder } = line;
    // So that something is sealed.
    await unfinishedTour(line);
    const told: Record<string, string> = {};
    const file = join(folder, 'a.backup');
    const there = { VOUCH_DATA_DIR: join(folder, 'there') };
    for (const [args, env] of [
      [['backup', file], {}],
      [['keys', 'rotate'], {}],
      [['purge'], {}],
      [['restore', file], there],
    ] as const) {
      const { code, stdout, stderr } = await call([...args, '--json'], { env });
      expect([args, code, stderr]).toEqual([args, EXIT.done, stderr]);
      expect(stdout.trimEnd().split('\n')).toHaveLength(1);
      JSON.parse(stdout);
      told[args[0]] = stderr;
    }
    expect(told).toEqual({
      // A database that is copied in one step has nothing to tell meanwhile.
      backup: expect.stringMatching(/^(Copying: [1-9]\d* %\n)*$/) as string,
      keys: expect.stringMatching(/^\d+ sealed anew \(\w+\.\w+\)\n/) as string,
      purge: '0 runs removed\n',
      restore:
        'Looking at the backup\nCopying and checking every page\nPutting database and keys in place\n',
    });
  });
});
