#!/usr/bin/env node
import { isAppError, maskSecrets } from '../base/index.ts';
import { EXIT } from './exit-codes.ts';
import { createProgram } from './program.ts';

try {
  await createProgram().parseAsync();
} catch (error) {
  if (isAppError(error)) {
    process.stderr.write(`${maskSecrets(error.message)}\n`);
    process.exitCode = EXIT.refused;
  } else {
    process.stderr.write(
      `${maskSecrets(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
    );
    process.exitCode = EXIT.failed;
  }
}
