#!/usr/bin/env node
import { CommanderError } from 'commander';
import { isAppError, maskSecrets } from '../base/index.ts';
import { EXIT } from './exit-codes.ts';
import { createProgram } from './program.ts';

try {
  await createProgram().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Help that was asked for, or something written wrongly: what there is to say has been said.
    process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.refused;
  } else if (isAppError(error)) {
    process.stderr.write(`${maskSecrets(error.message)}\n`);
    process.exitCode = EXIT.refused;
  } else {
    process.stderr.write(
      `${maskSecrets(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
    );
    process.exitCode = EXIT.failed;
  }
}
