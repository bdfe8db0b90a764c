const REDACTED = '[redacted]';

/** Names of members whose values are secret, whatever they look like. */
const SECRET_NAMES =
  /^(authorization|cookie|set-cookie|.*password.*|.*secret.*|.*token|.*api[-_]?key|key)$/i;

/** What looks like a secret inside a text: bearer tokens, keys of providers and our own, passwords in URLs, cookies of a sign-in. */
const SECRET_SHAPES: readonly [RegExp, string][] = [
  [/\b(bearer)\s+[\w.~+/=-]{8,}/gi, `$1 ${REDACTED}`],
  [/\b(?:sk|pk|rk|gh[oprsu]|github_pat|xox[abp])[-_][\w-]{8,}/g, REDACTED],
  [/\bAIza[\w-]{30,}/g, REDACTED],
  // Long hex alone: names of metrics and of files begin with `vouch_` too.
  [/vouch_[0-9a-f]{32,}/gi, REDACTED],
  [/whsec_[\w+/=-]{16,}/g, REDACTED],
  [/(\w+:\/\/[^\s:/@]+):[^\s@/]+@/g, `$1:${REDACTED}@`],
  [/(vouch\.[\w.]+=)[^;\s]+/g, `$1${REDACTED}`],
  [/([?&]token=)[^&\s#]+/g, `$1${REDACTED}`],
];

const EMAIL = /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

/** `text` with everything that looks like a secret masked. */
export function maskSecrets(text: string): string {
  return SECRET_SHAPES.reduce((masked, [shape, mask]) => masked.replace(shape, mask), text);
}

/** `text` with every e-mail address masked. */
export function maskEmails(text: string): string {
  return text.replace(EMAIL, '[e-mail]');
}

/** Whether a member of this name holds a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAMES.test(name);
}
