import { excerpt, singleLine } from '../base/index.ts';

/** Longest sanitised message in characters (facts §9). */
const MAX_MESSAGE_CHARACTERS = 500;

/**
 * An error message that may be stored and shown: bearer tokens, key-like strings and the paths of URLs masked, at most 500
 * characters on one line (facts §9, CHT-07).
 */
export function sanitiseMessage(message: string): string {
  const masked = message
    .replace(/\bbearer\s+\S+/gi, 'Bearer …')
    .replace(/\b([a-z][a-z0-9+.-]*):\/\/\S+/gi, '$1://…')
    .replace(/\b(?:sk|pk|rk|key|token|ghp|gho|ghs|github_pat|xox[abp])[-_][A-Za-z0-9_-]{8,}/g, '…')
    .replace(/\b(?=[A-Za-z0-9_-]*\d)(?=[A-Za-z0-9_-]*[A-Za-z])[A-Za-z0-9_-]{32,}\b/g, '…');
  return excerpt(singleLine(masked), MAX_MESSAGE_CHARACTERS);
}
