import { isAppError } from '../base/index.ts';
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../contracts/index.ts';
import type { HttpDeps } from './http-deps.ts';
import type { RouteContext } from './route-env.ts';

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code);
}

/** A thrown error as the API answers it. What has no code that crosses the border is logged and said to be `internal`. */
export function answerError(
  deps: Pick<HttpDeps, 'log'>,
  error: unknown,
  context: RouteContext,
): Response {
  context.header('Cache-Control', 'no-store');
  if (isAppError(error) && isErrorCode(error.code)) {
    const body: ErrorBody = {
      error: { code: error.code, message: error.message, data: { ...error.data } },
    };
    return context.json(body, ERROR_STATUS[error.code]);
  }
  deps.log('A request failed', {
    method: context.req.method,
    path: context.req.path,
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
  const body: ErrorBody = {
    error: {
      code: 'internal',
      message: 'Something went wrong on the server. It has been logged.',
      data: {},
    },
  };
  return context.json(body, ERROR_STATUS.internal);
}
