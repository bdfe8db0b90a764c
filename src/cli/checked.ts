import type { ZodType } from 'zod';
import { AppError } from '../base/index.ts';

/** What was given on the command line, as a schema wants it. Throws `invalid_request` that names every field at fault. */
export function checked<T>(schema: ZodType<T>, values: unknown): T {
  const read = schema.safeParse(values);
  if (read.success) return read.data;
  throw invalid(
    read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
  );
}

export function invalid(message: string): AppError {
  return new AppError('invalid_request', message);
}
