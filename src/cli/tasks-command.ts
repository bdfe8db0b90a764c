import { Command } from 'commander';
import type { Vouch } from '../app/index.ts';
import { AppError } from '../base/index.ts';
import { CreateTask, TaskInput, type TaskView } from '../contracts/index.ts';
import { acting, common, say, type Actor, type Common } from './acting.ts';
import { checked } from './checked.ts';
import { EXIT } from './exit-codes.ts';
import { collect } from './rights-options.ts';
import { readNamed } from './standard-input.ts';
import { printable } from './tour-screen.ts';

/** `vouch tasks`: one prompt, one answer. */
export function tasksCommand(): Command {
  const tasks = new Command('tasks').description('list, show, run and add tasks');
  tasks.addHelpText(
    'after',
    `\nA task is named by its identifier. Exit code: ${String(EXIT.done)} done, ${String(EXIT.refused)} refused, ${String(EXIT.unfinished)} there is no answer.`,
  );
  add(tasks, 'list', 'the tasks you may run').action(async (options: Common, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const list = await vouch.tasks.list(actor);
      say(options, list, () => list.map(line).join('') || 'There is no task you may run.\n');
    });
  });
  add(tasks, 'show <task>', 'prompt, fields and skills').action(
    async (name: string, options: Common, command: Command) => {
      await acting(command, options, async ({ vouch, actor }) => {
        const task = await findTask(vouch, name, actor);
        say(options, task, () => text(task));
      });
    },
  );
  add(tasks, 'run <task>', 'run a task and print its answer')
    .option('--input <name=value>', 'a field; may be repeated', collect)
    .option('--skill <uid>', 'an on-demand skill to bring; may be repeated', collect)
    .action(
      async (
        name: string,
        options: Common & { input?: readonly string[]; skill?: readonly string[] },
        command: Command,
      ) => {
        await acting(command, options, async ({ vouch, actor }) => {
          const { uid } = await findTask(vouch, name, actor);
          const run = {
            inputs: pairs(options.input ?? []),
            skillUids: (options.skill ?? []).map(uidOf),
          };
          const result = await vouch.tasks.run(uid, run, actor);
          if (result.status !== 'completed') process.exitCode = EXIT.unfinished;
          say(options, result, () => `${printable(result.text ?? '')}\n`);
        });
      },
    );
  addCommand(tasks);
  return tasks;
}

interface AddOptions extends Common {
  readonly identifier: string;
  readonly name: string;
  readonly promptFile: string;
  readonly description?: string;
  readonly category: string;
  readonly format: string;
  readonly input?: readonly string[];
}

function addCommand(tasks: Command): void {
  add(tasks, 'add', 'write a task; administrators only')
    .requiredOption('--identifier <identifier>', 'small letters, digits and hyphens (required)')
    .requiredOption('--name <name>', 'as people see it (required)')
    .requiredOption(
      '--prompt-file <file>',
      'the prompt, with {{field}} for each field (- reads standard input) (required)',
    )
    .option('--description <text>', 'what it is for')
    .option(
      '--category <category>',
      'content, general, system, developer or log_analysis',
      'content',
    )
    .option('--format <format>', 'markdown, plain, json or html', 'markdown')
    .option('--input <name[:kind]>', 'a field: line, text or page; may be repeated', collect)
    .action(async (options: AddOptions, command: Command) => {
      const task = checked(CreateTask, {
        identifier: options.identifier,
        name: options.name,
        description: options.description ?? '',
        category: options.category,
        configurationUid: null,
        promptTemplate: await readNamed(options.promptFile),
        inputs: (options.input ?? []).map(fieldOf),
        outputFormat: options.format,
        isActive: true,
      });
      await acting(command, options, async ({ vouch, actor }) => {
        const added = await vouch.tasks.create(task, actor);
        say(options, added, () => `Added ${added.identifier}.\n`);
      });
    });
}

async function findTask(vouch: Vouch, name: string, actor: Actor): Promise<TaskView> {
  const found = (await vouch.tasks.list(actor)).find(({ identifier }) => identifier === name);
  if (found !== undefined) return found;
  throw new AppError(
    'not_found',
    `There is no task ${name}, or you may not run it; see: vouch tasks list`,
  );
}

function fieldOf(given: string): TaskInput {
  const [name = '', kind = 'text'] = given.split(':');
  const read = TaskInput.safeParse({ name, label: name, kind, required: true, options: [] });
  if (read.success && read.data.kind !== 'choice') return read.data;
  throw new AppError('invalid_request', `--input ${given}: name[:line|text|page].`);
}

function pairs(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new AppError('invalid_request', `--input ${pair}: name=value.`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

function uidOf(given: string): number {
  if (/^\d{1,15}$/.test(given)) return Number(given);
  throw new AppError('invalid_request', `--skill ${given}: a number.`);
}

function line({ identifier, name, isActive }: TaskView): string {
  return `${identifier.padEnd(32)} ${isActive ? '' : '(off) '}${printable(name)}\n`;
}

function text(task: TaskView): string {
  return [
    line(task),
    task.description === '' ? '' : `${printable(task.description)}\n`,
    ...task.inputs.map(
      ({ name, kind, required, options }) =>
        `field:  ${name} (${kind}${required ? '' : ', optional'})${options.length === 0 ? '' : `: ${printable(options.join(', '))}`}\n`,
    ),
    ...task.skills.map(
      ({ skillUid, name, loadMode, process }) =>
        `skill:  ${String(skillUid)} ${printable(name)} (${loadMode}${process ? ', process: never part of a task' : ''})\n`,
    ),
    `\n${printable(task.promptTemplate)}\n`,
  ].join('');
}

function add(tasks: Command, name: string, description: string): Command {
  return common(tasks.command(name).description(description));
}
