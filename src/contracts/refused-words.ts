import type { z } from 'zod';

type Raw = z.core.$ZodRawIssue;

/** What is wanted, by the type a schema names. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  nonoptional: 'a value',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with named fields',
};

/** What is wanted, by the format a schema names. */
const FORMATS: Readonly<Record<string, string>> = {
  url: 'an address such as https://example.org',
  email: 'an e-mail address',
  date: 'a day as YYYY-MM-DD',
};

/**
 * What a schema wants, as words that follow “takes”: an error map for `safeParse`, together with `reportInput`. Words a
 * schema brings itself go before it.
 */
export function wantedWords(issue: Raw): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected];
    case 'invalid_value':
      return choices(issue.values.map(String));
    case 'too_small':
      return bound(
        issue.inclusive === false ? 'more than' : 'at least',
        issue.minimum,
        issue.origin,
      );
    case 'too_big':
      return bound(
        issue.inclusive === false ? 'less than' : 'at most',
        issue.maximum,
        issue.origin,
      );
    case 'invalid_format':
      return FORMATS[issue.format] ?? `something of the form ${String(issue.pattern)}`;
    case 'invalid_union':
      return issue.errors.flatMap(([first]) => first?.message ?? []).join(' or ');
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return undefined;
    default:
      return undefined;
  }
}

function choices(values: readonly string[]): string {
  const [only = ''] = values;
  return values.length === 1 ? `“${only}”` : `one of ${values.join(', ')}`;
}

function bound(how: string, limit: number | bigint, origin: string): string {
  const count = String(limit);
  if (origin === 'string') return `${how} ${count} ${limit === 1 ? 'character' : 'characters'}`;
  return origin === 'array' ? `${how} ${count} of them` : `${how} ${count}`;
}

/**
 * A sentence for what a schema refused, under the name it was given by. A value is repeated only where there is a choice:
 * elsewhere it could be a secret.
 */
export function refusedWords(issue: z.core.$ZodIssue, name: string): string {
  const { code, message, input } = issue;
  if (code === 'unrecognized_keys') return `${name} has no field ${issue.keys.join(', ')}.`;
  // A sentence of the schema's own.
  if (/^[A-Z].*\.$/.test(message)) return `${name}: ${message}`;
  if (input === undefined) return `${name} is missing; it takes ${message}.`;
  if (code === 'invalid_value' && typeof input === 'string') {
    return `${name} takes ${message}; “${input}” is ${issue.values.length === 1 ? 'not that' : 'none of them'}.`;
  }
  return `${name} takes ${message}.`;
}
