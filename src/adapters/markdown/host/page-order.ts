import { AppError, isAppError } from '../../../base/index.ts';
import { parsePage, type PageText } from '../page/page.ts';
import { doPageJob, type PageJobInput, type PageJobName } from './page-jobs.ts';

/** A job with the text of its page. Plain data: it is handed to another thread. */
export interface PageOrder<Name extends PageJobName = PageJobName> {
  readonly page: PageText;
  readonly name: Name;
  readonly input: PageJobInput<Name>;
}

/** What the thread answers. */
export type OrderAnswer =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: Failure };

/** An error as plain data; one of ours keeps its code. */
export interface Failure {
  readonly code: string | null;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly stack: string;
}

export function carryOut({ page, name, input }: PageOrder): unknown {
  return doPageJob(parsePage(page, page.dialect), name, input);
}

export function failureOf(error: unknown): Failure {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return isAppError(error)
    ? { code: error.code, message, data: error.data, stack }
    : { code: null, message, data: {}, stack };
}

export function errorFrom({ code, message, data, stack }: Failure): Error {
  const cause = new Error(message);
  cause.stack = stack;
  return code === null
    ? new Error(message, { cause })
    : new AppError(code, message, { data: { ...data }, cause });
}
