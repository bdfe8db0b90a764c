import { AppError } from '../base/index.ts';
import { Setup } from '../contracts/index.ts';
import { readAll } from './standard-input.ts';

/** A new password from standard input, without its line end. Throws `invalid_request` for one that nobody may have. */
export async function readPassword(): Promise<string> {
  const password = (await readAll(process.stdin)).replace(/\r?\n$/, '');
  if (Setup.shape.password.safeParse(password).success) return password;
  throw new AppError(
    'invalid_request',
    'The password must have 10 to 256 characters, not all of them blank; it is read from standard input.',
  );
}
