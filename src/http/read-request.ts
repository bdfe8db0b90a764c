import type { z } from 'zod';
import { AppError } from '../base/index.ts';
import type { RouteContext } from './route-env.ts';

/** The request's JSON body in the promised shape; else `invalid_request` with what is wrong where. */
export async function readBody<Schema extends z.ZodType>(
  context: RouteContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  let body: unknown;
  try {
    body = await context.req.json();
  } catch {
    throw new AppError('invalid_request', 'The body of the request is not JSON.');
  }
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const issues = read.error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));
  throw new AppError('invalid_request', 'The request does not have the expected form.', {
    // The first field that is wrong, for a form to mark.
    data: { issues, field: issues[0]?.path ?? '' },
  });
}

/** What may be asked for after `?`, in the promised shape; else `invalid_request`. */
export function readQuery<Schema extends z.ZodType>(
  context: RouteContext,
  schema: Schema,
): z.output<Schema> {
  const read = schema.safeParse(context.req.query());
  if (read.success) return read.data;
  const field = read.error.issues[0]?.path.join('.') ?? '';
  throw new AppError('invalid_request', `“${field}” is not what can be asked for here.`, {
    data: { field },
  });
}

/** A path or query value that is a uid; `not_found` otherwise, as for one that does not exist. */
export function readUid(text: string | undefined): number {
  const uid = /^\d{1,15}$/.test(text ?? '') ? Number(text) : null;
  if (uid === null) throw new AppError('not_found', 'There is nothing at this address.');
  return uid;
}

/** A query value that is a uid, or `null` when it is not given. */
export function readOptionalUid(context: RouteContext, name: string): number | null {
  const text = context.req.query(name);
  if (text === undefined || text === '') return null;
  if (!/^\d{1,15}$/.test(text)) {
    throw new AppError('invalid_request', `“${name}” is a number.`);
  }
  return Number(text);
}
