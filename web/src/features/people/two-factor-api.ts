import { z } from 'zod';
import { request, requestAs } from '../../lib/request.ts';

/** What an authenticator is set up with, shown this once. */
const NewFactor = z.object({ totpUri: z.string(), recoveryCodes: z.array(z.string()) });
export type NewFactor = z.infer<typeof NewFactor>;

const sent = (body: unknown) => ({ method: 'POST', body }) as const;
const path = (name: string) => `/api/auth/two-factor/${name}`;

/** Second factors, one function a route. All of them throw `ApiError`. */
export const factorApi = {
  enable: (password: string) => requestAs(NewFactor, path('enable'), sent({ password })),
  disable: (password: string) => request(path('disable'), sent({ password })),
  /** Spaces within a code, as authenticators show them, are no part of it. */
  verify: (code: string) => request(path('verify-totp'), sent({ code: code.replace(/\s/g, '') })),
  recover: (code: string) => request(path('verify-backup-code'), sent({ code })),
};

/** Whether an answer to the right password asks for a code too. */
export function wantsCode(answer: unknown): boolean {
  return z.object({ codeWanted: z.literal(true) }).safeParse(answer).success;
}

/** The secret of an authenticator's address, for typing it in. */
export function secretOf(totpUri: string): string {
  return new URL(totpUri).searchParams.get('secret') ?? '';
}

/** A secret as one types it over. */
export function inFours(secret: string): readonly string[] {
  return secret.match(/.{1,4}/g) ?? [];
}
