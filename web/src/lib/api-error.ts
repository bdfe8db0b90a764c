/**
 * A request that did not succeed. `code` is a code of `ERROR_STATUS`, or one of ours:
 * `unreachable` (no answer came; nothing is known about what the server did) and
 * `bad_answer` (an answer came that this version of the interface does not understand).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly data: Record<string, unknown>;

  constructor(
    code: string,
    message: string,
    details: { status: number; data?: Record<string, unknown>; cause?: unknown },
  ) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.data = details.data ?? {};
  }
}

/** Whether `error` is an API error with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code);
}
