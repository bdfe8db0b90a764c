import { excerpt, isSecretName, maskEmails, maskSecrets } from '../../base/index.ts';
import type { PrivacyLevel } from '../../contracts/index.ts';

/** Longest text that is kept at level `redacted`, in characters (facts §3). */
export const MAX_REDACTED_CHARACTERS = 2_000;

/** Anything JSON can say: what was sent, said or returned in one step. */
export type Content =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Content[]
  | { readonly [name: string]: Content };

/**
 * What of a content is kept (SEC-05): `null` = nothing, so at `none` and `metadata`. At `redacted` every text in it, names of
 * members included, is without secrets and e-mail addresses and at most 2,000 characters long, and what a member called
 * like a secret holds is masked whole. At `full` it is as it was.
 */
export function keptContent<T extends Content>(level: PrivacyLevel, content: T): Content | T {
  switch (level) {
    case 'none':
    case 'metadata':
      return null;
    case 'redacted':
      return redacted(content);
    case 'full':
      return content;
  }
}

function redacted(content: Content): Content {
  if (typeof content === 'string') return redactedText(content);
  if (typeof content !== 'object' || content === null) return content;
  if (isList(content)) return content.map(redacted);
  return Object.fromEntries(
    Object.entries(content).map(([name, member]) => [
      redactedText(name),
      isSecretName(name) && member !== null ? '[redacted]' : redacted(member),
    ]),
  );
}

function redactedText(text: string): string {
  return excerpt(maskEmails(maskSecrets(text)), MAX_REDACTED_CHARACTERS);
}

function isList(content: object): content is readonly Content[] {
  return Array.isArray(content);
}
