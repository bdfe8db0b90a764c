import type { ZodType } from 'zod';
import { AppError } from '../base/index.ts';
import { refusedWords, wantedWords } from '../contracts/index.ts';

/** How a value is given on the command line, where its option is not called as the field. */
export const OPTION_OF: Readonly<Record<string, string>> = {
  id: 'The id',
  identifier: 'The identifier',
  name: 'The name',
  text: 'The text',
  tool: 'The tool',
  command: 'The command',
  arguments: 'The arguments',
  administratorValue: '--admin-value',
  admitsUnknown: '--admit-unknown',
  emailsAreChecked: '--checked-emails',
  clientSecret: '--secret',
  emailDomains: '--domain',
  events: '--event',
  grants: '--grant',
  groupIds: '--group',
  groupMap: '--group',
  inputs: '--input',
  isAdministrator: '--admin',
  maxIterations: '--rounds',
  outputFormat: '--format',
  promptTemplate: '--prompt-file',
  scopes: '--scope',
  secretVariable: '--secret',
  skillUid: '--skill',
  skillUids: '--skill',
  snippetUids: '--snippet',
  systemMessage: '--system',
  token: '--token-stdin',
  tools: '--tool',
};

/** Where the fields of a schema were given: by the path of one, the name to say. */
export type NameOf = (path: readonly string[]) => string;

const optionOf: NameOf = ([field = '']) =>
  OPTION_OF[field] ?? `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/**
 * What was given on the command line, as a schema wants it. Throws `invalid_request` with a sentence for everything at
 * fault, by the name of its option.
 */
export function checked<T>(schema: ZodType<T>, values: unknown, nameOf: NameOf = optionOf): T {
  const read = schema.safeParse(values, { error: wantedWords, reportInput: true });
  if (read.success) return read.data;
  const sentences = read.error.issues.map((issue) =>
    refusedWords(issue, nameOf(issue.path.filter((part) => typeof part === 'string'))),
  );
  throw invalid([...new Set(sentences)].join('\n'));
}

/** What is to be changed, where something was said. Throws `invalid_request` otherwise: nothing would be, and it would not be told. */
export function someChange<T extends object>(changes: T): T {
  if (Object.values(changes).some((value) => value !== undefined)) return changes;
  throw invalid('Nothing was said to be changed: --help lists what can be.');
}

export function invalid(message: string): AppError {
  return new AppError('invalid_request', message);
}
