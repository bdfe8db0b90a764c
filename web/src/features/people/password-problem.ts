import { PasswordProblem } from '../../../../src/contracts/index.ts';
import { ApiError } from '../../lib/api-error.ts';

/** Why the server did not take a password; `null` = the error is about something else. */
export function passwordProblemOf(error: unknown): PasswordProblem | null {
  if (!(error instanceof ApiError) || error.code !== 'password_refused') return null;
  const read = PasswordProblem.safeParse(error.data['reason']);
  return read.success ? read.data : null;
}
