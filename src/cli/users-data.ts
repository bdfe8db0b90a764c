import type { Command } from 'commander';
import type { ErasurePlan } from '../contracts/index.ts';
import { acting, common, say, type Common } from './acting.ts';
import { writeNamed } from './standard-input.ts';
import { personAt } from './users-administration.ts';

const FATES: Readonly<Record<ErasurePlan['lines'][number]['fate'], string>> = {
  deleted: 'is deleted',
  pseudonym: 'stays, under the pseudonym',
  detached: 'stays, and is nobody’s',
};

/** What is stored about people: taken along, and deleted. */
export function addDataCommands(users: Command): void {
  common(
    users
      .command('export <e-mail>')
      .description('everything stored about somebody, as JSON; written down')
      .option('--output <file>', 'where to write it (default: standard output)'),
  ).action(async (email: string, options: Common & { output?: string }, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { userId } = await personAt(vouch, email);
      const data = await vouch.personalData.export(userId, actor);
      const text = `${JSON.stringify(data, null, 2)}\n`;
      const { output } = options;
      if (output === undefined) {
        say(options, data, () => text);
        return;
      }
      await writeNamed(output, text);
      const rows = Object.values(data.tables).reduce((sum, each) => sum + each.length, 0);
      say(options, { file: output, rows }, () => `${String(rows)} entries in ${output}\n`);
    });
  });
  common(
    users
      .command('delete <e-mail>')
      .description('delete somebody; what goes and what stays is shown first')
      .option('--confirm <e-mail>', 'the same address again: do it'),
  ).action(async (email: string, options: Common & { confirm?: string }, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { userId, name } = await personAt(vouch, email);
      if (options.confirm === undefined) {
        const plan = await vouch.personalData.plan(userId, actor);
        say(
          options,
          { done: false, ...plan },
          () => `${planText(plan)}Nothing is deleted yet. Do it with --confirm ${email}\n`,
        );
        return;
      }
      const plan = await vouch.personalData.erase(userId, options.confirm, actor);
      say(options, { done: true, ...plan }, () => `${planText(plan)}${name} is deleted.\n`);
    });
  });
}

function planText({ lines, openRuns, pseudonym }: ErasurePlan): string {
  const rows = lines.map(
    ({ kind, rows, fate }) => `${String(rows).padStart(7)}  ${kind.padEnd(14)} ${FATES[fate]}`,
  );
  return [
    ...rows,
    `${String(openRuns).padStart(7)}  runs that have not ended are stopped`,
    `The pseudonym is “${pseudonym}”. What is on pages, and what was committed to Git, stays as it is.`,
    '',
  ].join('\n');
}
