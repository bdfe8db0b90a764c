import { Command } from 'commander';
import { backupCommand } from './backup.ts';
import { doctorCommand } from './doctor.ts';
import { EXAMPLES } from './examples.ts';
import { EXIT_HELP } from './exit-codes.ts';
import { groupsCommand } from './groups-command.ts';
import { importCommand } from './import-command.ts';
import { keysCommand } from './keys.ts';
import { mcpCommand } from './mcp-command.ts';
import { modelsCommand } from './models-command.ts';
import { playgroundCommand } from './playground-command.ts';
import { purgeCommand } from './purge.ts';
import { restoreCommand } from './restore.ts';
import { runsCommand } from './runs-command.ts';
import { serveCommand } from './serve.ts';
import { serviceAccountsCommand } from './service-accounts-command.ts';
import { settingsCommand } from './settings-command.ts';
import { setupCommand } from './setup.ts';
import { signInCommand } from './sign-in-command.ts';
import { siteCommand } from './site-command.ts';
import { skillsCommand } from './skills.ts';
import { snippetsCommand } from './snippets-command.ts';
import { tasksCommand } from './tasks-command.ts';
import { toolsCommand } from './tools-command.ts';
import { tourCommand } from './tour-command.ts';
import { usageCommand } from './usage-command.ts';
import { usersCommand } from './users.ts';
import { webhooksCommand } from './webhooks-command.ts';
import { workerCommand } from './worker.ts';

/** Every command there is. */
export function createProgram(): Command {
  const program = new Command('vouch')
    .description(
      'Guided AI processes over website content, steered only by text an administrator approved.',
    )
    .version('0.1.0')
    .option('-c, --config <file>', 'settings file (default: vouch.config.json, if there is one)')
    .addHelpText(
      'after',
      `${EXIT_HELP}\n\nSettings can also be given as VOUCH_… environment variables; docs/operations.md lists them.`,
    )
    .addCommand(serveCommand())
    .addCommand(workerCommand())
    .addCommand(setupCommand())
    .addCommand(usersCommand())
    .addCommand(groupsCommand())
    .addCommand(serviceAccountsCommand())
    .addCommand(signInCommand())
    .addCommand(webhooksCommand())
    .addCommand(skillsCommand())
    .addCommand(modelsCommand())
    .addCommand(mcpCommand())
    .addCommand(importCommand())
    .addCommand(snippetsCommand())
    .addCommand(runsCommand())
    .addCommand(playgroundCommand())
    .addCommand(tasksCommand())
    .addCommand(toolsCommand())
    .addCommand(tourCommand())
    .addCommand(usageCommand())
    .addCommand(settingsCommand())
    .addCommand(siteCommand())
    .addCommand(doctorCommand())
    .addCommand(keysCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(purgeCommand());
  settle(program, []);
  return program;
}

/** What every command has that is no matter of its own; a command that was added takes nothing over from its parent. */
function settle(command: Command, path: readonly string[]): void {
  command.exitOverride().showHelpAfterError(`(${['vouch', ...path].join(' ')} --help says more)`);
  const examples = EXAMPLES[path.join(' ')];
  if (examples !== undefined) command.addHelpText('after', examplesText(examples));
  for (const each of command.commands) settle(each, [...path, each.name()]);
}

function examplesText(examples: readonly string[]): string {
  return [
    '',
    examples.length === 1 ? 'Example:' : 'Examples:',
    ...examples.map((line) => `  ${line}`),
  ].join('\n');
}
