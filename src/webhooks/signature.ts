import { createHmac } from 'node:crypto';

const MARK = 'whsec_';
/** How many random bytes a secret holds. */
export const SECRET_BYTES = 32;

/** A secret as receivers enter it, of random bytes in hex. */
export function webhookSecret(randomHex: string): string {
  return `${MARK}${Buffer.from(randomHex, 'hex').toString('base64')}`;
}

export interface SignedMessage {
  /** The same for every attempt. */
  readonly id: string;
  readonly timestampSeconds: number;
  readonly body: string;
}

/** The headers of the Standard Webhooks specification; with several secrets a receiver may know any of them. */
export function signedHeaders(
  message: SignedMessage,
  secrets: readonly string[],
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestampSeconds),
    'webhook-signature': secrets.map((secret) => `v1,${signature(message, secret)}`).join(' '),
  };
}

function signature({ id, timestampSeconds, body }: SignedMessage, secret: string): string {
  const key = Buffer.from(secret.slice(MARK.length), 'base64');
  return createHmac('sha256', key)
    .update(`${id}.${String(timestampSeconds)}.${body}`)
    .digest('base64');
}
