/** One thing the doctor looked at. */
export interface Finding {
  /** What was looked at, such as `key_file`. */
  readonly check: string;
  /** `skipped`: it could not be looked at; the message says why. */
  readonly status: 'ok' | 'warning' | 'problem' | 'skipped';
  readonly message: string;
  /** What to do; `null` where nothing is to be mended. */
  readonly remedy: string | null;
}

export function ok(check: string, message: string): Finding {
  return { check, status: 'ok', message, remedy: null };
}

export function skipped(check: string, message: string): Finding {
  return { check, status: 'skipped', message, remedy: null };
}

export function problem(check: string, message: string, remedy: string): Finding {
  return { check, status: 'problem', message, remedy };
}

export function warning(check: string, message: string, remedy: string): Finding {
  return { check, status: 'warning', message, remedy };
}

/** What went wrong, in the system's words. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
