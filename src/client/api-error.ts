import type { ErrorCode } from '../contracts/index.ts';

/** What the server refused, or that it could not be asked. */
export class VouchApiError extends Error {
  override readonly name = 'VouchApiError';
  /** Stable. `unreachable`: no answer came; `unexpected`: one that is none of Vouch's, as a proxy's. */
  readonly code: ErrorCode | 'unreachable' | 'unexpected';
  /** Of the answer; 0 = there was none. */
  readonly status: number;
  /** What the code says more exactly, such as the field that is wrong. */
  readonly data: Readonly<Record<string, unknown>>;

  constructor(refusal: {
    readonly code: VouchApiError['code'];
    readonly message: string;
    readonly status: number;
    readonly data?: Readonly<Record<string, unknown>>;
    readonly cause?: unknown;
  }) {
    super(refusal.message, refusal.cause === undefined ? {} : { cause: refusal.cause });
    this.code = refusal.code;
    this.status = refusal.status;
    this.data = refusal.data ?? {};
  }
}

/** The refusal of an answer that is none of success. */
export async function errorOfAnswer(answer: Response): Promise<VouchApiError> {
  const { status } = answer;
  const body: unknown = await answer.json().catch(() => null);
  const error = isRecord(body) && isRecord(body['error']) ? body['error'] : {};
  const { code, message, data } = error;
  return typeof code === 'string'
    ? new VouchApiError({
        code: code as ErrorCode,
        message: typeof message === 'string' ? message : code,
        status,
        ...(isRecord(data) ? { data } : {}),
      })
    : new VouchApiError({
        code: 'unexpected',
        message: `The server answered ${String(status)} and not as Vouch does.`,
        status,
      });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
