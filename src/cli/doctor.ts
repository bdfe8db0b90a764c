import { Command } from 'commander';
import type { Finding } from '../app/index.ts';
import { isAppError } from '../base/index.ts';
import { say } from './acting.ts';
import { EXIT } from './exit-codes.ts';
import { app, settingsFor } from './open.ts';

/** `vouch doctor`: looks an installation over and says what to mend. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('look the installation over and say what to mend')
    .option('--json', 'machine-readable output')
    .addHelpText(
      'after',
      `\nExit code: ${String(EXIT.done)} nothing has to be mended (warnings may remain), ${String(EXIT.toMend)} something has.`,
    )
    .action(async (options: { json?: boolean }, command: Command) => {
      const findings = await findingsFor(command);
      if (findings.some(({ status }) => status === 'problem')) process.exitCode = EXIT.toMend;
      say(options, findings, () => findings.map(line).join(''));
    });
}

async function findingsFor(command: Command): Promise<readonly Finding[]> {
  try {
    const { examine } = await app();
    return await examine(await settingsFor(command));
  } catch (error) {
    if (!isAppError(error, 'settings_invalid')) throw error;
    const remedy = 'Correct the settings file or the environment; docs/operations.md lists them.';
    return [{ check: 'settings', status: 'problem', message: error.message, remedy }];
  }
}

const MARKS = { ok: 'ok      ', warning: 'warning ', problem: 'PROBLEM ', skipped: 'skipped ' };

function line({ check, status, message, remedy }: Finding): string {
  const told = `${MARKS[status]} ${check.padEnd(14)} ${message}\n`;
  return remedy === null ? told : `${told}${' '.repeat(24)}${remedy}\n`;
}
