import { Command } from 'commander';
import type { SettingView } from '../contracts/index.ts';
import { acting, common, say, type Common } from './acting.ts';
import { printable } from './tour-screen.ts';

/** `vouch settings`: every setting as it stands. */
export function settingsCommand(): Command {
  return common(
    new Command('settings')
      .description('every setting: value, default, unit and who set it')
      .addHelpText(
        'after',
        '\nSettings are read once at start. They are changed in the settings file or the environment, and the server is started again.',
      ),
  )
    .option('--changed', 'only those somebody set')
    .action(async (options: Common & { readonly changed?: boolean }, command: Command) => {
      await acting(command, options, ({ vouch, actor }) => {
        const all = vouch.settingsService.list(actor);
        const shown =
          options.changed === true ? all.filter(({ source }) => source !== 'default') : all;
        say(
          options,
          shown,
          () => shown.map(line).join('') || 'Nobody set anything: every setting has its default.\n',
        );
        return Promise.resolve();
      });
    });
}

function line({ name, value, default: usual, unit, source, variable }: SettingView): string {
  const shown = unit === 'none' ? text(value) : `${text(value)} ${unit}`;
  const by =
    source === 'default'
      ? 'default'
      : `${source === 'environment' ? (variable ?? source) : source}, default ${text(usual)}`;
  return `${name.padEnd(32)} ${printable(shown)}  (${printable(by)})\n`;
}

function text(value: SettingView['value']): string {
  if (value === null) return '–';
  return Array.isArray(value) ? value.join(', ') || 'none' : String(value);
}
