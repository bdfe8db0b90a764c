import { parse } from 'yaml';
import type { FieldValue } from '../../../content/index.ts';

/** How a scalar was written, so that its successor is written the same way. */
export type ScalarStyle = 'plain' | 'single' | 'double';

/**
 * A text as a one-line YAML scalar: in the style asked for where that can carry it, else in double quotes. Emoji and
 * umlauts stay as they are: Hugo aborts on surrogate escapes.
 */
export function yamlScalar(
  value: string,
  options: { readonly style?: ScalarStyle; readonly inFlow?: boolean } = {},
): string {
  const style = options.style ?? 'plain';
  if (style === 'plain' && isPlain(value) && !(options.inFlow === true && /[,[\]{}]/.test(value))) {
    return value;
  }
  if (style === 'single' && !NEEDS_ESCAPE.test(value)) return `'${value.replaceAll("'", "''")}'`;
  return doubleQuoted(value);
}

/** A value of any kind on one line. */
export function yamlValue(
  value: FieldValue,
  options: { readonly style?: ScalarStyle; readonly inFlow?: boolean } = {},
): string {
  if (typeof value === 'string') return yamlScalar(value, options);
  if (typeof value !== 'object') return String(value);
  return `[${value.map((entry) => yamlValue(entry, { ...options, inFlow: true })).join(', ')}]`;
}

// eslint-disable-next-line no-control-regex -- control characters are what it looks for.
const NEEDS_ESCAPE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\uFEFF]/;

export function doubleQuoted(value: string): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u00a0\u2028\u2029\uFEFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Whether the text, unquoted, is read as exactly itself by YAML 1.2 and by YAML 1.1, which generators still use: there
 * `no` is false, `012` is ten and `12:30` is 750.
 */
export function isPlain(value: string): boolean {
  if (value === '' || value !== value.trim() || NEEDS_ESCAPE.test(value)) return false;
  if (/^[-?:,[\]{}#&*!|>'"%@`=<~]/.test(value) || /:(?:\s|$)|\s#/.test(value)) return false;
  if (/^(?:---|\.\.\.)/.test(value)) return false;
  return isTextToBothVersions(value);
}

/** Whether a plain scalar is a text under both versions of YAML. */
export function isTextToBothVersions(plain: string): boolean {
  if (/^[-+]?[\d.][\d_.,:eExXoO+-]*$/.test(plain)) return false;
  if (/^\d{4}-\d{1,2}-\d{1,2}/.test(plain)) return false;
  try {
    return (['1.1', '1.2'] as const).every((version) => {
      const read = parse(`k: ${plain}`, { version, logLevel: 'silent' }) as Record<string, unknown>;
      return read['k'] === plain && Object.keys(read).length === 1;
    });
  } catch {
    return false;
  }
}
