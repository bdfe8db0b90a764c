/**
 * The one error class of the code base. `code` is stable and is what callers test; `message` is a sentence a person can
 * act on; `data` holds plain facts for a message in another language. It imports nothing of the domain.
 */
export class AppError<Code extends string = string> extends Error {
  override readonly name = 'AppError';
  readonly code: Code;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    code: Code,
    message: string,
    options: { data?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.data = options.data ?? {};
  }
}

/** Whether `error` is an `AppError`, and, when a code is given, one with that code. */
export function isAppError<Code extends string>(
  error: unknown,
  code?: Code,
): error is AppError<Code> {
  return error instanceof AppError && (code === undefined || error.code === code);
}

/** A typed no of a rule: the code, a sentence, and plain facts. Rules return it, services throw it. */
export interface Refusal<Code extends string = string> {
  readonly code: Code;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

export function errorOf({ code, message, data }: Refusal): AppError {
  return new AppError(code, message, data === undefined ? {} : { data: { ...data } });
}

/** Throws a refusal, if there is one. */
export function orThrow(refusal: Refusal | null): void {
  if (refusal !== null) throw errorOf(refusal);
}
