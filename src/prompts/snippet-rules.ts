import { holdsGrant, isAdministrator, type Actor } from '../actors/index.ts';
import { normaliseLineEnds, type Refusal } from '../base/index.ts';
import { SNIPPET_TEXT_LIMIT, type ErrorCode, type SnippetFields } from '../contracts/index.ts';
import { markRefusal, type Snippet } from './snippet.ts';

type SnippetRefusal = Refusal<ErrorCode>;

/** Whether an actor may see and write snippets: administrators and holders of the permission. */
export function mayWriteSnippets(actor: Actor): boolean {
  return holdsGrant(actor, 'snippets_author');
}

const WRITABLE: readonly string[] = [
  'name',
  'description',
  'text',
  'tags',
  'active',
  'sorting',
  'dataClass',
] satisfies readonly (keyof SnippetFields)[];

/**
 * Whether a write of these fields is refused. `fields` are the names as they came in, known or not. The mark is written by
 * the mark action alone: no form, API or import carries it, an administrator's neither (SNP-03, SNP-04).
 */
export function snippetWriteRefusal(facts: {
  readonly actor: Actor;
  readonly fields: readonly string[];
}): SnippetRefusal | null {
  if (!mayWriteSnippets(facts.actor)) {
    return { code: 'not_permitted', message: 'Writing snippets needs the permission to do so.' };
  }
  const locked = facts.fields.filter((field) => !WRITABLE.includes(field));
  if (locked.length === 0) return null;
  const message = `These fields are protected: ${locked.join(', ')}.`;
  return { code: 'field_protected', message, data: { fields: locked } };
}

/** Fields as they are stored: trimmed, line ends as LF, each tag once and in lower case. */
export function normalisedFields(fields: SnippetFields): SnippetFields {
  const tags = fields.tags.map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== '');
  return {
    ...fields,
    name: fields.name.trim(),
    description: normaliseLineEnds(fields.description).trim(),
    text: normaliseLineEnds(fields.text).trim(),
    tags: [...new Set(tags)],
  };
}

const LIMITS = { name: 255, description: 2_000, text: SNIPPET_TEXT_LIMIT } as const;
const MOST_TAGS = 50;
const TAG_LIMIT = 64;
const MOST_SORTING = 1_000_000;

/** Whether fields cannot be stored. A name of several lines could pass itself off as text of its own. */
export function fieldsRefusal(fields: SnippetFields): SnippetRefusal | null {
  for (const field of ['name', 'description', 'text'] as const) {
    if (/\p{Cs}|\0/u.test(fields[field])) {
      return invalid(field, `The ${field} holds a character that is none.`);
    }
    if (Array.from(fields[field]).length > LIMITS[field]) {
      return invalid(field, `The ${field} has more than ${String(LIMITS[field])} characters.`);
    }
  }
  if (fields.name === '') return invalid('name', 'The name is missing.');
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(fields.name)) {
    return invalid('name', 'The name is one line without control characters.');
  }
  if (fields.tags.length > MOST_TAGS) return invalid('tags', 'There are more than 50 tags.');
  const badTag = fields.tags.find((tag) => !isTag(tag));
  if (badTag !== undefined) {
    return invalid('tags', 'A tag is one word of at most 64 characters, without commas.');
  }
  return Math.abs(fields.sorting) > MOST_SORTING
    ? invalid('sorting', 'The place in the order is between -1,000,000 and 1,000,000.')
    : null;
}

/** Whether a text is a tag: one word. */
export function isTag(text: string): boolean {
  return Array.from(text).length <= TAG_LIMIT && /^[^\s,\p{C}]+$/u.test(text);
}

/** Whether an identifier cannot be stored. */
export function identifierRefusal(identifier: string): SnippetRefusal | null {
  return /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u.test(identifier)
    ? null
    : invalid('identifier', 'An identifier is letters, digits, dots and hyphens, at most 100.');
}

/** Whether a mark is refused (SNP-03): administrators only, a text to mark, and exactly the block that was shown. */
export function markingRefusal(facts: {
  readonly actor: Actor;
  readonly snippet: Snippet | null;
  readonly renderedDigest: string;
}): SnippetRefusal | null {
  if (!isAdministrator(facts.actor)) {
    return { code: 'not_permitted', message: 'Only administrators mark snippets.' };
  }
  if (facts.snippet === null) return { code: 'not_found', message: 'There is no such snippet.' };
  switch (markRefusal(facts.snippet, facts.renderedDigest)) {
    case 'empty':
      return invalid('text', 'There is no text to mark.');
    case 'changed':
      return {
        code: 'snippet_changed',
        message: 'The snippet changed since this page was shown. Nothing was marked.',
      };
    case null:
      return null;
  }
}

/**
 * Whether a change of what a configuration does with snippets is refused. Both the tags and the opt-in are protected
 * fields of a configuration, whatever the route (SNP-04).
 */
export function useChangeRefusal(facts: {
  readonly actor: Actor;
  readonly tags: readonly string[] | undefined;
}): SnippetRefusal | null {
  if (!isAdministrator(facts.actor)) {
    const message = 'Only administrators decide which snippets a configuration takes.';
    return { code: 'not_permitted', message };
  }
  const badTag = (facts.tags ?? []).find((tag) => !isTag(tag.trim()));
  return badTag === undefined
    ? null
    : invalid('tags', 'A tag is one word of at most 64 characters, without commas.');
}

function invalid(field: string, message: string): SnippetRefusal {
  return { code: 'snippet_invalid', message, data: { field } };
}
